/// Which lane a URL belongs to, and how far apart the sends to each lane are.
public struct LanePlan: Sendable, Hashable {
    /// The least time between two sends to a lane that ``intervals`` doesn't name.
    public var defaultInterval: Duration
    /// The least time between two sends, from start to start, by lane; zero for no pace.
    public var intervals: [Lane: Duration]
    /// Further names of lanes: the hosts that share a server's lane, each with the lane it belongs to.
    public var aliases: [Lane: Lane]
    /// How many requests each lane takes before it is closed as out of quota; nil for no such bound.
    ///
    /// On a lane that is shared those of all runs on one day count, else those of this run.
    public var quota: Int?
    /// The lanes that are this run's alone, such as that of a server within the process.
    public var privateLanes: Set<Lane> = []

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - defaultInterval: The least time between two sends to a lane that is not named.
    ///   - intervals: The least time between two sends by lane.
    ///   - aliases: The lanes that share another's pace.
    ///   - quota: How many requests each lane takes; nil for no bound.
    public init(
        defaultInterval: Duration = .seconds(1),
        intervals: [Lane: Duration] = [:],
        aliases: [Lane: Lane] = [:],
        quota: Int? = nil
    ) {
        self.defaultInterval = defaultInterval
        self.intervals = intervals
        self.aliases = aliases
        self.quota = quota
    }

    /// The lane that a request to a URL pays.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The lane, another lane's alias resolved.
    public func lane(of url: HTTPURL) -> Lane {
        let lane = Lane(of: url)
        return aliases[lane] ?? lane
    }

    /// The least time between two sends to a lane.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: The time, never negative.
    public func interval(of lane: Lane) -> Duration {
        max(.zero, intervals[lane] ?? defaultInterval)
    }
}
