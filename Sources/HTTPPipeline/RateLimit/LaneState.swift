/// What a limiter knows of one lane, and the rule by which it lets requests go.
///
/// Only moments are kept, no credit: a lane that was idle for long lets one request go at once, not several.
package struct LaneState: Sendable, Hashable {
    /// The least time between two sends, from start to start.
    package private(set) var interval: Duration
    /// Whose word it is.
    package private(set) var source = LaneInterval.Source.run
    /// When the last send left; nil while there was none.
    package private(set) var lastSend: Moment?
    /// How many requests left.
    package private(set) var sends = 0
    private var backoffHold: Moment?
    private var serverHold: Moment?
    private var closure: LaneClosure?
    private var latestAnswer = Duration.zero

    /// Creates the state of a lane to which nothing was sent.
    ///
    /// - Parameter interval: The least time between two sends.
    package init(interval: Duration) {
        self.interval = interval
    }

    /// When a request may leave.
    ///
    /// The wait is charged whole to the reason whose time is the latest; of equal ones to pace, then backoff, then server.
    ///
    /// Of this run and the others that share the lane, the latest send, the larger interval and the longer hold count.
    ///
    /// - Parameters:
    ///   - earliest: What holds this request alone.
    ///   - now: The present moment.
    ///   - shared: What the runs that share the lane know of it.
    /// - Returns: The moment, its reason, and the closure where the lane is closed at `now`.
    package func departure(earliest: Hold?, now: Moment, shared: SharedLane? = nil) -> Departure {
        var departure = Departure(
            moment: now, reason: .pace, holdsLane: false, closure: closure(at: now), latestAnswer: latestAnswer)
        for reason in [WaitReason.pace, .backoff, .server] {
            let own = earliest?.reason == reason ? earliest?.until : nil
            let ofLane = notBefore(reason, shared)
            guard let latest = [own, ofLane].compactMap({ $0 }).max(), latest > departure.moment else { continue }
            departure.moment = latest
            departure.reason = reason
            departure.holdsLane = latest == ofLane
        }
        return departure
    }

    /// Notes a send.
    ///
    /// - Parameter moment: When it left.
    package mutating func noteSend(at moment: Moment) {
        sends += 1
        noteTry(at: moment)
    }

    /// Notes a try that failed before it left and costs the lane its slot all the same.
    ///
    /// - Parameter moment: When it began.
    package mutating func noteTry(at moment: Moment) {
        lastSend = max(lastSend ?? moment, moment)
    }

    /// Notes an answer, or that none came.
    ///
    /// - Parameter duration: How long it took or was waited for from the departure.
    package mutating func noteAnswer(after duration: Duration) {
        latestAnswer = duration
    }

    /// Holds every request until a moment, unless one is held longer for the same reason.
    ///
    /// - Parameter hold: The moment and the reason; a hold for the pace's sake is the interval's matter and changes nothing.
    package mutating func hold(_ hold: Hold) {
        switch hold.reason {
        case .pace: break
        case .backoff: backoffHold = max(backoffHold ?? hold.until, hold.until)
        case .server: serverHold = max(serverHold ?? hold.until, hold.until)
        }
    }

    /// Raises the interval; a shorter one than the present changes nothing.
    ///
    /// - Parameter interval: The interval that the server asks for.
    package mutating func slow(to interval: Duration) {
        guard interval > self.interval else { return }
        self.interval = interval
        source = .server
    }

    /// Closes the lane; of two closures the one that lasts longer stays.
    ///
    /// - Parameter closure: Why and until when.
    package mutating func close(_ closure: LaneClosure) {
        guard let present = self.closure else {
            self.closure = closure
            return
        }
        guard let presentEnd = present.until else { return }
        if let end = closure.until, end <= presentEnd { return }
        self.closure = closure
    }

    private func notBefore(_ reason: WaitReason, _ shared: SharedLane?) -> Moment? {
        switch reason {
        case .pace: latest(lastSend, shared?.lastSend)?.advanced(by: max(interval, shared?.interval ?? .zero))
        case .backoff: backoffHold
        case .server: latest(serverHold, shared?.notBefore)
        }
    }

    private func latest(_ moment: Moment?, _ other: Moment?) -> Moment? {
        guard let moment, let other else { return moment ?? other }
        return max(moment, other)
    }

    private func closure(at now: Moment) -> LaneClosure? {
        guard let end = closure?.until else { return closure }
        return now < end ? closure : nil
    }
}
