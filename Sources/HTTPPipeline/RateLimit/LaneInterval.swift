/// The least time between two sends to a lane, and whose word it is.
public struct LaneInterval: Sendable, Hashable {
    /// Whose word an interval is.
    public enum Source: String, Sendable, Hashable {
        /// The run's own.
        case run
        /// Another run's on a lane that both share.
        case otherRun
        /// The server's.
        case server
    }

    /// The least time between two sends, from start to start.
    public var duration: Duration
    /// Whose word it is.
    public var source: Source

    /// Creates an interval.
    ///
    /// - Parameters:
    ///   - duration: The least time between two sends.
    ///   - source: Whose word it is.
    public init(_ duration: Duration, by source: Source) {
        self.duration = duration
        self.source = source
    }
}
