/// Says whether a request may wait for its next departure, and how long the exchange after it may take.
package struct WaitBudget: Sendable {
    /// What a wait comes to.
    package enum Ruling: Sendable, Hashable {
        /// Wait and send; the exchange may take at most this long.
        case proceed(exchange: Duration)
        /// The server asks for a longer wait than is allowed.
        case overLimit
        /// The wait, or what was spent before it, uses up the limit of the request.
        case timedOut
        /// The wait ends when the run has to end, or too shortly before that for an answer.
        case deadline
    }

    private let policy: RetryPolicy
    private let limits: TimeLimits
    private let deadline: Moment?
    /// Whether an exchange that is cut leaves open what it did, so that it is begun only where it need not be cut.
    private let isOnce: Bool

    /// Creates the budget of a request.
    ///
    /// - Parameter request: The request with its limits as they were given.
    package init(of request: HTTPRequest) {
        policy = request.retry
        limits = request.limits
        deadline = request.deadline
        isOnce = !request.isIdempotent
    }

    /// How much of the request's limit is used: all time since the beginning, except waits for the lane's pace.
    ///
    /// Where the policy is to wait as long as the server says, the server's waits are outside the limit too. The time is
    /// that of the record, so that it goes on over hops and follow-ups.
    ///
    /// - Parameters:
    ///   - record: The record of the request.
    ///   - now: The present moment.
    /// - Returns: The time used.
    package func used(by record: RequestRecord, now: Moment) -> Duration {
        let waits = record.waits
        let free = policy.overLimit == .wait ? waits.pace + waits.server : waits.pace
        return record.started.duration(to: now) - free
    }

    /// Rules on the wait before a departure.
    ///
    /// - Parameters:
    ///   - departure: When the request would leave, and the reason that the wait is charged to.
    ///   - used: How much of the request's limit is used.
    ///   - now: The present moment.
    /// - Returns: The ruling.
    package func ruling(on departure: Departure, used: Duration, now: Moment) -> Ruling {
        let wait = now.duration(to: departure.moment)
        let isOrdered = departure.reason == .server && wait > .zero
        if isOrdered, policy.overLimit != .wait, wait > policy.retryAfterLimit || used + wait >= limits.request {
            return .overLimit
        }
        if let deadline, departure.moment >= deadline { return .deadline }
        let isFree = departure.reason == .pace || (isOrdered && policy.overLimit == .wait)
        let left = limits.request - used - (isFree ? .zero : wait)
        guard left > .zero else { return .timedOut }
        let exchange = min(limits.attempt, left)
        guard let deadline else { return .proceed(exchange: exchange) }
        let untilDeadline = departure.moment.duration(to: deadline)
        // Cut at the deadline, a request that must not be sent twice may have done its work, and nobody would know; any other
        // would be asked again, so it is begun where the server is as quick as it was.
        if (isOnce ? exchange : departure.latestAnswer) > untilDeadline { return .deadline }
        return .proceed(exchange: min(exchange, untilDeadline))
    }
}
