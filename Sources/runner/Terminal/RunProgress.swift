package import BatchRunner
package import HTTPPipeline

/// How far a run is, folded from its events.
package struct RunProgress: Sendable {
    /// A wait before a send.
    package struct Wait: Sendable, Hashable {
        /// What it is charged to; nil for a server in trouble, which is charged to no request.
        package var reason: WaitReason?
        /// The lane that is waited for.
        package var lane: String
        /// When it ends, since the start.
        package var end: Duration
    }

    /// How many requests there are; nil while unknown.
    package private(set) var total: Int?
    /// How many ended in each way.
    package private(set) var outcomes: [Outcome: Int] = [:]
    /// How many ended.
    package private(set) var done = 0
    /// How many of them an earlier start left.
    package private(set) var kept = 0
    /// The wait that was begun last; nil once something followed it.
    package private(set) var wait: Wait?
    /// When the request that is asked for began, or its last wait or attempt ended; nil between requests.
    package private(set) var activeSince: Duration?
    private var timeLeft: TimeLeft?

    /// Creates the progress of a run that has not begun.
    package init() {}

    /// Takes note of an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: The time since the start.
    package mutating func note(_ event: RunEvent, at now: Duration) {
        switch event {
        case .planned(let requests, _, let paces):
            total = requests
            timeLeft = TimeLeft(requests: requests, paces: paces, at: now)
        case .warning, .diagnostics, .resuming, .retrying, .upToDate:
            break
        case .kept(let outcome, _):
            outcomes[outcome, default: 0] += 1
            done += 1
            kept += 1
            timeLeft?.noteKept()
        case .began:
            wait = nil
            activeSince = now
        case .attempted(let attempt):
            wait = nil
            activeSince = now
            if attempt.send != nil { timeLeft?.noteSend(on: attempt.lane.name, at: now - attempt.total) }
        case .waiting(let reason, let lane, let duration):
            wait = Wait(reason: reason, lane: lane, end: now + duration)
            activeSince = now + duration
        case .waitingForProbe(let lane, let duration):
            wait = Wait(reason: nil, lane: lane, end: now + duration)
        case .finished(_, let outcome, _, _, _, let lane):
            outcomes[outcome, default: 0] += 1
            done += 1
            wait = nil
            activeSince = nil
            timeLeft?.noteEnd(on: lane, at: now)
        }
    }

    /// The wait under way.
    ///
    /// - Parameter now: The time since the start.
    /// - Returns: The wait; nil where none is.
    package func wait(at now: Duration) -> Wait? {
        wait.flatMap { $0.end > now ? $0 : nil }
    }

    /// An estimate of the time that is left.
    ///
    /// - Parameter now: The time since the start.
    /// - Returns: The time; nil while there is nothing to go by.
    package func timeLeft(at now: Duration) -> Duration? {
        timeLeft?.estimate(
            waiting: wait(at: now).map { $0.end - now } ?? .zero, whileAsking: activeSince != nil, at: now)
    }
}
