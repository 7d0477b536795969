/// What a response means for the request, as its judge reads it.
///
/// Retry, lanes and cache go by it, never by the status alone.
public enum Verdict: Sendable, Hashable {
    /// An answer.
    case accepted
    /// The answer that there is no such thing.
    case absent
    /// A fault that may heal: ask again.
    case transient
    /// Too fast: ask again after this time from the receipt of the response; nil where the server named none.
    case throttled(after: Duration?)
    /// A quota is spent: ask nothing more of this server for this time from the receipt of the response; nil where unknown.
    case quotaSpent(after: Duration?)
    /// The server refuses this client: ask it nothing more in this run.
    case blocked
    /// A final no to this request.
    case refused
}

/// A verdict with what the judge found while reading the body.
public struct Judgement: Sendable {
    /// The verdict.
    public var verdict: Verdict
    /// What the judge parsed, so that it is parsed once.
    public var parsed: (any Sendable)?
    /// One sentence on what is wrong with the response, where the verdict alone doesn't say it.
    public var message: String?

    /// Creates a judgement.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - parsed: What the judge parsed.
    ///   - message: One sentence on what is wrong.
    public init(_ verdict: Verdict, parsed: (any Sendable)? = nil, message: String? = nil) {
        self.verdict = verdict
        self.parsed = parsed
        self.message = message
    }
}
