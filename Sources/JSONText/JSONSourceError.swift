/// Why a source of bytes can't give its next ones.
package struct JSONSourceError: Error, Sendable, Hashable {
    /// One sentence in small letters without a full stop.
    package let message: String

    /// Creates an error.
    ///
    /// - Parameter message: One sentence in small letters without a full stop.
    package init(_ message: String) {
        self.message = message
    }
}
