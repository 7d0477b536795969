package import HTTPPipeline

/// Counts what a run's results say, as they come.
package struct RunTally: Sendable {
    /// The counts and times so far.
    package private(set) var summary = RunSummary()
    /// What was sent on each lane.
    package private(set) var lanes = LaneLedger()
    /// The requests that a person should look at, in the order of the first of each reason.
    private var groups: [NotableGroup] = []
    /// The first moment at which a deferred request may be asked again.
    package private(set) var retryAt: Moment?

    /// The requests that a person should look at: what failed before what was put off, and last what there is none of; of each
    /// first what there is most of.
    package var notable: [NotableGroup] {
        [.failed, .deferred, .notFound].flatMap { outcome in
            groups.filter { $0.outcome == outcome }.sorted { $0.count > $1.count }
        }
    }

    /// Creates an empty tally.
    package init() {}

    /// Takes note of a result of this start.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - facts: What a run counts of it.
    ///   - id: The request's id as it is shown.
    ///   - now: When the request ended.
    package mutating func note(_ result: RequestResult, _ facts: ResultFacts, of id: String, now: Moment) {
        count(facts)
        let moments = result.record.attempts.compactMap { $0.send == nil ? nil : $0.sent }
        for (send, moment) in zip(facts.sends, moments) { lanes.note(send, at: moment) }
        if result.outcome == .deferred, let wait = result.retryAfter {
            // The next start asks after that time, whatever the server said.
            let moment = now.advanced(by: min(wait, LaneRecord.longestHold))
            retryAt = min(retryAt ?? moment, moment)
        }
        note(facts, of: id) { result.message }
    }

    /// Takes note of a result that was not asked for in this start: an equal request has it, or an earlier start.
    ///
    /// - Parameters:
    ///   - facts: What a run counts of it.
    ///   - id: The request's id.
    ///   - moment: When a send was, in terms of this start's timeline; nil for one of another start of the machine.
    ///   - message: Finds the sentence on its reason.
    package mutating func note(
        _ facts: ResultFacts, of id: String, moment: (ResultFacts.Send) -> Moment?, message: () -> String?
    ) {
        count(facts)
        for send in facts.sends where !send.isOfEarlierRun { lanes.note(send, restoredFrom: moment(send)) }
        note(facts, of: id, message: message)
    }

    private mutating func count(_ facts: ResultFacts) {
        summary.requests += 1
        summary.outcomes[facts.outcome, default: 0] += 1
        switch facts.source {
        case .pipeline(let source): summary.sources[source, default: 0] += 1
        case .duplicate: summary.duplicates += 1
        case nil: break
        }
        summary.times += facts.times
        summary.sends += facts.sends.count
        summary.retries += facts.retries
        summary.redirects += facts.redirects
    }

    private mutating func note(_ facts: ResultFacts, of id: String, message: () -> String?) {
        guard facts.outcome != .ok, facts.outcome != .skipped else { return }
        let place =
            groups.firstIndex { $0.outcome == facts.outcome && $0.reason == facts.reason } ?? groups.endIndex
        if place == groups.endIndex { groups.append(NotableGroup(facts.outcome, facts.reason)) }
        groups[place].add(id, message() ?? "There is no such thing.")
    }
}
