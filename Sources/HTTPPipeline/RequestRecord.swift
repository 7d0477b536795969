/// Where the time of one request went: its waits, its attempts and the source of its answer.
///
/// A request with follow-ups fills one record over several sends.
public struct RequestRecord: Sendable {
    /// When the request began, by the wall clock.
    public var startedAt: WallTime
    /// When the request began, on the pipeline's timeline.
    public var started: Moment
    /// The time spent in the cache.
    public var cacheTime = Duration.zero
    /// The attempts in the order in which they were begun.
    public private(set) var attempts: [AttemptRecord] = []
    /// Waits that no attempt followed, as by a cancel.
    public private(set) var fruitlessWaits = Waits()
    /// Where the answer came from; nil while there is none.
    public private(set) var source: AnswerSource?

    /// Creates an empty record.
    ///
    /// - Parameters:
    ///   - started: When the request began, on the pipeline's timeline.
    ///   - startedAt: When the request began, by the wall clock.
    public init(started: Moment, startedAt: WallTime) {
        self.started = started
        self.startedAt = startedAt
    }

    /// Begins an attempt; the waits that were in vain until then are its own, since it is what came of them.
    ///
    /// - Parameter attempt: The attempt with what is known of it so far.
    public mutating func append(_ attempt: AttemptRecord) {
        var attempt = attempt
        for reason in WaitReason.allCases { attempt.waits[reason] += fruitlessWaits[reason] }
        fruitlessWaits = Waits()
        attempts.append(attempt)
    }

    /// Changes the attempt that was begun last; does nothing where there is none.
    ///
    /// - Parameter change: The change.
    public mutating func updateLastAttempt(_ change: (inout AttemptRecord) -> Void) {
        guard !attempts.isEmpty else { return }
        change(&attempts[attempts.count - 1])
    }

    /// Notes a wait after which nothing was sent.
    ///
    /// - Parameters:
    ///   - wait: How long it was.
    ///   - reason: What it is charged to.
    public mutating func noteFruitlessWait(_ wait: Duration, for reason: WaitReason) {
        fruitlessWaits[reason] += wait
    }

    /// Notes where an answer came from; over several sends the one furthest from the cache stays.
    ///
    /// - Parameter source: The source of one answer.
    public mutating func noteSource(_ source: AnswerSource) {
        guard let known = self.source, known.rank >= source.rank else {
            self.source = source
            return
        }
    }

    /// The waits of all attempts and the fruitless ones, by reason.
    public var waits: Waits {
        attempts.reduce(into: fruitlessWaits) { sum, attempt in
            for reason in WaitReason.allCases { sum[reason] += attempt.waits[reason] }
        }
    }

    /// Whether anything reached the wire.
    public var hasSends: Bool {
        attempts.contains { $0.send != nil }
    }

    /// The network time of all attempts.
    public var networkTime: Duration {
        attempts.reduce(.zero) { $0 + $1.total }
    }
}
