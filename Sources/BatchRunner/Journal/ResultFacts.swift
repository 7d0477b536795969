package import HTTPPipeline

/// What a run counts of a result, so that a later start can count it again without reading the result itself.
package struct ResultFacts: Sendable, Hashable {
    /// One request that reached the wire.
    package struct Send: Sendable, Hashable {
        /// More sends than any run has.
        package static let limit = 1_000_000_000_000

        /// The run-wide number.
        package var number: Int
        /// The name of the lane that was paid, secrets masked.
        package var lane: String
        /// The lane's interval when it was paid.
        package var interval: Duration
        /// Whose word that interval was; a later start of the run doesn't know it any more.
        package var intervalSource = LaneInterval.Source.run
        /// When it was sent, in nanoseconds since the machine's start.
        package var sinceBoot: Int

        /// Creates a send.
        ///
        /// - Parameters:
        ///   - number: The run-wide number.
        ///   - lane: The name of the lane that was paid, secrets masked.
        ///   - interval: The lane's interval when it was paid.
        ///   - sinceBoot: When it was sent, in nanoseconds since the machine's start.
        package init(number: Int, lane: String, interval: Duration, sinceBoot: Int) {
            self.number = number
            self.lane = lane
            self.interval = interval
            self.sinceBoot = sinceBoot
        }

        /// Creates a send of the run whose results this one has taken over.
        ///
        /// - Parameter number: The number in that run.
        package init(ofEarlierRun number: Int) {
            self.init(number: number, lane: "", interval: .zero, sinceBoot: 0)
        }

        /// Whether an earlier run sent it: how that one kept its lanes is not this one's to tell.
        package var isOfEarlierRun: Bool { lane.isEmpty }
    }

    /// How the request ended.
    package var outcome: Outcome
    /// Why it failed or was deferred.
    package var reason: OutcomeReason?
    /// Where the answer came from.
    package var source: ResultSource?
    /// How many sends were repeats.
    package var retries = 0
    /// How many sends were hops of a redirect.
    package var redirects = 0
    /// Where the time went.
    package var times = RequestTimes()
    /// The sends, in their order.
    package var sends: [Send] = []
    /// Whether each send was only told to go elsewhere, method and body unchanged (RFC 9110 section 15.4.8), so that none did work.
    package var isUndone = false

    /// Creates the facts of a result of which only the outcome is known.
    ///
    /// - Parameter outcome: How the request ended.
    package init(_ outcome: Outcome) {
        self.outcome = outcome
    }

    /// Takes the facts of a result.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - epoch: On which clocks and from which number its sends count.
    ///   - redaction: Masks the names of lanes that are secret.
    package init(of result: RequestResult, in epoch: RunEpoch, redaction: Redaction = Redaction()) {
        outcome = result.outcome
        reason = result.reason
        source = result.source
        times = result.times
        let statuses = result.record.attempts.filter { $0.send != nil }.map(\.status)
        isUndone = !isFinal && !statuses.isEmpty && statuses.allSatisfy { $0 == 307 || $0 == 308 }
        for attempt in result.record.attempts {
            guard let number = attempt.send, let sent = attempt.sent else { continue }
            var send = Send(
                number: number + epoch.sendsBefore, lane: redaction.masked(attempt.lane.name),
                interval: attempt.interval, sinceBoot: epoch.nanosecondsSinceBoot(of: sent))
            send.intervalSource = attempt.intervalSource
            sends.append(send)
            if attempt.reason == .redirect { redirects += 1 }
            if attempt.reason == .retry { retries += 1 }
        }
    }

    /// Whether a later start of the run keeps the result.
    package var isFinal: Bool {
        switch outcome {
        case .ok, .notFound, .failed: true
        case .deferred, .skipped: false
        }
    }
}
