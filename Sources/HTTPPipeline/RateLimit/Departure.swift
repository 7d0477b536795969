/// When a request may leave, and what the wait until then is charged to.
package struct Departure: Sendable, Hashable {
    /// The moment; never before the one at which it was asked for.
    package var moment: Moment
    /// What the whole wait is charged to: the reason whose time is the latest.
    package var reason: WaitReason
    /// Whether every request to the lane has to wait that long, not this one alone.
    package var holdsLane: Bool
    /// Why nothing may leave at all; nil while the lane is open.
    package var closure: LaneClosure?
    /// How long the lane's latest answer took from its departure; zero while there was none.
    package var latestAnswer: Duration
    /// From when on the request asks for the lane's turn; nil where it needs none.
    package var turn: Moment?

    /// Creates a departure.
    ///
    /// - Parameters:
    ///   - moment: When the request may leave.
    ///   - reason: What the wait is charged to.
    ///   - holdsLane: Whether every request to the lane has to wait that long.
    ///   - closure: Why nothing may leave at all.
    ///   - latestAnswer: How long the lane's latest answer took from its departure.
    package init(
        moment: Moment, reason: WaitReason, holdsLane: Bool, closure: LaneClosure? = nil, latestAnswer: Duration = .zero
    ) {
        self.moment = moment
        self.reason = reason
        self.holdsLane = holdsLane
        self.closure = closure
        self.latestAnswer = latestAnswer
    }
}
