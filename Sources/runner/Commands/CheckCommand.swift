import BatchRunner

/// Checks manifests without sending anything.
struct CheckCommand {
    /// The manifests' paths.
    let manifests: [String]
    /// Whether a bad line of a list makes a manifest invalid.
    let isStrict: Bool
    /// The environment.
    let environment: [String: String]

    /// Checks them all.
    ///
    /// - Returns: The worst of their codes.
    func run() -> ExitStatus {
        var worst = ExitStatus.success
        for path in manifests {
            let check = CheckedManifest(path: path, environment: environment, isStrict: isStrict)
            StandardStream.error.write(Printable.lines(check.text))
            if check.status == .success {
                let sentences = check.plan.isEmpty ? ["nothing to send"] : check.plan
                let text = sentences.map { "\(path): \($0)" }.map(Printable.line).joined(separator: "\n")
                StandardStream.output.write(text + "\n")
            }
            worst = worst.orWorse(check.status)
        }
        return worst
    }
}
