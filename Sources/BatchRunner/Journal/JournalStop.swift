/// Why a start ended before its run did, or was about to.
package enum JournalStop: String, Sendable, Hashable, CaseIterable {
    /// It was interrupted.
    case interrupted
    /// Its deadline passed.
    case deadline
    /// Too many requests failed; what failed in the start until then is asked again.
    case maxFailures = "max_failures"
    /// A server was in trouble or refused the client; what failed in the start until then is asked again, twice at the most.
    case trouble
    /// Requests were deferred for other reasons.
    case deferred
}
