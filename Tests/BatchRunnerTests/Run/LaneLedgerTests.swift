import BatchRunner
import HTTPPipeline
import Testing

@Suite struct LaneLedgerTests {
    private func attempt(_ lane: String, sent: Duration?) -> AttemptRecord {
        var attempt = AttemptRecord(
            number: 1, reason: .first, method: .get, url: "http://a/", lane: Lane(name: lane))
        attempt.interval = lane == "a" ? .milliseconds(200) : .seconds(1)
        attempt.sent = sent.map { Moment(sinceOrigin: $0) }
        return attempt
    }

    @Test func `The least gap is that of a lane's own sends, start to start`() {
        var ledger = LaneLedger()
        let sends: [(String, Duration)] = [
            ("a", .zero), ("b", .milliseconds(10)), ("a", .milliseconds(200)), ("a", .milliseconds(450)),
        ]
        for (lane, moment) in sends { ledger.note(attempt(lane, sent: moment)) }
        let reports = ledger.reports(Redaction())
        #expect(
            reports == [
                LaneReport(lane: "a", minInterval: .milliseconds(200), sends: 3, leastGap: .milliseconds(200)),
                LaneReport(lane: "b", minInterval: .seconds(1), sends: 1, leastGap: nil),
            ])
    }

    @Test func `An attempt that never reached the wire is no send`() {
        var ledger = LaneLedger()
        ledger.note(attempt("a", sent: nil))
        #expect(ledger.reports(Redaction()).isEmpty)
    }
}
