extension RetryPolicy {
    /// The pauses before repeats of a request that had a response.
    ///
    /// - Parameters:
    ///   - response: The judged response.
    ///   - request: The request.
    /// - Returns: The pauses; nil where the verdict is final or a repeat might act twice at the server.
    package func backoff(after response: HTTPResponse, to request: HTTPRequest) -> Backoff? {
        guard request.isIdempotent else { return nil }
        switch response.verdict {
        case .transient, .throttled(after: .some): return ordinaryBackoff
        case .throttled(after: nil): return .throttled
        case .accepted, .absent, .quotaSpent, .blocked, .refused: return nil
        }
    }

    /// The pauses before repeats of a request that had no response.
    ///
    /// - Parameters:
    ///   - error: Why there is none.
    ///   - request: The request.
    /// - Returns: The pauses; nil where the failure is final or a repeat might act twice at the server.
    package func backoff(after error: HTTPClientError, to request: HTTPRequest) -> Backoff? {
        guard request.isIdempotent || !error.requestDeparted else { return nil }
        switch error.code {
        case .nameLookup, .connectionRefused, .connectionFailed, .connectionReset, .connectionClosed, .truncatedBody,
            .timedOut, .malformedResponse, .undecodableBody:
            return ordinaryBackoff
        default: return nil
        }
    }

    /// Whether a request waits on a lane that is closed to those who are less patient.
    ///
    /// - Parameter closure: Why and until when the lane is closed.
    /// - Returns: Whether the wait that the server asked for is within this request's own limit.
    package func bears(_ closure: LaneClosure) -> Bool {
        guard let wait = closure.wait else { return false }
        return overLimit == .wait || wait <= retryAfterLimit
    }

    private var ordinaryBackoff: Backoff {
        Backoff(base: baseDelay, cap: maxDelay, jitter: .full)
    }
}
