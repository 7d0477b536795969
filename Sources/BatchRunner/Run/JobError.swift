/// Why a run could not begin.
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
