package import HTTPPipeline

/// What was sent on each lane, and how far apart; of lanes beyond the first thousand it keeps nothing.
package struct LaneLedger: Sendable {
    private struct Entry: Sendable {
        var sends = 0
        var last: Moment?
        var leastGap: Duration?
        var interval = Duration.zero
    }

    private var entries: [Lane: Entry] = [:]
    private var order: [Lane] = []
    private static let laneLimit = 1_000

    /// Creates an empty ledger.
    package init() {}

    /// Takes note of an attempt; one that was not sent doesn't count.
    ///
    /// - Parameter attempt: The attempt; attempts come in the order of their sends.
    package mutating func note(_ attempt: AttemptRecord) {
        guard let sent = attempt.sent else { return }
        if entries[attempt.lane] == nil {
            guard order.count < Self.laneLimit else { return }
            order.append(attempt.lane)
        }
        var entry = entries[attempt.lane] ?? Entry()
        if let last = entry.last {
            let gap = last.duration(to: sent)
            entry.leastGap = min(entry.leastGap ?? gap, gap)
        }
        entry.sends += 1
        entry.interval = max(entry.interval, attempt.interval)
        entry.last = sent
        entries[attempt.lane] = entry
    }

    /// The reports of the lanes in the order of their first sends.
    ///
    /// - Parameter redaction: Masks the names of lanes that are secret.
    /// - Returns: The reports.
    package func reports(_ redaction: Redaction) -> [LaneReport] {
        order.compactMap { lane in
            entries[lane].map {
                LaneReport(
                    lane: redaction.masked(lane.name), minInterval: $0.interval, sends: $0.sends, leastGap: $0.leastGap)
            }
        }
    }
}
