/// How a lane was kept during a run.
package struct LaneReport: Sendable, Hashable {
    /// The lane's name.
    package var lane: String
    /// The interval that was to be kept.
    package var minInterval: Duration
    /// How many requests were sent on it.
    package var sends: Int
    /// The least time between two sends; nil for fewer than two.
    package var leastGap: Duration?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - lane: The lane's name.
    ///   - minInterval: The interval that was to be kept.
    ///   - sends: How many requests were sent on it.
    ///   - leastGap: The least time between two sends; nil for fewer than two.
    package init(lane: String, minInterval: Duration, sends: Int, leastGap: Duration?) {
        self.lane = lane
        self.minInterval = minInterval
        self.sends = sends
        self.leastGap = leastGap
    }
}
