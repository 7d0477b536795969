/// Whether and for how long the answers to a request may be kept.
public struct CachePolicy: Sendable, Hashable {
    /// Whether the cache is asked and filled at all.
    public var isEnabled = true
    /// How long an answer is fresh, in place of what the response says; nil for the response's own word (RFC 9111).
    public var ttl: Duration?
    /// How long "there is no such thing" is fresh: in place of ``ttl`` where that is set, else at most.
    public var absentTTL: Duration = .seconds(3600)
    /// What the answer is kept under, in place of method, URL and `Accept`; secrets stand in it by their names.
    public var identity: String?

    /// Creates the default policy: what the response says.
    public init() {}
}

/// What a cache does for a request.
enum CacheDecision {
    /// It asks the server.
    case ask
    /// It answers with what it has.
    case serve(CachedResponse)
    /// It asks the server whether what it has still holds, or for an answer in place of it.
    case refresh(CachedResponse)
}

extension CachePolicy {
    /// The statuses for which a stale answer may stand in (RFC 5861 section 4).
    private static let staleStatuses: Set<Int> = [500, 502, 503, 504]

    /// Whether a response may be kept at all.
    ///
    /// An error is never kept, whatever a judge makes of it; RFC 6585 section 4 forbids it for 429.
    ///
    /// - Parameter response: The response with its hops.
    /// - Returns: Whether nothing forbids it.
    func allowsStoring(_ response: HTTPResponse) -> Bool {
        guard response.verdict == .accepted || response.verdict == .absent else { return false }
        switch response.status {
        case 206, 304, 429, 500...: return false
        default: break
        }
        return (response.hops + [response]).allSatisfy {
            !CacheControl($0.headers).forbidsStoring && !$0.headers.listedNames(in: "Vary").contains("*")
        }
    }

    /// How long a stored answer is fresh from its receipt.
    ///
    /// - Parameter stored: The answer.
    /// - Returns: The duration; zero or less for not at all.
    func lifetime(of stored: CachedResponse) -> Duration {
        guard stored.response.verdict == .absent else { return ttl ?? stored.freshness.lifetime }
        return ttl == nil ? min(stored.freshness.lifetime, absentTTL) : absentTTL
    }

    /// What to do with what is stored.
    ///
    /// - Parameters:
    ///   - stored: The stored answer to this request; nil where there is none.
    ///   - now: The present moment.
    /// - Returns: The decision.
    func decision(on stored: CachedResponse?, at now: Moment) -> CacheDecision {
        guard let stored else { return .ask }
        return stored.response.received.duration(to: now) < lifetime(of: stored) ? .serve(stored) : .refresh(stored)
    }

    /// Whether a stale answer may stand in for a response.
    ///
    /// - Parameters:
    ///   - stored: The stale answer.
    ///   - response: What the server answered.
    ///   - now: The present moment.
    /// - Returns: Whether it may.
    func allows(stale stored: CachedResponse, for response: HTTPResponse, at now: Moment) -> Bool {
        switch response.verdict {
        // An answer is one; and whoever runs the lane has to hear that it is closed.
        case .accepted, .absent, .blocked, .quotaSpent: false
        case .transient, .throttled, .refused:
            Self.staleStatuses.contains(response.status) && allows(stale: stored, at: now)
        }
    }

    /// Whether a stale answer may stand in for an error.
    ///
    /// A wait that the server ordered is no failure: the request is put off, and answered then.
    ///
    /// - Parameters:
    ///   - stored: The stale answer.
    ///   - error: Why there is no response.
    ///   - now: The present moment.
    /// - Returns: Whether it may.
    func allows(stale stored: CachedResponse, for error: HTTPClientError, at now: Moment) -> Bool {
        switch error.code {
        case .nameLookup, .connectionRefused, .connectionFailed, .connectionReset, .connectionClosed, .truncatedBody,
            .timedOut:
            return allows(stale: stored, at: now)
        case .laneClosed: return false
        default: return error.response.map { allows(stale: stored, for: $0, at: now) } ?? false
        }
    }

    private func allows(stale stored: CachedResponse, at now: Moment) -> Bool {
        guard !stored.freshness.forbidsStale else { return false }
        guard let limit = stored.freshness.staleIfError else { return true }
        return stored.response.received.duration(to: now) < lifetime(of: stored) + limit
    }
}
