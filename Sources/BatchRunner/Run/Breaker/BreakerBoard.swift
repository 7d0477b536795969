package import HTTPPipeline

/// The breakers of a run's lanes.
package struct BreakerBoard: Sendable {
    private let policy: BreakerPolicy
    private let deadline: Moment?
    private let redaction: Redaction
    private var breakers: [Lane: LaneBreaker] = [:]

    /// Creates a board on which every lane is asked.
    ///
    /// - Parameters:
    ///   - policy: When breakers open and how often they try again.
    ///   - deadline: When the run ends.
    ///   - redaction: Masks secrets in the names of lanes.
    package init(
        policy: BreakerPolicy = BreakerPolicy(), deadline: Moment?, redaction: Redaction = Redaction()
    ) {
        self.policy = policy
        self.deadline = deadline
        self.redaction = redaction
    }

    /// Whether a lane is left alone.
    package var hasTrouble: Bool { breakers.values.contains { $0.trouble != nil } }

    /// Decides on a request.
    ///
    /// - Parameters:
    ///   - lane: Its lane; nil for a request that reaches no server.
    ///   - now: The present moment.
    /// - Returns: What becomes of it.
    package func admission(to lane: Lane?, at now: Moment) -> LaneBreaker.Admission {
        lane.flatMap { breakers[$0]?.admission(at: now) } ?? .pass
    }

    /// What is wrong with a lane; nil while it is asked as usual.
    ///
    /// - Parameter lane: The lane; nil for a request that reaches no server.
    /// - Returns: Why it is left alone.
    package func trouble(on lane: Lane?) -> LaneTrouble? {
        lane.flatMap { breakers[$0]?.trouble }
    }

    /// The requests to try lanes in trouble with whose time has come.
    ///
    /// - Parameters:
    ///   - aside: The requests that wait.
    ///   - now: The present moment.
    /// - Returns: Their places in the manifest, by lane.
    package func probes(among aside: SetAside, at now: Moment) -> [Lane: Int] {
        var places: [Lane: Int] = [:]
        for lane in aside.lanes {
            guard let breaker = breakers[lane], let moment = breaker.nextProbe, moment <= now else { continue }
            places[lane] = aside.probe(of: lane, number: breaker.probes)
        }
        return places
    }

    /// What becomes of a request to a lane that is not asked in this run; nil while the lane is asked as usual.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: One sentence, in which secrets are masked.
    package func sentence(about lane: Lane) -> String? {
        trouble(on: lane)?.sentence(about: name(of: lane))
    }

    /// The name of a lane as it may be shown.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: The name, in which secrets are masked.
    package func name(of lane: Lane) -> String {
        redaction.masked(lane.name)
    }

    /// Takes note of the end of a request that was let through.
    ///
    /// A server that redirected the request has answered, whatever the one did that it was redirected to.
    ///
    /// - Parameters:
    ///   - result: How the request ended.
    ///   - now: When it ended.
    /// - Returns: What a person should know of a lane that is left alone since; nil where nothing began.
    package mutating func note(_ result: RequestResult, at now: Moment) -> String? {
        let lanes = result.record.attempts.map(\.lane)
        guard let sign = result.serverSign, let last = lanes.last else { return nil }
        for lane in Set(lanes) where lane != last { _ = note(.answered, on: lane, at: now) }
        return note(sign, on: last, at: now)
    }

    /// Takes note of what the end of a request says of a lane.
    ///
    /// - Parameters:
    ///   - sign: What it says of its server; nil for nothing.
    ///   - lane: Its lane.
    ///   - now: When it ended.
    /// - Returns: What a person should know of a lane that is left alone since; nil where nothing began.
    package mutating func note(_ sign: ServerSign?, on lane: Lane?, at now: Moment) -> String? {
        guard let sign, let lane else { return nil }
        var breaker = breakers[lane] ?? LaneBreaker(policy: policy)
        let before = breaker.trouble
        breaker.note(sign, at: now, deadline: deadline)
        breakers[lane] = breaker
        guard let trouble = breaker.trouble, trouble != before else { return nil }
        // What is given up is told without its full stop, as warnings are.
        return breaker.nextProbe == nil
            ? String(trouble.sentence(about: name(of: lane)).dropLast())
            : trouble.warning(about: name(of: lane), now: now)
    }

    /// The probe to wait for when nothing is left but requests that were set aside.
    ///
    /// - Parameter lanes: The lanes of those requests.
    /// - Returns: The earliest probe; nil where some of the requests can be taken up at once.
    package func probe(of lanes: Set<Lane>) -> (lane: Lane, moment: Moment)? {
        var earliest: (lane: Lane, moment: Moment)?
        for lane in lanes.sorted(by: { $0.name < $1.name }) {
            guard let moment = breakers[lane]?.nextProbe else { return nil }
            if earliest.map({ moment < $0.moment }) ?? true { earliest = (lane, moment) }
        }
        return earliest
    }
}
