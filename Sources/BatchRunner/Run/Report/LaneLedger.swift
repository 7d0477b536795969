package import HTTPPipeline

/// What was sent on each lane, and how far apart; of lanes beyond the first thousand it keeps nothing.
package struct LaneLedger: Sendable {
    /// A send of which a gap is the time since the one before.
    private struct Pass: Sendable {
        var moment: Moment
        /// What was asked for when it left; it may change from start to start.
        var interval: LaneInterval
    }

    private struct Entry: Sendable {
        var sends = 0
        /// The sends of earlier starts of the run, in no order.
        var restored: [Pass] = []
        var first: Pass?
        var last: Moment?
        var gaps = LaneGaps()

        /// The gaps over all starts; this start's sends come after those of all others.
        var gapsOfAll: LaneGaps {
            var gaps = gaps
            var last: Moment?
            for pass in restored.sorted(by: { $0.moment < $1.moment }) + [first].compactMap(\.self) {
                gaps.note(last?.duration(to: pass.moment), asked: pass.interval)
                last = pass.moment
            }
            return gaps
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
            entry.gaps.note(entry.last?.duration(to: moment), asked: send.laneInterval)
            entry.first = entry.first ?? Pass(moment: moment, interval: send.laneInterval)
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
            if let moment {
                entry.restored.append(Pass(moment: moment, interval: send.laneInterval))
            } else {
                entry.gaps.note(nil, asked: send.laneInterval)
            }
        }
    }

    private mutating func change(_ send: ResultFacts.Send, _ change: (inout Entry) -> Void) {
        if entries[send.lane] == nil {
            guard order.count < Self.laneLimit else { return }
            order.append(send.lane)
        }
        var entry = entries.removeValue(forKey: send.lane) ?? Entry()
        entry.sends += 1
        change(&entry)
        entries[send.lane] = entry
    }

    /// The reports of the lanes in the order of their first sends.
    package var reports: [LaneReport] {
        order.compactMap { lane in
            entries[lane].map { entry in
                let gaps = entry.gapsOfAll
                return LaneReport(
                    lane: lane, minInterval: gaps.asked.duration, asker: gaps.asked.source.words, sends: entry.sends,
                    leastGap: gaps.least)
            }
        }
    }
}

extension ResultFacts.Send {
    fileprivate var laneInterval: LaneInterval { LaneInterval(interval, by: intervalSource) }
}
