package import HTTPPipeline

/// Keeps a lane in trouble from being asked again and again, for requests that come one after another.
///
/// Closed, it lets every request go. Open, it sets requests aside until a probe is due; then one request is let through, whose
/// end closes the breaker or makes the next probe due later. After the last failed probe the lane is given up.
package struct LaneBreaker: Sendable, Hashable {
    /// What becomes of a request.
    package enum Admission: Sendable, Hashable {
        /// It is asked.
        case pass
        /// It is set aside until the lane's next probe.
        case setAside
        /// It is not asked in this run any more.
        case giveUp
    }

    private enum State: Sendable, Hashable {
        case closed
        case open(LaneTrouble)
        case givenUp(LaneTrouble)
    }

    private let policy: BreakerPolicy
    private var state = State.closed
    /// The ends of the last requests, the latest in the lowest bit: 1 for exhausted attempts.
    private var history: UInt64 = 0
    private var answersInARow = 0
    /// How many probes ended.
    package private(set) var probes = 0
    private var delay: Duration

    /// Creates the breaker of a lane that nothing is known of.
    ///
    /// - Parameter policy: When it opens and how often it tries again.
    package init(policy: BreakerPolicy) {
        self.policy = policy
        delay = policy.firstDelay
    }

    /// Decides on a request.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: What becomes of it.
    package func admission(at now: Moment) -> Admission {
        switch state {
        case .closed: .pass
        case .open(let trouble): now >= trouble.nextProbe ? .pass : .setAside
        case .givenUp: .giveUp
        }
    }

    /// What is wrong with the lane; nil while it is asked as usual.
    package var trouble: LaneTrouble? {
        switch state {
        case .closed: nil
        case .open(let trouble), .givenUp(let trouble): trouble
        }
    }

    /// When a probe is due that requests may wait for; nil where there is nothing to wait for.
    package var nextProbe: Moment? {
        if case .open(let trouble) = state { trouble.nextProbe } else { nil }
    }

    /// Takes note of the end of a request that was let through.
    ///
    /// - Parameters:
    ///   - sign: What it says of the server.
    ///   - now: When it ended.
    ///   - deadline: When the run ends; a lane whose next probe would not come before that is given up at once.
    package mutating func note(_ sign: ServerSign, at now: Moment, deadline: Moment?) {
        switch sign {
        case .answered: noteAnswer()
        case .exhausted: noteFailure(at: now, deadline: deadline)
        }
    }

    private mutating func noteAnswer() {
        answersInARow += 1
        // A lane that fails again soon after a probe has not recovered, so that its times don't begin anew.
        if answersInARow >= policy.failuresInARow { delay = policy.firstDelay }
        history <<= 1
        guard case .open = state else { return }
        probes += 1
        state = .closed
        history = 0
    }

    private mutating func noteFailure(at now: Moment, deadline: Moment?) {
        answersInARow = 0
        history = history << 1 | 1
        switch state {
        case .givenUp:
            break
        case .closed:
            guard let cause else { return }
            leaveAlone(LaneTrouble(cause, nextProbe: nextProbe(after: now)), deadline: deadline)
        case .open(var trouble):
            // A redirect may lead to the lane while it is left alone, which is no probe.
            guard now >= trouble.nextProbe else { return }
            probes += 1
            trouble.failedProbes += 1
            trouble.nextProbe = nextProbe(after: now)
            leaveAlone(trouble, deadline: deadline)
        }
    }

    private var cause: LaneTrouble.Cause? {
        if (~history).trailingZeroBitCount >= policy.failuresInARow { return .inARow(policy.failuresInARow) }
        let failures = (history << (64 - UInt64(policy.window))).nonzeroBitCount
        return failures >= policy.failuresInWindow ? .share(failures, of: policy.window) : nil
    }

    private mutating func nextProbe(after now: Moment) -> Moment {
        defer { delay = min(delay * 2, policy.maxDelay) }
        return now.advanced(by: delay)
    }

    private mutating func leaveAlone(_ trouble: LaneTrouble, deadline: Moment?) {
        let isTooLate = deadline.map { trouble.nextProbe >= $0 } ?? false
        state = trouble.failedProbes < policy.probes && !isTooLate ? .open(trouble) : .givenUp(trouble)
    }
}
