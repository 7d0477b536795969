/// Why a run could not begin.
package struct JobError: Error, Sendable {
    /// The code to exit with.
    package var status: ExitStatus
    /// What to print on standard error, ready with line breaks between several problems.
    package var message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - status: The code to exit with.
    ///   - message: What to print.
    package init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
