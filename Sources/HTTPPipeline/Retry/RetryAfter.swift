/// Reads the `Retry-After` header (RFC 9110 section 10.2.3).
public enum RetryAfter {
    /// The wait that a response asks for, from its receipt.
    ///
    /// Seconds of any length are read, and saturate at 2³¹. A date is measured against the response's own `Date`; a past
    /// one is no wait. A field that was sent twice has neither form.
    ///
    /// - Parameter response: The response.
    /// - Returns: The wait; nil where the header is absent or has neither form.
    public static func delay(of response: HTTPResponse) -> Duration? {
        let lines = response.headers.values(of: "Retry-After")
        guard lines.count == 1, let text = lines.first else { return nil }
        let delay: Duration
        if let seconds = text.saturatingDecimal {
            delay = .seconds(seconds)
        } else if let time = HTTPDate.parse(text, now: response.receivedAt) {
            delay = time.sinceEpoch - response.date.sinceEpoch
        } else {
            return nil
        }
        return min(max(.zero, delay), ServerWait.longest)
    }
}
