/// A workflow of GitHub Actions, as far as the README's has to fit the command.
struct Workflow: Decodable {
    struct Job: Decodable {
        let timeoutMinutes: Int
        let steps: [Step]

        private enum CodingKeys: String, CodingKey {
            case timeoutMinutes = "timeout-minutes"
            case steps
        }
    }

    struct Step: Decodable {
        let id: String?
        let `if`: String?
        let uses: String?
        let run: String?
        let with: [String: String]?
    }

    let concurrency: String
    let jobs: [String: Job]
}
