/// The right to ask for a shared lane on behalf of one request.
package struct LanePass: Sendable {
    private let store: any LaneStore
    private let lane: Lane
    private let terms: LaneTerms
    /// How long a connection is kept open for the lane's sake; servers close one on which nothing comes.
    private static let longestWait = Duration.seconds(5)

    /// Creates a pass.
    ///
    /// - Parameters:
    ///   - store: Knows the lane.
    ///   - lane: The lane.
    ///   - terms: What this run asks of it.
    package init(store: any LaneStore, lane: Lane, terms: LaneTerms) {
        self.store = store
        self.lane = lane
        self.terms = terms
    }

    /// Asks for the lane.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: To go with the lane claimed, to wait for it, or to give up and come back through the limiter.
    package func decision(now: Moment) -> GateDecision {
        switch store.claim(lane, terms: terms) {
        case .granted: .go
        case .wait(let until, .pace) where now.duration(to: until) <= Self.longestWait: .wait(until: until)
        case .wait: .refuse(HTTPClientError(.laneTaken, "Another run has the server wait for its turn."))
        case .quotaSpent(let until): .refuse(.laneClosed(LaneClosure(.allowanceSpent, until: until)))
        }
    }

    /// Notes when the head was written, and gives the lane back.
    ///
    /// - Parameter moment: When it was written.
    /// - Returns: The interval that counted; nil where that is the run's own.
    package func departed(at moment: Moment) -> LaneInterval? {
        store.departed(lane, at: moment)
    }

    /// Gives the lane back after nothing was written.
    package func release() {
        store.release(lane)
    }
}
