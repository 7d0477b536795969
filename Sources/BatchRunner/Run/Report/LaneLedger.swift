package import HTTPPipeline

/// What was sent on each lane, and how far apart; of lanes beyond the first thousand it keeps nothing.
package struct LaneLedger: Sendable {
    private struct Entry: Sendable {
        var sends = 0
        /// When earlier starts of the run sent, in no order.
        var restored: [Moment] = []
        var first: Moment?
        var last: Moment?
        var leastGap: Duration?
        var interval = Duration.zero

        /// The least gap over all starts; this start's sends come after those of all others.
        var leastGapOfAll: Duration? {
            let before = restored.sorted()
            var gaps = zip(before, before.dropFirst()).map { $0.duration(to: $1) }
            if let last = before.last, let first { gaps.append(last.duration(to: first)) }
            if let leastGap { gaps.append(leastGap) }
            return gaps.min()
        }
    }

    private var entries: [String: Entry] = [:]
    private var order: [String] = []
    private static let laneLimit = 1_000

    /// Creates an empty ledger.
    package init() {}

    /// Takes note of a send of this start; they come in their order.
    ///
    /// - Parameters:
    ///   - send: The send.
    ///   - moment: When it was.
    package mutating func note(_ send: ResultFacts.Send, at moment: Moment) {
        change(send) { entry in
            if let last = entry.last {
                let gap = last.duration(to: moment)
                entry.leastGap = min(entry.leastGap ?? gap, gap)
            }
            entry.first = entry.first ?? moment
            entry.last = moment
        }
    }

    /// Takes note of a send of an earlier start of the run; they come in any order.
    ///
    /// - Parameters:
    ///   - send: The send.
    ///   - moment: When it was, on this start's timeline; nil where that can't be told, so that only the send counts.
    package mutating func note(_ send: ResultFacts.Send, restoredFrom moment: Moment?) {
        change(send) { entry in
            if let moment { entry.restored.append(moment) }
        }
    }

    private mutating func change(_ send: ResultFacts.Send, _ change: (inout Entry) -> Void) {
        if entries[send.lane] == nil {
            guard order.count < Self.laneLimit else { return }
            order.append(send.lane)
        }
        var entry = entries.removeValue(forKey: send.lane) ?? Entry()
        entry.sends += 1
        entry.interval = max(entry.interval, send.interval)
        change(&entry)
        entries[send.lane] = entry
    }

    /// The reports of the lanes in the order of their first sends.
    package var reports: [LaneReport] {
        order.compactMap { lane in
            entries[lane].map {
                LaneReport(lane: lane, minInterval: $0.interval, sends: $0.sends, leastGap: $0.leastGapOfAll)
            }
        }
    }
}
