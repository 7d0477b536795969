/// Why a text is not an ``HTTPURL``.
public struct HTTPURLError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, as the end of a sentence: `its host is empty`.
    public let description: String

    /// Creates an error.
    ///
    /// - Parameter description: What is wrong, as the end of a sentence.
    public init(_ description: String) {
        self.description = description
    }
}
