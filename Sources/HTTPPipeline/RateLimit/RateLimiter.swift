/// Keeps the lanes of a run: when each may be used again, and how many requests have left.
///
/// It is not copyable, so that no second copy can let a request go for which this one counts nothing.
package struct RateLimiter: ~Copyable {
    private let plan: LanePlan
    private let store: (any LaneStore)?
    private var lanes: [Lane: LaneState] = [:]
    private var sends = 0

    /// Creates a limiter that has let nothing go.
    ///
    /// - Parameters:
    ///   - plan: The lanes and their intervals.
    ///   - store: Knows what other runs do on the lanes; nil for a limiter of its own.
    package init(plan: LanePlan, store: (any LaneStore)? = nil) {
        self.plan = plan
        self.store = store
    }

    /// The lane that a request pays.
    ///
    /// - Parameter request: The request.
    /// - Returns: The lane.
    package func lane(of request: HTTPRequest) -> Lane {
        plan.lane(of: request.url)
    }

    /// When a request may leave.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The present moment.
    /// - Returns: The moment and its reason.
    package func departure(of request: HTTPRequest, now: Moment) -> Departure {
        let lane = lane(of: request)
        let state = state(of: lane)
        let shared = store(of: lane)?.state(of: lane)
        var departure = state.departure(earliest: request.earliest, now: now, shared: shared)
        if let closure = departure.closure, request.retry.bears(closure) { departure.closure = nil }
        if store(of: lane) != nil {
            let interval = max(state.interval, shared?.interval ?? .zero)
            let sentLast = state.lastSend.map { own in shared?.lastSend.map { $0 <= own } ?? true } ?? false
            departure.turn = LaneTurn.begins(before: departure.moment, interval: interval, sentLast: sentLast)
        }
        if departure.closure == nil, let quota = plan.quota, (shared?.sendsToday ?? state.sends) >= quota {
            departure.closure = LaneClosure(.allowanceSpent, until: shared?.dayEnds)
        }
        return departure
    }

    /// The least time between two sends to a lane at present, as far as this run knows by itself.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: The interval, raised where the server asked for it.
    package func interval(of lane: Lane) -> LaneInterval {
        let state = state(of: lane)
        return LaneInterval(state.interval, by: state.source)
    }

    /// Takes the turn of a lane, with which one of the runs that are due connects before the others.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - isOverdue: Whether whoever has it had time enough to connect, and loses it.
    /// - Returns: Whether it is taken, or the lane is this run's own.
    package func takeTurn(of lane: Lane, overdue isOverdue: Bool) -> Bool {
        store(of: lane)?.takeTurn(of: lane, overdue: isOverdue) ?? true
    }

    /// Gives the turn of a lane back, or waits for it no more.
    ///
    /// - Parameter lane: The lane.
    package func endTurn(of lane: Lane) {
        store(of: lane)?.endTurn(of: lane)
    }

    /// The right to ask for a lane just before a send; nil where the lane is this run's alone.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: The right.
    package func pass(for lane: Lane) -> LanePass? {
        store(of: lane).map {
            LanePass(store: $0, lane: lane, terms: LaneTerms(interval: state(of: lane).interval, quota: plan.quota))
        }
    }

    /// Notes that a request left.
    ///
    /// - Parameters:
    ///   - lane: The lane it paid.
    ///   - moment: When it left.
    /// - Returns: Its run-wide number, from 1.
    package mutating func noteSend(on lane: Lane, at moment: Moment) -> Int {
        change(lane) { $0.noteSend(at: moment) }
        sends += 1
        return sends
    }

    /// Notes that a request failed before it left, in a way that the server may have felt.
    ///
    /// - Parameters:
    ///   - lane: The lane it would have paid.
    ///   - moment: When the attempt began.
    package mutating func noteFailedConnect(on lane: Lane, at moment: Moment) {
        change(lane) { $0.noteTry(at: moment) }
        store(of: lane)?.noteTry(lane, at: moment, keeping: state(of: lane).interval)
    }

    /// Notes that a request was not answered in time.
    ///
    /// - Parameters:
    ///   - lane: The lane it went over.
    ///   - duration: How long it was waited for from its departure.
    package mutating func noteSilence(on lane: Lane, for duration: Duration) {
        change(lane) { $0.noteAnswer(after: duration) }
    }

    /// Takes over what a response says of the lane; it can only make the lane slower.
    ///
    /// - Parameters:
    ///   - response: The judged response, fresh from the server.
    ///   - lane: The lane it came over.
    ///   - sent: When its request left; nil where that isn't known.
    package mutating func observe(_ response: HTTPResponse, on lane: Lane, sent: Moment?) {
        let closure = LaneClosure(after: response)
        let delay = [ServerWait.announced(by: response), ServerWait.judged(in: response)].compactMap { $0 }.max()
        let interval = RateLimitHeaders.interval(in: response.headers)
        let hold = delay.map { Hold(until: response.received.advanced(by: $0), reason: .server) }
        change(lane) { state in
            if let sent { state.noteAnswer(after: sent.duration(to: response.received)) }
            if let hold { state.hold(hold) }
            if let interval { state.slow(to: interval) }
            if let closure { state.close(closure) }
        }
        if let interval { store(of: lane)?.slow(lane, to: interval) }
        let closed = closure.map { $0.until ?? response.received.advanced(by: LaneClosure.untoldPause) }
        guard let until = [hold?.until, closed].compactMap({ $0 }).max() else { return }
        store(of: lane)?.hold(lane, until: until)
    }

    /// Holds every request to a lane until a moment.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - hold: The moment and the reason.
    package mutating func hold(_ lane: Lane, _ hold: Hold) {
        change(lane) { $0.hold(hold) }
        if hold.reason != .pace { store(of: lane)?.hold(lane, until: hold.until) }
    }

    /// Closes a lane.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - closure: Why and until when.
    package mutating func close(_ lane: Lane, _ closure: LaneClosure) {
        change(lane) { $0.close(closure) }
    }

    private func store(of lane: Lane) -> (any LaneStore)? {
        plan.privateLanes.contains(lane) ? nil : store
    }

    private func state(of lane: Lane) -> LaneState {
        lanes[lane] ?? LaneState(interval: plan.interval(of: lane))
    }

    private mutating func change(_ lane: Lane, _ body: (inout LaneState) -> Void) {
        var state = state(of: lane)
        body(&state)
        lanes[lane] = state
    }
}
