/// How many requests may fail before a run is stopped.
package struct FailureBudget: Sendable, Hashable {
    /// How many may fail.
    package let allowed: Int
    /// How many have failed.
    package private(set) var failures = 0

    /// Creates a budget; a share of the requests allows at least twenty.
    ///
    /// - Parameters:
    ///   - limit: The manifest's word.
    ///   - requests: How many requests can be asked.
    package init(_ limit: Manifest.FailureLimit, requests: Int) {
        switch limit {
        case .percent(let percent): allowed = max(20, (requests * percent + 99) / 100)
        case .count(let count): allowed = count
        }
    }

    /// Takes note of an outcome.
    ///
    /// What can't be asked, as a list's bad line, fails in every start alike: if it counted, a run over such a list would never end.
    /// What is ambiguous says that the list has to be more exact, and nothing of the server.
    ///
    /// - Parameters:
    ///   - outcome: How a request ended.
    ///   - reason: Why.
    /// - Returns: Whether more have failed than may.
    package mutating func note(_ outcome: Outcome, _ reason: OutcomeReason? = nil) -> Bool {
        if outcome == .failed, reason != .invalidRequest, reason != .ambiguous { failures += 1 }
        return failures > allowed
    }
}
