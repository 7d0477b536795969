/// Which failures are repeated, how often, and which waits are borne.
public struct RetryPolicy: Sendable, Hashable {
    /// What to do when the server asks for a longer wait than ``retryAfterLimit``.
    public enum OverLimit: String, Sendable, Hashable, CaseIterable {
        /// Put the request off, and every further one to the lane until that time.
        case `defer`
        /// End the request as failed.
        case fail
        /// Wait as long as the server says.
        case wait
    }

    /// How many attempts each URL gets in all, the first included.
    public var attempts = 4
    /// The upper bound of the first pause.
    public var baseDelay: Duration = .milliseconds(500)
    /// The upper bound of every pause.
    public var maxDelay: Duration = .seconds(30)
    /// The longest wait on a server's word.
    public var retryAfterLimit: Duration = .seconds(600)
    /// What to do when the server asks for more.
    public var overLimit = OverLimit.defer

    /// Creates the default policy: 4 attempts, 500 ms doubling to 30 s, and server waits up to 10 min.
    public init() {}
}
