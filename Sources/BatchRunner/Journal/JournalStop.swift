/// Why a start ended before its run did.
package enum JournalStop: String, Sendable, Hashable, CaseIterable {
    /// It was interrupted.
    case interrupted
    /// Its deadline passed.
    case deadline
    /// Too many requests failed; what failed in it is asked again.
    case maxFailures = "max_failures"
    /// Requests were deferred.
    case deferred
}
