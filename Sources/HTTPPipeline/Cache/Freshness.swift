/// How long a response may be used by its own word (RFC 9111 section 4.2), counted from its receipt.
public struct Freshness: Sendable, Hashable {
    /// How long it is fresh from its receipt; zero or less for not at all.
    public var lifetime: Duration
    /// Whether it must not be used once it is stale, not even in place of an error.
    public var forbidsStale: Bool
    /// How long past its freshness it may stand in for an error (RFC 5861 section 4); nil where the server sets no limit.
    public var staleIfError: Duration?

    /// The freshness of a response that came over any number of redirects: the least over all of them.
    ///
    /// - Parameters:
    ///   - response: The response with its hops.
    ///   - delay: How long the response took from the departure of the request.
    public init(of response: HTTPResponse, delay: Duration = .zero) {
        self.init(ofLast: response, delay: delay)
        for hop in response.hops {
            let part = Freshness(ofLast: hop, delay: .zero)
            lifetime = min(lifetime, part.lifetime - hop.received.duration(to: response.received))
            forbidsStale = forbidsStale || part.forbidsStale
            staleIfError = [staleIfError, part.staleIfError].compactMap(\.self).min()
        }
    }

    private init(ofLast response: HTTPResponse, delay: Duration) {
        let control = CacheControl(response.headers)
        let date = Self.date("Date", of: response) ?? response.receivedAt
        let apparentAge = max(.zero, response.receivedAt.sinceEpoch - date.sinceEpoch)
        if let statedAge = Self.statedAge(of: response), !control.forbidsReuse {
            let age = max(apparentAge, statedAge + delay)
            lifetime = Self.lifetime(of: response, control: control, date: date) - age
        } else {
            lifetime = .zero
        }
        forbidsStale = control.forbidsStale || control.forbidsReuse
        staleIfError = control.staleIfError
    }

    private static func lifetime(of response: HTTPResponse, control: CacheControl, date: WallTime) -> Duration {
        if let maxAge = control.maxAge { return maxAge }
        if response.headers.contains("Expires") {
            // What is no date, as the common `0`, is in the past (RFC 9111 section 5.3).
            return Self.date("Expires", of: response).map { $0.sinceEpoch - date.sinceEpoch } ?? .zero
        }
        switch response.status {
        case 301, 308:
            // Whoever says "permanently" and nothing of an end must not make every chain through it stale.
            return .seconds(365 * 86_400)
        case 200, 203, 204, 300, 404, 405, 410, 414, 501:
            // The tenth of its age that RFC 9111 section 4.2.2 names as typical.
            let modified = Self.date("Last-Modified", of: response) ?? date
            return max(.zero, date.sinceEpoch - modified.sinceEpoch) / 10
        default: return .zero
        }
    }

    /// The age that caches on the way state, the highest where there are several; nil where one can't be read.
    ///
    /// RFC 9111 section 5.1 lets a cache go by the first and ignore what it can't read. But a cache may always ask too soon, and
    /// an answer whose age nobody knows may be as old as any.
    private static func statedAge(of response: HTTPResponse) -> Duration? {
        var highest = Duration.zero
        let ages = response.headers.values(of: "Age")
            .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        for age in ages {
            guard let seconds = String(age).saturatingDecimal else { return nil }
            highest = max(highest, .seconds(min(seconds, 1 << 31)))
        }
        return highest
    }

    private static func date(_ name: String, of response: HTTPResponse) -> WallTime? {
        response.headers[name].flatMap { HTTPDate.parse($0, now: response.receivedAt) }
    }
}
