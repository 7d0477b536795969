import BatchRunner
import HTTPPipeline
import Testing

@Suite struct LaneLedgerTests {
    private func send(_ lane: String) -> ResultFacts.Send {
        ResultFacts.Send(
            number: 1, lane: lane, interval: lane == "a" ? .milliseconds(200) : .seconds(1), sinceBoot: 0)
    }

    private func moment(_ time: Duration) -> Moment { Moment(sinceOrigin: time) }

    @Test func `The least gap is that of a lane's own sends, start to start`() {
        var ledger = LaneLedger()
        let sends: [(String, Duration)] = [
            ("a", .zero), ("b", .milliseconds(10)), ("a", .milliseconds(200)), ("a", .milliseconds(450)),
        ]
        for (lane, time) in sends { ledger.note(send(lane), at: moment(time)) }
        #expect(
            ledger.reports == [
                LaneReport(lane: "a", minInterval: .milliseconds(200), sends: 3, leastGap: .milliseconds(200)),
                LaneReport(lane: "b", minInterval: .seconds(1), sends: 1, leastGap: nil),
            ])
    }

    @Test func `A gap is held against the pace of its time, which may have changed between two starts`() {
        func send(_ interval: Duration) -> ResultFacts.Send {
            ResultFacts.Send(number: 1, lane: "a", interval: interval, sinceBoot: 0)
        }
        var ledger = LaneLedger()
        for time in [-500, -400, -300] {
            ledger.note(send(.milliseconds(100)), restoredFrom: moment(.milliseconds(time)))
        }
        ledger.note(send(.milliseconds(300)), at: moment(.milliseconds(10)))
        let first = LaneReport(
            lane: "a", minInterval: .milliseconds(300), sends: 4, leastGap: .milliseconds(310))
        #expect(ledger.reports == [first])
        // Of a send before the machine was started there is no gap, whatever was asked for then.
        ledger.note(send(.seconds(9)), restoredFrom: nil)
        #expect(ledger.reports.map(\.leastGap) == [.milliseconds(310)])
        #expect(ledger.reports.map(\.minInterval) == [.milliseconds(300)])
        ledger.note(send(.milliseconds(300)), at: moment(.milliseconds(330)))
        #expect(ledger.reports.map(\.leastGap) == [.milliseconds(310)])
        // A pace that was not kept is told, though it was the lesser one.
        ledger.note(send(.milliseconds(100)), restoredFrom: moment(.milliseconds(-340)))
        #expect(
            ledger.reports == [
                LaneReport(lane: "a", minInterval: .milliseconds(100), sends: 7, leastGap: .milliseconds(40))
            ])
    }

    @Test func `The gap between the last send of an earlier start and the first of this one counts`() {
        var ledger = LaneLedger()
        // In the manifest's order, which need not be that of the sends.
        ledger.note(send("a"), restoredFrom: moment(.seconds(-3)))
        ledger.note(send("a"), at: moment(.milliseconds(100)))
        ledger.note(send("a"), restoredFrom: moment(.milliseconds(-50)))
        ledger.note(send("a"), restoredFrom: nil)
        ledger.note(send("a"), at: moment(.seconds(5)))
        #expect(ledger.reports.map(\.sends) == [5])
        #expect(ledger.reports.map(\.leastGap) == [.milliseconds(150)])
    }

    @Test func `The asker of the interval that the gap is held against is told`() {
        func send(_ interval: Duration, _ source: LaneInterval.Source) -> ResultFacts.Send {
            var send = ResultFacts.Send(number: 1, lane: "a", interval: interval, sinceBoot: 0)
            send.intervalSource = source
            return send
        }
        var ledger = LaneLedger()
        ledger.note(send(.milliseconds(350), .otherRun), at: moment(.zero))
        #expect(ledger.reports.map(\.asker) == ["another run"])
        ledger.note(send(.milliseconds(350), .otherRun), at: moment(.milliseconds(350)))
        ledger.note(send(.zero, .run), at: moment(.milliseconds(351)))
        let kept = LaneReport(
            lane: "a", minInterval: .milliseconds(350), asker: "another run", sends: 3, leastGap: .milliseconds(350))
        #expect(ledger.reports == [kept])
        ledger.note(send(.seconds(2), .server), at: moment(.milliseconds(2_351)))
        #expect(ledger.reports.map(\.asker) == ["the server"])
        #expect(ledger.reports.map(\.minInterval) == [.seconds(2)])
    }
}
