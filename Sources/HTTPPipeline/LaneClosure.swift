/// Why a lane takes no more requests, and until when.
public struct LaneClosure: Sendable, Hashable {
    /// Why a lane is closed.
    public enum Reason: String, Sendable, Hashable {
        /// The server asked for a wait that is longer than allowed.
        case throttled
        /// The server's quota is spent.
        case quotaSpent
        /// The server refuses this client.
        case blocked
        /// The quota that the caller set for the lane is used up.
        case allowanceSpent
    }

    /// Why it is closed.
    public var reason: Reason
    /// When it opens again; nil for not in this run.
    public var until: Moment?
    /// How long a wait the server asked for, where it closes the lane only to those who don't bear that much.
    package var wait: Duration?

    /// Creates a closure.
    ///
    /// - Parameters:
    ///   - reason: Why the lane is closed.
    ///   - until: When it opens again; nil for not in this run.
    public init(_ reason: Reason, until: Moment?) {
        self.reason = reason
        self.until = until
    }
}
