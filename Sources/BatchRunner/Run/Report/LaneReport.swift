import HTTPPipeline

/// How a lane was kept during a run.
package struct LaneReport: Sendable, Hashable {
    /// The lane's name.
    package var lane: String
    /// The interval that was to be kept.
    package var minInterval: Duration
    /// Whose word that was, as in `asked by another run`; nil for the run's own.
    package var asker: String?
    /// How many requests were sent on it.
    package var sends: Int
    /// The least time between two sends; nil for fewer than two.
    package var leastGap: Duration?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - lane: The lane's name.
    ///   - minInterval: The interval that was to be kept.
    ///   - asker: Whose word that was; nil for the run's own.
    ///   - sends: How many requests were sent on it.
    ///   - leastGap: The least time between two sends; nil for fewer than two.
    package init(lane: String, minInterval: Duration, asker: String? = nil, sends: Int, leastGap: Duration?) {
        self.lane = lane
        self.minInterval = minInterval
        self.asker = asker
        self.sends = sends
        self.leastGap = leastGap
    }
}

extension LaneInterval.Source {
    /// Who that is, for people; nil for the run itself.
    var words: String? {
        switch self {
        case .run: nil
        case .otherRun: "another run"
        case .server: "the server"
        }
    }
}
