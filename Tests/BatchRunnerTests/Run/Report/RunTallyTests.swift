import BatchRunner
import HTTPPipeline
import Testing

@Suite struct RunTallyTests {
    private func note(_ outcome: Outcome, _ id: String, retryAfter: Duration? = nil, in tally: inout RunTally) {
        note(outcome, nil, id, retryAfter: retryAfter, in: &tally)
    }

    private func note(
        _ outcome: Outcome, _ reason: OutcomeReason?, _ id: String, _ message: String? = nil,
        retryAfter: Duration? = nil,
        in tally: inout RunTally
    ) {
        let record = RequestRecord(started: .origin, startedAt: WallTime(epochSeconds: 0))
        var result = RequestResult(id: id, request: [], outcome: outcome, record: record)
        result.reason = reason
        result.message = outcome == .notFound ? nil : message ?? "\(id) is \(outcome.rawValue)."
        result.retryAfter = retryAfter
        tally.note(result, ResultFacts(of: result, in: RunEpoch()), of: id, now: .origin)
    }

    @Test func `What failed is told before what was put off, and that before what doesn't exist`() {
        var tally = RunTally()
        for number in 1...5 { note(.notFound, "n\(number)", in: &tally) }
        note(.deferred, .deadline, "d", in: &tally)
        note(.failed, .timeout, "f", in: &tally)
        note(.ok, "o", in: &tally)
        note(.skipped, .interrupted, "s", in: &tally)
        #expect(tally.notable.map(\.outcome) == [.failed, .deferred, .notFound])
        #expect(tally.notable.map(\.ids) == [["f"], ["d"], ["n1", "n2", "n3"]])
        #expect(tally.notable.map(\.count) == [1, 1, 5])
        #expect(tally.notable.map(\.sentence) == ["f is failed.", "d is deferred.", "There is no such thing."])
    }

    @Test func `What has one reason is one group, the largest first, which knows whether one sentence tells it all`() {
        var tally = RunTally()
        note(.failed, .timeout, "t", "No answer.", in: &tally)
        for number in 1...4 { note(.failed, .httpStatus, "h\(number)", "Status \(500 + number / 4).", in: &tally) }
        for number in 1...9 { note(.deferred, .deadline, "d\(number)", "It passed.", in: &tally) }
        #expect(tally.notable.map(\.reason) == [.httpStatus, .timeout, .deadline])
        #expect(tally.notable.map(\.ids) == [["h1", "h2", "h3"], ["t"], ["d1", "d2", "d3"]])
        #expect(tally.notable.map(\.count) == [4, 1, 9])
        #expect(tally.notable.map(\.isOneSentence) == [false, true, true])
    }

    @Test func `A server's wait is told as long as it holds for the next start, 26 hours at the most`() {
        var tally = RunTally()
        note(.deferred, "a", retryAfter: .seconds(999_999), in: &tally)
        #expect(tally.retryAt == Moment(sinceOrigin: .seconds(26 * 3_600)))
        note(.deferred, "b", retryAfter: .seconds(60), in: &tally)
        #expect(tally.retryAt == Moment(sinceOrigin: .seconds(60)))
    }
}
