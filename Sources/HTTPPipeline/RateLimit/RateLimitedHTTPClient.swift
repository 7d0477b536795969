/// The only way from a transport to a client: every send waits for its lane and passes its gate.
package struct RateLimitedHTTPClient<Transport: HTTPTransport & ~Copyable, C: Clock>: PacedHTTPClient, ~Copyable
where C.Duration == Duration {
    private var transport: Transport
    private var limiter: RateLimiter
    private let redaction: Redaction
    private let timeline: Timeline<C>
    private let observer: (any PipelineObserver)?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - transport: The wire.
    ///   - limiter: The lanes of the run.
    ///   - redaction: Masks the secrets in what is noted of an attempt.
    ///   - timeline: The clocks of the pipeline.
    ///   - observer: Is told of waits and attempts.
    package init(
        over transport: consuming Transport,
        limiter: consuming RateLimiter,
        redaction: Redaction,
        timeline: Timeline<C>,
        observer: (any PipelineObserver)?
    ) {
        self.transport = transport
        self.limiter = limiter
        self.redaction = redaction
        self.timeline = timeline
        self.observer = observer
    }

    /// When a request would leave if it were sent now.
    ///
    /// - Parameter request: The request.
    /// - Returns: The moment, its reason, and the closure where its lane is closed.
    package func departure(of request: HTTPRequest) -> Departure {
        limiter.departure(of: request, now: timeline.now)
    }

    /// Holds every request to the lane of a request.
    ///
    /// - Parameters:
    ///   - request: A request to the lane.
    ///   - hold: Until when and why.
    package mutating func holdLane(of request: HTTPRequest, _ hold: Hold) {
        limiter.hold(limiter.lane(of: request), hold)
    }

    /// Closes the lane of a request.
    ///
    /// - Parameters:
    ///   - request: A request to the lane.
    ///   - closure: Why and until when.
    package mutating func closeLane(of request: HTTPRequest, _ closure: LaneClosure) {
        limiter.close(limiter.lane(of: request), closure)
    }

    /// Waits for the lane, sends the request once and judges the response.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - record: Where the wait and the attempt are noted.
    /// - Returns: The response; a redirect that is to be followed isn't judged.
    /// - Throws: ``HTTPClientError`` when the lane is closed, the task is cancelled or the exchange failed.
    package mutating func send(
        _ request: HTTPRequest,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        let lane = limiter.lane(of: request)
        let departure = departure(of: request)
        if let closure = departure.closure { throw .laneClosed(closure) }
        let waits = try await wait(for: departure, of: request, on: lane, recording: &record)
        defer { if departure.turn != nil { limiter.endTurn(of: lane) } }

        var attempt = AttemptRecord(
            number: request.attemptNumber,
            reason: request.reason,
            method: request.method,
            url: redaction.masked(request.url),
            lane: lane
        )
        attempt.waits = waits
        record.append(attempt)
        note(limiter.interval(of: lane), in: &record)
        if let observer, let attempt = record.attempts.last { observer.observe(.attempting(attempt)) }

        let started = timeline.now
        let gate = LaneGate(
            opens: departure.moment,
            reason: departure.reason,
            pass: limiter.pass(for: lane),
            allowsPrivatePeer: request.allowsPrivatePeer,
            timeline: timeline
        )
        do {
            var response = try await transport.send(request, through: gate, recording: &record)
            let passage = gate.close()
            // A transport that doesn't tell when the head left can at least not make the lane faster than its gate.
            let sent = passage.departed ?? passage.opened
            note(passage, sent: sent, on: lane, in: &record)
            if !RedirectPolicy.follows(response, to: request) {
                response.judgement = request.judge.judgement(of: response)
            }
            limiter.observe(response, on: lane, sent: sent)
            finish(&record) { attempt in
                attempt.status = response.status
                attempt.error = response.judgement.message.map(redaction.sentence)
            }
            return response
        } catch {
            var error = error
            let passage = gate.close()
            note(passage, sent: passage.departed, on: lane, in: &record)
            if passage.departed != nil {
                error.requestDeparted = true
                if error.code == .timedOut, let departed = passage.departed {
                    limiter.noteSilence(on: lane, for: departed.duration(to: timeline.now))
                }
            } else if error.isFeltByServer, record.attempts.last?.endedInLookup != true {
                limiter.noteFailedConnect(on: lane, at: started)
            }
            finish(&record) { $0.error = redaction.sentence(error.description) }
            throw error
        }
    }

    /// Waits until a request may connect; the lane's turn is this run's then, where one is needed.
    private func wait(
        for departure: Departure,
        of request: HTTPRequest,
        on lane: Lane,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> Waits {
        let began = timeline.now
        if departure.moment > began {
            observer?.observe(.waiting(departure.reason, lane: lane, until: departure.moment))
        }
        do throws(HTTPClientError) {
            if let turn = departure.turn {
                try await timeline.sleep(until: turn)
                try await takeTurn(of: lane, for: request, leaving: departure)
            }
            try await timeline.sleep(until: departure.moment.advanced(by: .zero - timeline.lead))
        } catch {
            if departure.turn != nil { limiter.endTurn(of: lane) }
            let waits = waits(since: began, for: departure)
            for reason in WaitReason.allCases { record.noteFruitlessWait(waits[reason], for: reason) }
            throw error
        }
        return waits(since: began, for: departure)
    }

    /// The time since a moment: until the departure its reason's, and after it the pace's, since another run had the turn.
    private func waits(since began: Moment, for departure: Departure) -> Waits {
        let now = timeline.now
        let due = max(began, min(now, departure.moment))
        var waits = Waits()
        if departure.moment > began { waits[departure.reason] = began.duration(to: due) }
        if departure.turn != nil { waits.pace += due.duration(to: now) }
        return waits
    }

    /// Waits for the lane's turn; gives up when another run's send or word moved the departure, which is looked at anew then.
    private func takeTurn(
        of lane: Lane, for request: HTTPRequest, leaving departure: Departure
    ) async throws(HTTPClientError) {
        var patience = max(timeline.now, departure.moment).advanced(by: request.limits.connect)
        while true {
            let isOverdue = timeline.now >= patience
            let hasTurn = limiter.takeTurn(of: lane, overdue: isOverdue)
            let now = timeline.now
            let present = limiter.departure(of: request, now: now)
            if present.closure != nil || present.moment > max(departure.moment, now)
                || request.deadline.map({ now >= $0 }) ?? false
            {
                throw HTTPClientError(.laneTaken, "Another run was faster.")
            }
            if hasTurn { return }
            // Whoever took it from the one who was late has as much time.
            if isOverdue { patience = now.advanced(by: request.limits.connect) }
            try await timeline.sleep(until: now.advanced(by: LaneTurn.pause))
        }
    }

    private func note(_ interval: LaneInterval, in record: inout RequestRecord) {
        record.updateLastAttempt { attempt in
            attempt.interval = interval.duration
            attempt.intervalSource = interval.source
        }
    }

    private mutating func note(
        _ passage: LaneGate<C>.Passage,
        sent: Moment?,
        on lane: Lane,
        in record: inout RequestRecord
    ) {
        let number = sent.map { limiter.noteSend(on: lane, at: $0) }
        if let shared = passage.interval, shared.source != .run { note(shared, in: &record) }
        record.updateLastAttempt { attempt in
            for reason in WaitReason.allCases { attempt.waits[reason] += passage.waits[reason] }
            attempt.send = number
            attempt.sent = sent
            attempt.sentAt = passage.departedAt
        }
    }

    private func finish(_ record: inout RequestRecord, _ change: (inout AttemptRecord) -> Void) {
        record.updateLastAttempt(change)
        if let observer, let attempt = record.attempts.last { observer.observe(.attempted(attempt)) }
    }
}

extension HTTPClientError {
    /// Whether a failure before the departure may have cost the server a connection; a look-up or a cancel didn't.
    ///
    /// A connection made in vain because another run was faster is none of the server's business either: the lane's slot
    /// is already that run's.
    fileprivate var isFeltByServer: Bool {
        switch code {
        case .nameLookup, .cancelled, .invalidRequest, .laneTaken, .laneClosed: false
        default: true
        }
    }
}

extension AttemptRecord {
    /// Whether the host's name was all that was asked for: a limit that passes in the look-up is felt by no server.
    fileprivate var endedInLookup: Bool { nameLookup != nil && connect == nil }
}
