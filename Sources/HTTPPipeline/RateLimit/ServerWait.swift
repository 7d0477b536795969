/// The waits that a response asks for, on whichever of its headers or on its judge's word.
package enum ServerWait {
    /// The longest wait that is told apart: 2³¹ s, as delta-seconds of RFC 9111 section 1.2.2 end there.
    package static let longest = Duration.seconds(2_147_483_648)

    /// The wait that the headers order for the whole lane, from the receipt of the response.
    ///
    /// `Retry-After` counts on 429 (RFC 6585 section 4), 503 and 3xx (RFC 9110 section 10.2.3) and goes before a spent
    /// quota in the rate-limit headers (draft-ietf-httpapi-ratelimit-headers-10).
    ///
    /// - Parameter response: The response.
    /// - Returns: The wait; nil where none is ordered.
    package static func announced(by response: HTTPResponse) -> Duration? {
        switch response.status {
        case 300..<400, 429, 503: RetryAfter.delay(of: response) ?? RateLimitHeaders.wait(of: response)
        default: RateLimitHeaders.wait(of: response)
        }
    }

    /// The wait that the judge found, as in a body.
    ///
    /// - Parameter response: The judged response.
    /// - Returns: The wait; nil where it found none.
    package static func judged(in response: HTTPResponse) -> Duration? {
        guard case .throttled(let delay) = response.verdict else { return nil }
        return delay
    }
}
