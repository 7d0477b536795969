/// How a request ended.
package enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// Answered.
    case ok
    /// Answered: there is no such thing.
    case notFound = "not_found"
    /// Asked, and answered badly or not at all.
    case failed
    /// Not answered, because the server, its quota or the deadline said later.
    case deferred
    /// Not asked, or not to the end, because the run was stopped.
    case skipped
}

/// Why a request failed, was deferred or was skipped.
package enum OutcomeReason: String, Sendable, Hashable, CaseIterable {
    /// The server asked for slower requests.
    case throttled
    /// The server's quota is spent.
    case quotaExhausted = "quota_exhausted"
    /// The server refuses this client.
    case blocked
    /// A time limit passed.
    case timeout
    /// No connection, or it broke.
    case connection
    /// The certificate or the TLS handshake failed.
    case tls
    /// The status is not one that answers the request.
    case httpStatus = "http_status"
    /// The answer is not what the server should speak.
    case invalidResponse = "invalid_response"
    /// The answer is about another book.
    case mismatch
    /// Several books fit what is asked, or the nearest one can't be compared.
    case ambiguous
    /// The answer is larger than allowed.
    case tooLarge = "too_large"
    /// A redirect can't or must not be followed.
    case redirect
    /// The request itself is wrong.
    case invalidRequest = "invalid_request"
    /// Too many requests failed.
    case maxFailures = "max_failures"
    /// The server is in trouble and is left alone.
    case breaker
    /// The run's deadline passed.
    case deadline
    /// The run was interrupted.
    case interrupted
}
