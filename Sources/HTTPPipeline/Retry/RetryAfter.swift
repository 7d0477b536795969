/// Reads the `Retry-After` header (RFC 9110 section 10.2.3).
public enum RetryAfter {
    /// The wait that a response asks for, from its receipt.
    ///
    /// - Parameter response: The response.
    /// - Returns: The wait; nil where the header is absent or has neither form.
    public static func delay(of response: HTTPResponse) -> Duration? {
        nil
    }
}
