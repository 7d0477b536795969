/// Keeps the lanes of a run: when each may be used again, and how many requests have left.
///
/// It is not copyable, so that no second copy can let a request go for which this one counts nothing.
package struct RateLimiter: ~Copyable {
    private let plan: LanePlan
    private var lanes: [Lane: LaneState] = [:]
    private var sends = 0

    /// Creates a limiter that has let nothing go.
    ///
    /// - Parameter plan: The lanes and their intervals.
    package init(plan: LanePlan) {
        self.plan = plan
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
        let state = state(of: lane(of: request))
        var departure = state.departure(earliest: request.earliest, now: now)
        if departure.closure == nil, let quota = plan.quota, state.sends >= quota {
            departure.closure = LaneClosure(.allowanceSpent, until: nil)
        }
        return departure
    }

    /// The least time between two sends to a lane at present.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: The interval, raised where the server asked for it.
    package func interval(of lane: Lane) -> Duration {
        state(of: lane).interval
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
    }

    /// Takes over what a response says of the lane; it can only make the lane slower.
    ///
    /// - Parameters:
    ///   - response: The judged response, fresh from the server.
    ///   - lane: The lane it came over.
    package mutating func observe(_ response: HTTPResponse, on lane: Lane) {
        change(lane) { state in
            for delay in [ServerWait.announced(by: response), ServerWait.judged(in: response)] {
                guard let delay else { continue }
                state.hold(Hold(until: response.received.advanced(by: delay), reason: .server))
            }
            if let interval = RateLimitHeaders.interval(in: response.headers) { state.slow(to: interval) }
            if let closure = LaneClosure(after: response) { state.close(closure) }
        }
    }

    /// Holds every request to a lane until a moment.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - hold: The moment and the reason.
    package mutating func hold(_ lane: Lane, _ hold: Hold) {
        change(lane) { $0.hold(hold) }
    }

    /// Closes a lane.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - closure: Why and until when.
    package mutating func close(_ lane: Lane, _ closure: LaneClosure) {
        change(lane) { $0.close(closure) }
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
