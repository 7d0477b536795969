/// What the runs of a user on one machine tell each other of the lanes they share.
///
/// A claim is short: it begins when the head of a request may be written and ends when it was. Nobody holds one while
/// waiting, connecting or receiving. A store that can't be reached knows nothing and grants every claim, so that the
/// limiter is the process's own. A store reads the pipeline's timeline itself, once it has the lane: by then a moment from
/// before may be older than another run's send.
public protocol LaneStore: Sendable {
    /// What is known of a lane, without waiting for anyone; only a claim is sure of it.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: What is known; nil where nothing can be.
    func state(of lane: Lane) -> SharedLane?

    /// Takes a lane for the head of one request, or says until when it is taken; called on the transport's thread.
    ///
    /// The moment of a grant counts as that of the send until ``departed(_:at:)`` gives the send's own or ``release(_:)``
    /// says that there was none; one of the two follows.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - terms: What this run asks of the lane.
    /// - Returns: Whether the head may be written.
    func claim(_ lane: Lane, terms: LaneTerms) -> LaneClaim

    /// Notes when the head was written, and ends the claim.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - moment: When it was written.
    /// - Returns: The interval that counted for the claim; nil where the lane is the process's own.
    @discardableResult
    func departed(_ lane: Lane, at moment: Moment) -> LaneInterval?

    /// Takes the lane's turn, with which one of those who are due connects before the others; it ends at the departure, with
    /// ``endTurn(of:)``, or with the process.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - isOverdue: Whether whoever has it had time enough to connect, and loses it.
    /// - Returns: Whether it is taken, or needn't be since the lane is the process's own.
    func takeTurn(of lane: Lane, overdue isOverdue: Bool) -> Bool

    /// Gives the lane's turn back, or waits for it no more.
    ///
    /// - Parameter lane: The lane.
    func endTurn(of lane: Lane)

    /// Ends a claim after which nothing was written; the lane is as it was before it.
    ///
    /// - Parameter lane: The lane.
    func release(_ lane: Lane)

    /// Notes a try that failed before it left and costs the lane its slot all the same.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - moment: When it began.
    ///   - interval: What this run asks of the lane.
    func noteTry(_ lane: Lane, at moment: Moment, keeping interval: Duration)

    /// Slows the lane down for all runs, unless it is slower by the server's word already.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - interval: The least time between two sends that the server tells.
    func slow(_ lane: Lane, to interval: Duration)

    /// Holds every request to a lane until a moment, unless it is held longer.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - moment: When the lane may be used again.
    func hold(_ lane: Lane, until moment: Moment)
}

/// What a run asks of a lane that it shares.
public struct LaneTerms: Sendable, Hashable {
    /// The least time between two sends.
    public var interval: Duration
    /// How many requests the lane takes in a day, those of all runs counted; nil for no bound.
    public var quota: Int?

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - interval: The least time between two sends.
    ///   - quota: How many requests the lane takes in a day; nil for no bound.
    public init(interval: Duration, quota: Int? = nil) {
        self.interval = interval
        self.quota = quota
    }
}

/// What a ``LaneStore`` answers to a claim.
public enum LaneClaim: Sendable, Hashable {
    /// The head may be written now; the lane is this run's until it says that it was.
    case granted
    /// Another run used the lane or was told to leave it alone; it may be claimed again at this moment.
    case wait(until: Moment, WaitReason)
    /// The quota of the day is spent until this moment.
    case quotaSpent(until: Moment)
}

/// What all runs together know of a lane.
public struct SharedLane: Sendable, Hashable {
    /// When the last request left; nil while none did.
    public var lastSend: Moment?
    /// The largest interval of the runs that used the lane lately, or the server's where that is longer.
    public var interval: Duration
    /// When the lane may be used again, by the word of the server; nil where it said nothing.
    public var notBefore: Moment?
    /// How many requests left on this day.
    public var sendsToday: Int
    /// When this day ends.
    public var dayEnds: Moment

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - lastSend: When the last request left.
    ///   - interval: The largest interval of the runs that used the lane lately, or the server's where that is longer.
    ///   - notBefore: When the lane may be used again, by the word of the server.
    ///   - sendsToday: How many requests left on this day.
    ///   - dayEnds: When this day ends.
    public init(lastSend: Moment?, interval: Duration, notBefore: Moment?, sendsToday: Int, dayEnds: Moment) {
        self.lastSend = lastSend
        self.interval = interval
        self.notBefore = notBefore
        self.sendsToday = sendsToday
        self.dayEnds = dayEnds
    }
}
