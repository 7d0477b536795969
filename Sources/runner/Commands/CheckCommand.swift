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
            var options = RunOptions(manifest: path)
            options.isStrict = isStrict
            let preview = JobPreview(options: options, environment: environment)
            if !preview.report.isEmpty { StandardStream.error.write(Printable.lines(preview.report) + "\n") }
            for sentence in preview.sentences {
                StandardStream.output.write(Printable.line("\(path): \(sentence)") + "\n")
            }
            worst = worst.orWorse(preview.status)
        }
        return worst
    }
}
