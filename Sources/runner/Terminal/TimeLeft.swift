package import BatchRunner

/// An estimate of the time that a run still takes, which never is less than the pace allows.
///
/// It goes by the mean time of the requests so far, to which the pace counts as a few requests more, so that the first ones
/// alone don't make it jump; and of what each request changes it takes a part.
package struct TimeLeft: Sendable, Hashable {
    private struct Lane: Sendable, Hashable {
        var interval: Duration
        /// How many requests are left.
        var left: Int
        var lastSend: Duration?

        /// The least time until the last of the sends that are left.
        func least(whileAsking isAsking: Bool, at now: Duration) -> Duration {
            guard left > 0 else { return .zero }
            // The next send is due one interval after the last, and may leave at once after that. One on its way is known of
            // when it ends, so that the last one known is the one before.
            let passed = lastSend.map { min(now - $0, interval * (isAsking ? 2 : 1)) } ?? interval
            return max(.zero, interval * left - passed)
        }
    }

    private var lanes: [String: Lane] = [:]
    private var begin = Duration.zero
    private var left: Int
    private var asked = 0
    /// What the pace alone makes of a request, in the mean.
    private var pace = Duration.zero
    /// When the run is expected to end.
    private var end: Duration?

    /// As many requests the pace counts.
    private static let weight = 8
    /// How soon the estimate is asked for at the earliest.
    private static let patience = Duration.seconds(1)

    /// Creates the estimate of a run that begins.
    ///
    /// - Parameters:
    ///   - requests: How many requests there are, those included that are kept.
    ///   - paces: How far apart those are asked that are not kept.
    ///   - now: The time since the start.
    package init(requests: Int, paces: [LanePace], at now: Duration) {
        left = requests
        begin = now
        for pace in paces { lanes[pace.lane] = Lane(interval: pace.interval, left: pace.count) }
        let count = paces.reduce(0) { $0 + $1.count }
        if count > 0 { pace = least(whileAsking: false, at: now) / count }
    }

    /// Takes note of a result that is kept and takes no time.
    package mutating func noteKept() { left -= 1 }

    /// Takes note of a send.
    ///
    /// - Parameters:
    ///   - lane: The lane's name.
    ///   - moment: When it left, since the start.
    package mutating func noteSend(on lane: String, at moment: Duration) {
        lanes[lane]?.lastSend = moment
    }

    /// Takes note of the end of a request.
    ///
    /// - Parameters:
    ///   - lane: The lane's name; nil for a request that needed none.
    ///   - now: The time since the start.
    package mutating func noteEnd(on lane: String?, at now: Duration) {
        left -= 1
        asked += 1
        if let lane { lanes[lane]?.left -= 1 }
        let weight = lanes.isEmpty ? 0 : Self.weight
        let mean = (now - begin + pace * weight) / (asked + weight)
        let expected = now + mean * left
        end = end.map { $0 + (expected - $0) / 4 } ?? expected
    }

    /// The estimate.
    ///
    /// - Parameters:
    ///   - wait: How long the wait under way goes on.
    ///   - isAsking: Whether a request is on its way.
    ///   - now: The time since the start.
    /// - Returns: The time; nil while there is nothing to go by.
    package func estimate(waiting wait: Duration, whileAsking isAsking: Bool, at now: Duration) -> Duration? {
        guard let end, left > 0, now >= Self.patience else { return nil }
        // After the wait one request is asked at once.
        let waiting = wait + (lanes.values.map { $0.interval * max(min($0.left, left) - 1, 0) }.max() ?? .zero)
        return max(end - now, wait > .zero ? waiting : least(whileAsking: isAsking, at: now), .zero)
    }

    private func least(whileAsking isAsking: Bool, at now: Duration) -> Duration {
        lanes.values.map { $0.least(whileAsking: isAsking, at: now) }.max() ?? .zero
    }
}
