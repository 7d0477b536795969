import BatchRunner
import HTTPPipeline
import Testing

@Suite struct RunTallyTests {
    private func note(_ outcome: Outcome, _ id: String, retryAfter: Duration? = nil, in tally: inout RunTally) {
        let record = RequestRecord(started: .origin, startedAt: WallTime(epochSeconds: 0))
        var result = RequestResult(id: id, request: [], outcome: outcome, record: record)
        result.message = outcome == .notFound ? nil : "\(id) is \(outcome.rawValue)."
        result.retryAfter = retryAfter
        tally.note(result, ResultFacts(of: result, in: RunEpoch()), now: .origin)
    }

    @Test func `What failed is told before what was put off, and that before what doesn't exist`() {
        var tally = RunTally()
        for number in 1...5 { note(.notFound, "n\(number)", in: &tally) }
        #expect(tally.notable.map(\.id) == ["n1", "n2", "n3"])
        note(.deferred, "d", in: &tally)
        note(.failed, "f", in: &tally)
        note(.ok, "o", in: &tally)
        note(.skipped, "s", in: &tally)
        #expect(tally.notable.map(\.id) == ["f", "d", "n1"])
        #expect(tally.notable.map(\.sentence) == ["f is failed.", "d is deferred.", "There is no such thing."])
        for number in 1...3 { note(.failed, "g\(number)", in: &tally) }
        #expect(tally.notable.map(\.id) == ["f", "g1", "g2"])
    }

    @Test func `A server's wait is told as long as it holds for the next start, 26 hours at the most`() {
        var tally = RunTally()
        note(.deferred, "a", retryAfter: .seconds(999_999), in: &tally)
        #expect(tally.retryAt == Moment(sinceOrigin: .seconds(26 * 3_600)))
        note(.deferred, "b", retryAfter: .seconds(60), in: &tally)
        #expect(tally.retryAt == Moment(sinceOrigin: .seconds(60)))
    }
}
