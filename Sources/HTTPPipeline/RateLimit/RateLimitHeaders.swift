/// Reads what servers say of their quotas.
///
/// Only a quota that is spent matters; what is malformed is ignored. Known are `RateLimit` as a list (draft-ietf-httpapi-ratelimit-headers-10) and as a dictionary (-07), the triple
/// `RateLimit-Limit`, `-Remaining`, `-Reset` (-06), the same with `X-RateLimit-` and `X-Rate-Limit-`, and Crossref's interval.
package enum RateLimitHeaders {
    /// No header raises a lane's interval beyond this, so that a nonsensical one can't stop a run for good.
    package static let longestInterval = Duration.seconds(60)

    /// The headers of a quota that is told in several of them.
    private struct Names {
        let remaining: String
        let retryAfter: String
        let reset: String

        init(_ prefix: String) {
            remaining = "\(prefix)-Remaining"
            retryAfter = "\(prefix)-Retry-After"
            reset = "\(prefix)-Reset"
        }
    }

    private static let triples = ["RateLimit", "X-RateLimit", "X-Rate-Limit"].map(Names.init)

    /// The time until a spent quota is renewed, from the receipt of a response.
    ///
    /// On a 429 a quota whose rest is not stated counts as spent. Of several spent quotas the longest wait is taken.
    ///
    /// - Parameter response: The response.
    /// - Returns: The wait; nil where no quota is known to be spent.
    package static func wait(of response: HTTPResponse) -> Duration? {
        let waits = [field(of: response)] + triples.map { wait($0, of: response) }
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
            return quotas.compactMap { spent($0["r"], until: $0["t"], in: response) }.max()
        }
        guard let quota = StructuredField.dictionary(text) else { return nil }
        return spent(quota["remaining"], until: quota["reset"], in: response)
    }

    private static func spent(
        _ remaining: StructuredField.Item?, until reset: StructuredField.Item?, in response: HTTPResponse
    ) -> Duration? {
        guard case .integer(0) = remaining, case .integer(let number) = reset, number >= 0 else { return nil }
        return QuotaReset.wait(number, in: response)
    }

    private static func wait(_ names: Names, of response: HTTPResponse) -> Duration? {
        guard isSpent(names.remaining, in: response) else { return nil }
        return [names.retryAfter, names.reset].lazy
            .compactMap { response.headers[$0].flatMap { QuotaReset.wait($0, in: response) } }.first
    }

    private static func isSpent(_ name: String, in response: HTTPResponse) -> Bool {
        guard let rest = response.headers[name].flatMap(QuotaReset.number) else { return response.status == 429 }
        return rest == (0, .zero)
    }
}
