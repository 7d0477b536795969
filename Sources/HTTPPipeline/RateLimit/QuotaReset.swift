/// Reads when a spent quota is renewed: no standard says how, so servers write a delta, an epoch or a date.
enum QuotaReset {
    /// The time until the quota is renewed, from the receipt of a response; what has passed is negative.
    ///
    /// - Parameters:
    ///   - text: A number, with a fraction or without, a time of RFC 3339, or a date of RFC 9110 section 5.6.7.
    ///   - response: The response, whose own `Date` a point in time is measured against.
    /// - Returns: The time; nil where the text is none of them.
    static func wait(_ text: String, in response: HTTPResponse) -> Duration? {
        if let (whole, fraction) = number(text) { return wait(whole, fraction, in: response) }
        let time = WallTime(rfc3339: text) ?? HTTPDate.parse(text, now: response.receivedAt)
        return time.map { $0.sinceEpoch - response.date.sinceEpoch }
    }

    /// The time until the quota is renewed, from a number that is a delta or an epoch by its size.
    ///
    /// - Parameters:
    ///   - whole: Seconds below 10⁹; else an epoch in seconds, milliseconds, microseconds or nanoseconds.
    ///   - fraction: What follows the point.
    ///   - response: The response.
    /// - Returns: The time.
    static func wait(_ whole: Int64, _ fraction: Duration = .zero, in response: HTTPResponse) -> Duration {
        let epoch: Duration
        switch whole {
        case ..<1_000_000_000: return .seconds(whole) + fraction
        case ..<1_000_000_000_000: epoch = .seconds(whole) + fraction
        case ..<1_000_000_000_000_000: epoch = .milliseconds(whole) + fraction / 1_000
        case ..<1_000_000_000_000_000_000: epoch = .microseconds(whole)
        default: epoch = .nanoseconds(whole)
        }
        return epoch - response.date.sinceEpoch
    }

    /// A number in decimal digits, with a fraction or without; the part before the point saturates.
    static func number(_ text: String) -> (whole: Int64, fraction: Duration)? {
        let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
        var reader = DateReader(String(text[point...]))
        guard let whole = String(text[..<point]).saturatingDecimal, let fraction = reader.fraction(), reader.isAtEnd
        else { return nil }
        return (whole, fraction)
    }
}
