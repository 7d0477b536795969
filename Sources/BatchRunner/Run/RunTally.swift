package import HTTPPipeline

/// Counts what a run's results say, as they come.
package struct RunTally: Sendable {
    /// The counts and times so far.
    package private(set) var summary = RunSummary()
    /// What was sent on each lane.
    package private(set) var lanes = LaneLedger()
    /// The first requests that a person should look at: id and sentence.
    package private(set) var notable: [(id: String, sentence: String)] = []
    /// The first moment at which a deferred request may be asked again.
    package private(set) var retryAt: Moment?
    private static let notableLimit = 3

    /// Creates an empty tally.
    package init() {}

    /// Takes note of a result.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - now: When the request ended.
    package mutating func note(_ result: RequestResult, now: Moment) {
        summary.requests += 1
        summary.outcomes[result.outcome, default: 0] += 1
        if let source = result.record.source { summary.sources[source, default: 0] += 1 }
        summary.times += result.times
        for attempt in result.record.attempts {
            lanes.note(attempt)
            guard attempt.send != nil else { continue }
            summary.sends += 1
            if attempt.reason == .redirect { summary.redirects += 1 }
            if attempt.reason == .retry { summary.retries += 1 }
        }
        if result.outcome == .deferred, let wait = result.retryAfter {
            let moment = now.advanced(by: wait)
            retryAt = min(retryAt ?? moment, moment)
        }
        if result.outcome != .ok, notable.count < Self.notableLimit, result.outcome != .skipped {
            notable.append((result.id, result.message ?? "There is no such thing."))
        }
    }
}
