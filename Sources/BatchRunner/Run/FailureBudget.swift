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
    ///   - requests: How many requests there are.
    package init(_ limit: Manifest.FailureLimit, requests: Int) {
        switch limit {
        case .percent(let percent): allowed = max(20, (requests * percent + 99) / 100)
        case .count(let count): allowed = count
        }
    }

    /// Takes note of an outcome.
    ///
    /// - Parameter outcome: How a request ended.
    /// - Returns: Whether more have failed than may.
    package mutating func note(_ outcome: Outcome) -> Bool {
        if outcome == .failed { failures += 1 }
        return failures > allowed
    }
}
