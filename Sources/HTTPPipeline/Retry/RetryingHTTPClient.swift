/// Repeats what failed for a while, and ends a request whose next wait would be too long before that wait begins.
package struct RetryingHTTPClient<Base, C: Clock, Generator: RandomNumberGenerator>: HTTPClient, ~Copyable
where Base: PacedHTTPClient & ~Copyable, C.Duration == Duration {
    private var base: Base
    private let timeline: Timeline<C>
    private var generator: Generator

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - base: Sends each attempt.
    ///   - timeline: The clocks of the pipeline.
    ///   - generator: The source of the jitter.
    package init(base: consuming Base, timeline: Timeline<C>, generator: Generator) {
        self.base = base
        self.timeline = timeline
        self.generator = generator
    }

    /// Sends a request, and again while its failures may heal and attempts are left.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - record: Where waits and attempts are noted.
    /// - Returns: The first response that is final, or the last one that is not.
    /// - Throws: ``HTTPClientError``: the last failure, or why the next attempt is not to be made now.
    package mutating func send(
        _ request: HTTPRequest,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        let budget = WaitBudget(of: request)
        var attempt = request
        var last: Result<HTTPResponse, HTTPClientError>?
        while true {
            attempt.limits.attempt = try admit(attempt, after: last, within: budget, record)
            let outcome: Result<HTTPResponse, HTTPClientError>
            do {
                outcome = .success(try await base.send(attempt, recording: &record))
            } catch {
                // Nothing was sent, so no attempt is used up; how long the lane's next wait is allowed to be is asked anew.
                if error.code == .laneTaken { continue }
                outcome = .failure(try cutShort(error, of: attempt, within: budget, record))
            }
            guard let hold = try hold(after: outcome, of: attempt) else { return try outcome.get() }
            attempt.earliest = hold
            if attempt.attemptNumber >= request.retry.attempts {
                try putOff(attempt, after: outcome, within: budget, record)
                return try outcome.get()
            }
            attempt.attemptNumber += 1
            attempt.reason = .retry
            last = outcome
        }
    }

    /// The pause before a repeat; nil where the outcome is final.
    private mutating func hold(
        after outcome: Result<HTTPResponse, HTTPClientError>,
        of attempt: HTTPRequest
    ) throws(HTTPClientError) -> Hold? {
        let backoff: Backoff?
        var told: Hold?
        switch outcome {
        case .success(let response):
            if let closure = LaneClosure(after: response), closure.reason == .quotaSpent {
                throw .laneClosed(closure, after: response)
            }
            backoff = attempt.retry.backoff(after: response, to: attempt)
            // That an answer isn't there yet is a word about this request alone. A fault's is not taken: one that lasts
            // would put its request off for ever.
            if response.status == 202 {
                told = RetryAfter.delay(of: response).map {
                    Hold(until: response.received.advanced(by: $0), reason: .server)
                }
            }
            if case .throttled(after: nil) = response.verdict {
                // Every other request has to leave a pressed server alone as well, even if this one is not repeated.
                let hold = hold(by: .throttled, of: attempt)
                base.holdLane(of: attempt, hold)
                return backoff == nil ? nil : hold
            }
        case .failure(let error):
            backoff = attempt.retry.backoff(after: error, to: attempt)
        }
        guard let pause = backoff.map({ hold(by: $0, of: attempt) }) else { return nil }
        return told.flatMap { $0.until > pause.until ? $0 : nil } ?? pause
    }

    private mutating func hold(by backoff: Backoff, of attempt: HTTPRequest) -> Hold {
        let pause = backoff.pause(afterAttempt: attempt.attemptNumber, using: &generator)
        return Hold(until: timeline.now.advanced(by: pause), reason: .backoff)
    }

    /// How long the next exchange may take.
    private mutating func admit(
        _ attempt: HTTPRequest,
        after last: Result<HTTPResponse, HTTPClientError>?,
        within budget: WaitBudget,
        _ record: RequestRecord
    ) throws(HTTPClientError) -> Duration {
        let departure = base.departure(of: attempt)
        if let closure = departure.closure { throw .laneClosed(closure, after: last?.response) }
        let now = timeline.now
        let wait = now.duration(to: departure.moment)
        switch budget.ruling(on: departure, used: budget.used(by: record, now: now), now: now) {
        case .proceed(let exchange):
            return exchange
        case .overLimit:
            throw overLimit(attempt, departure, wait, after: last)
        case .timedOut:
            let message =
                wait > .zero && departure.reason != .pace
                ? "A pause of \(wait.inSeconds) before the next attempt does not fit the request's limit of "
                    + "\(attempt.limits.request.inSeconds)."
                : "The request's limit of \(attempt.limits.request.inSeconds) passed."
            throw .ended(.timedOut, message, after: last)
        case .deadline:
            var error = HTTPClientError.ended(
                .deadline, Self.lateness(of: attempt, departure, wait, now: now), after: last)
            // A later run is told when it makes sense.
            if departure.reason == .server, wait > .zero {
                error.closure = LaneClosure(.throttled, until: departure.moment)
            }
            throw error
        }
    }

    /// Why an attempt would come too late for the run's deadline.
    private static func lateness(
        of attempt: HTTPRequest, _ departure: Departure, _ wait: Duration, now: Moment
    ) -> String {
        guard let deadline = attempt.deadline, departure.moment < deadline else {
            return wait > .zero
                ? "A wait of \(wait.inSeconds) would pass the deadline of the run." : "The deadline of the run passed."
        }
        return
            "Until the deadline of the run there are \(departure.moment.duration(to: deadline).inSeconds) left, less than the "
            + (attempt.isIdempotent
                ? "server's latest answer took."
                : "attempt may take, and this request must not be cut short: give the run a later deadline, or the request a "
                    + "timeout.attempt that fits.")
    }

    /// Puts a request off whose attempts are used up, where the server's last word is a wait beyond the limit.
    private mutating func putOff(
        _ attempt: HTTPRequest,
        after outcome: Result<HTTPResponse, HTTPClientError>,
        within budget: WaitBudget,
        _ record: RequestRecord
    ) throws(HTTPClientError) {
        guard case .success = outcome, attempt.retry.overLimit == .defer else { return }
        let departure = base.departure(of: attempt)
        let now = timeline.now
        let used = budget.used(by: record, now: now)
        guard budget.ruling(on: departure, used: used, now: now) == .overLimit else { return }
        throw overLimit(attempt, departure, now.duration(to: departure.moment), after: outcome)
    }

    private mutating func overLimit(
        _ attempt: HTTPRequest,
        _ departure: Departure,
        _ wait: Duration,
        after last: Result<HTTPResponse, HTTPClientError>?
    ) -> HTTPClientError {
        let limit =
            wait > attempt.retry.retryAfterLimit
            ? "is longer than the limit of \(attempt.retry.retryAfterLimit.inSeconds)"
            : "does not fit the request's limit of \(attempt.limits.request.inSeconds)"
        let isPutOff = attempt.retry.overLimit == .defer
        var error = HTTPClientError.ended(
            isPutOff ? .laneClosed : .throttled,
            "The server asks for a wait of \(wait.roundedUpToSecond.inSeconds), which \(limit).",
            after: last
        )
        if let response = last?.response { error.cause = response.retryAfterText ?? error.cause }
        if isPutOff {
            var closure = LaneClosure(.throttled, until: departure.moment)
            // What is only longer than this request's own time is for the others to wait for.
            if departure.holdsLane, wait > attempt.retry.retryAfterLimit {
                closure.wait = wait
                base.closeLane(of: attempt, closure)
            }
            error.closure = closure
        }
        return error
    }

    /// The failure of an attempt, unless it was cut short by what was left of the request's limit or of the run.
    private func cutShort(
        _ error: HTTPClientError,
        of attempt: HTTPRequest,
        within budget: WaitBudget,
        _ record: RequestRecord
    ) throws(HTTPClientError) -> HTTPClientError {
        guard error.code == .timedOut else { return error }
        let now = timeline.now
        var final = error
        final.cause = error.description
        if let deadline = attempt.deadline, now >= deadline {
            final.code = .deadline
            final.message = "The deadline of the run passed."
        } else if budget.used(by: record, now: now) >= attempt.limits.request {
            final.message = "The request's limit of \(attempt.limits.request.inSeconds) passed."
        } else {
            return error
        }
        throw final
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPClientError {
    fileprivate var response: HTTPResponse? {
        switch self {
        case .success(let response): response
        case .failure(let error): error.response
        }
    }
}

extension HTTPClientError {
    /// The end of a request before its next attempt, with what came of the last one.
    fileprivate static func ended(
        _ code: Code,
        _ message: String,
        after last: Result<HTTPResponse, HTTPClientError>?
    ) -> HTTPClientError {
        var error = HTTPClientError(code, message)
        switch last {
        case .success(let response):
            error.cause = response.judgement.message ?? "the last answer had status \(response.status)"
            error.response = response
            error.requestDeparted = true
        case .failure(let failure):
            error.cause = failure.description
            error.response = failure.response
            error.requestDeparted = failure.requestDeparted
        case nil: break
        }
        return error
    }
}

extension HTTPResponse {
    /// The raw wait for a message, as a mistaken one is understood only by its text.
    fileprivate var retryAfterText: String? {
        headers["Retry-After"].map { "Retry-After: " + $0.prefix(2_000) }
    }
}
