/// Whether and for how long the answers to a request may be kept.
public struct CachePolicy: Sendable, Hashable {
    /// Whether the cache is asked and filled at all.
    public var isEnabled = true
    /// How long an answer is fresh, in place of what the response says; nil for the response's own word (RFC 9111).
    public var ttl: Duration?
    /// How long "there is no such thing" is fresh, where ``ttl`` is set.
    public var absentTTL: Duration = .seconds(3600)
    /// What the answer is kept under, in place of method, URL and `Accept`; secrets stand in it by their names.
    public var identity: String?

    /// Creates the default policy: what the response says.
    public init() {}
}
