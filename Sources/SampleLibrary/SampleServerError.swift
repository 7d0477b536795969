/// Why the sample library can't be served.
package struct SampleServerError: Error, Sendable, CustomStringConvertible {
    /// One sentence with the system's reason.
    package let description: String

    /// Creates an error.
    ///
    /// - Parameter description: One sentence.
    init(_ description: String) {
        self.description = description
    }
}
