package import HTTPPipeline

/// What was sent on each lane, and how far apart.
package struct LaneLedger: Sendable {
    private struct Entry: Sendable {
        var sends = 0
        var last: Moment?
        var leastGap: Duration?
    }

    private var entries: [Lane: Entry] = [:]
    private var order: [Lane] = []

    /// Creates an empty ledger.
    package init() {}

    /// Takes note of an attempt; one that was not sent doesn't count.
    ///
    /// - Parameter attempt: The attempt; attempts come in the order of their sends.
    package mutating func note(_ attempt: AttemptRecord) {
        guard let sent = attempt.sent else { return }
        if entries[attempt.lane] == nil { order.append(attempt.lane) }
        var entry = entries[attempt.lane] ?? Entry()
        if let last = entry.last {
            let gap = last.duration(to: sent)
            entry.leastGap = min(entry.leastGap ?? gap, gap)
        }
        entry.sends += 1
        entry.last = sent
        entries[attempt.lane] = entry
    }

    /// The reports of all lanes in the order of their first sends.
    ///
    /// - Parameter interval: The interval that was to be kept on a lane.
    /// - Returns: The reports.
    package func reports(interval: (Lane) -> Duration) -> [LaneReport] {
        order.compactMap { lane in
            entries[lane].map {
                LaneReport(lane: lane.name, minInterval: interval(lane), sends: $0.sends, leastGap: $0.leastGap)
            }
        }
    }
}
