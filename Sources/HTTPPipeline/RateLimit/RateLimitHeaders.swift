/// Reads what servers say of their quotas.
///
/// Only a quota that is spent matters; what is malformed is ignored. Known are `RateLimit` as a list (draft-ietf-httpapi-ratelimit-headers-10) and as a dictionary (-07), the triple
/// `RateLimit-Limit`, `-Remaining`, `-Reset` (-06), the `X-RateLimit-` headers and Crossref's `X-Rate-Limit-` ones.
package enum RateLimitHeaders {
    /// No header raises a lane's interval beyond this, so that a nonsensical one can't stop a run for good.
    package static let longestInterval = Duration.seconds(60)

    /// The time until a spent quota is renewed, from the receipt of a response.
    ///
    /// On a 429 a quota whose rest is not stated counts as spent. Of several spent quotas the longest wait is taken.
    ///
    /// - Parameter response: The response.
    /// - Returns: The wait; nil where no quota is known to be spent.
    package static func wait(of response: HTTPResponse) -> Duration? {
        let waits = [field(of: response), triple(of: response), unstandardised(of: response)]
        return waits.compactMap { $0 }.max().map { min(max(.zero, $0), ServerWait.longest) }
    }

    /// The interval between two requests that Crossref's headers allow, rounded up to the millisecond.
    ///
    /// - Parameter headers: The response's headers.
    /// - Returns: `X-Rate-Limit-Interval` divided by `X-Rate-Limit-Limit`; nil where either is absent or malformed.
    package static func interval(in headers: HTTPHeaders) -> Duration? {
        guard let limit = headers["X-Rate-Limit-Limit"]?.saturatingDecimal, limit > 0,
            var text = headers["X-Rate-Limit-Interval"]
        else { return nil }
        if text.hasSuffix("s") { text.removeLast() }
        guard let seconds = text.saturatingDecimal else { return nil }
        let milliseconds = min(seconds, 1_000_000_000_000) * 1000
        let quotient = milliseconds / limit + (milliseconds % limit == 0 ? 0 : 1)
        return min(.milliseconds(quotient), longestInterval)
    }

    private static func field(of response: HTTPResponse) -> Duration? {
        guard let text = response.headers["RateLimit"] else { return nil }
        if let quotas = StructuredField.list(text) {
            return quotas.compactMap { spent($0["r"], until: $0["t"]) }.max()
        }
        guard let quota = StructuredField.dictionary(text) else { return nil }
        return spent(quota["remaining"], until: quota["reset"])
    }

    private static func spent(_ remaining: StructuredField.Item?, until reset: StructuredField.Item?) -> Duration? {
        guard case .integer(0) = remaining, case .integer(let seconds) = reset, seconds >= 0 else { return nil }
        return .seconds(seconds)
    }

    private static func triple(of response: HTTPResponse) -> Duration? {
        guard isSpent("RateLimit-Remaining", in: response) else { return nil }
        return response.headers["RateLimit-Reset"]?.saturatingDecimal.map { .seconds($0) }
    }

    private static func unstandardised(of response: HTTPResponse) -> Duration? {
        guard isSpent("X-RateLimit-Remaining", in: response),
            let reset = response.headers["X-RateLimit-Reset"]?.saturatingDecimal
        else { return nil }
        switch reset {
        case ..<1_000_000_000: return .seconds(reset)
        case ..<1_000_000_000_000: return .seconds(reset) - response.date.sinceEpoch
        default: return .milliseconds(reset) - response.date.sinceEpoch
        }
    }

    private static func isSpent(_ name: String, in response: HTTPResponse) -> Bool {
        guard let text = response.headers[name] else { return response.status == 429 }
        return text.saturatingDecimal == 0
    }
}
