/// Why a text is not an ``HTTPURL``.
public struct HTTPURLError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, as the end of a sentence: `its host is empty`.
    public let description: String
    /// The same with a mask in place of what is quoted of the URL, for one that holds secrets.
    package let masked: String

    /// Creates an error.
    ///
    /// - Parameter description: What is wrong, as the end of a sentence.
    public init(_ description: String) {
        self.description = description
        masked = description
    }

    /// Creates an error that quotes the URL.
    init(_ beginning: String, quoting part: String, _ end: String = "") {
        description = beginning + part + end
        masked = beginning + Redaction.mask + end
    }
}
