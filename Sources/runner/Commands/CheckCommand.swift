import BatchRunner

/// Checks manifests without sending anything.
struct CheckCommand {
    /// The manifests, as runs of them would be.
    let manifests: [RunOptions]
    /// The environment.
    let environment: [String: String]

    /// Checks them all.
    ///
    /// - Returns: The worst of their codes.
    func run() -> ExitStatus {
        var worst = ExitStatus.success
        for options in manifests {
            let preview = JobPreview(options: options, environment: environment)
            if !preview.report.isEmpty { StandardStream.error.write(Printable.lines(preview.report) + "\n") }
            for sentence in preview.sentences {
                StandardStream.output.write(Printable.line("\(options.manifest): \(sentence)") + "\n")
            }
            worst = worst.orWorse(preview.status)
        }
        return worst
    }
}
