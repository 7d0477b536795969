/// A CronJob of Kubernetes, as far as the README's has to fit the command.
struct CronJob: Decodable {
    struct Spec: Decodable {
        let schedule: String
        let concurrencyPolicy: String
        let jobTemplate: Template<Job>
    }

    struct Template<Content: Decodable>: Decodable {
        let spec: Content
    }

    struct Job: Decodable {
        let backoffLimit: Int
        let activeDeadlineSeconds: Int
        let podFailurePolicy: FailurePolicy
        let template: Template<Pod>
    }

    struct FailurePolicy: Decodable {
        let rules: [Rule]
    }

    struct Rule: Decodable {
        let action: String
        let onExitCodes: ExitCodes?
        let onPodConditions: [[String: String]]?
    }

    struct ExitCodes: Decodable {
        let containerName: String
        let `operator`: String
        let values: [Int32]
    }

    struct Pod: Decodable {
        let restartPolicy: String
        let terminationGracePeriodSeconds: Int
        let securityContext: PodSecurity
        let containers: [Container]
        let volumes: [Volume]
    }

    struct PodSecurity: Decodable {
        let runAsNonRoot: Bool
        let runAsUser: Int
        let fsGroup: Int
        let fsGroupChangePolicy: String
    }

    struct Container: Decodable {
        let name: String
        let command: [String]
        let env: [Variable]
        let securityContext: Security
        let volumeMounts: [Mount]
    }

    struct Variable: Decodable {
        let name: String
        let value: String
    }

    struct Security: Decodable {
        let allowPrivilegeEscalation: Bool
        let readOnlyRootFilesystem: Bool
    }

    struct Mount: Decodable {
        let name: String
        let mountPath: String
        let readOnly: Bool?
    }

    struct Volume: Decodable {
        let name: String
        let persistentVolumeClaim: [String: String]?
        let configMap: [String: String]?
    }

    let apiVersion: String
    let kind: String
    let spec: Spec
}
