/// Why a run could not begin, or could not go on.
package struct JobError: Error, Sendable {
    /// The code to exit with.
    package var status: ExitStatus
    /// What is wrong: a sentence, or the problems of a manifest with their places.
    package var message: String
    /// Whether the message names its files and lines itself, as compilers do.
    package var isReport: Bool

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - status: The code to exit with.
    ///   - message: What is wrong.
    ///   - isReport: Whether the message names its files and lines itself.
    package init(_ status: ExitStatus, _ message: String, isReport: Bool = false) {
        self.status = status
        self.message = message
        self.isReport = isReport
    }

    /// What to print on standard error: a sentence says who speaks.
    package var text: String { isReport ? message : "runner: \(message)" }
}

extension JobError {
    /// The end of a run whose journal or results can't be read or written.
    ///
    /// - Parameter error: What the system said.
    init(_ error: FileError) {
        if error.isInterrupted {
            self.init(.unfinished, "\(error.path): interrupted")
        } else {
            self.init(.ioError, "\(error)")
        }
    }

    /// The end of a run whose manifest can't be read on.
    ///
    /// - Parameter error: What is wrong with the manifest.
    init(_ error: ManifestError) {
        self.init(ExitStatus(of: error.kind), error.message)
    }
}
