import BatchRunner
import HTTPPipeline
import Testing
import runner

@Suite struct LiveLineTests {
    @Test func `Nothing is drawn before the number of requests is known`() {
        #expect(LiveLine.text(of: RunProgress(), at: .zero, width: 80) == "")
    }

    @Test func `The line tells counts, outcomes, the wait with its countdown and the time left`() {
        let progress = progress(of: [
            (.planned(requests: 1_500, sentences: []), .zero),
            (finished(.ok), .seconds(1)), (finished(.ok), .seconds(2)), (finished(.notFound), .seconds(3)),
            (.began(id: "a"), .seconds(3)),
            (.waiting(.server, lane: "openlibrary.org", duration: .seconds(250)), .seconds(4)),
        ])
        #expect(
            LiveLine.text(of: progress, at: .seconds(5), width: 120)
                == "3/1,500 | 2 ok, 1 not found | waiting as the server asked 4 min 9 s, openlibrary.org "
                + "| about 24 min 55 s left"
        )
    }

    @Test func `A narrow terminal loses the lane first, then the estimate, then the outcomes`() {
        let progress = progress(of: [
            (.planned(requests: 4, sentences: []), .zero), (finished(.ok), .seconds(2)),
            (.waiting(.pace, lane: "openlibrary.org", duration: .milliseconds(350)), .seconds(2)),
        ])
        let lines = [80, 60, 40, 30, 3, 1, 0].map { LiveLine.text(of: progress, at: .seconds(2), width: $0) }
        #expect(
            lines == [
                "1/4 | 1 ok | keeping the pace 0.4 s, openlibrary.org | about 6.0 s left",
                "1/4 | 1 ok | keeping the pace 0.4 s | about 6.0 s left",
                "1/4 | 1 ok | keeping the pace 0.4 s",
                "1/4 | keeping the pace 0.4 s", "1/4", "1", "",
            ]
        )
    }

    @Test func `A wait that has passed is a request on its way`() {
        let progress = progress(of: [
            (.planned(requests: 1, sentences: []), .zero), (.began(id: "a"), .zero),
            (.waiting(.backoff, lane: "a", duration: .seconds(1)), .zero),
        ])
        #expect(
            LiveLine.text(of: progress, at: .milliseconds(500), width: 80) == "0/1 | pausing before a repeat 0.5 s, a")
        #expect(LiveLine.text(of: progress, at: .seconds(3), width: 80) == "0/1 | asking, 2.0 s")
    }

    @Test func `The estimate is never shorter than the wait`() {
        let progress = progress(of: [
            (.planned(requests: 2, sentences: []), .zero), (finished(.ok), .seconds(1)),
            (.waiting(.server, lane: "a", duration: .seconds(600)), .seconds(1)),
        ])
        #expect(progress.timeLeft(at: .seconds(1)) == .seconds(600))
    }

    @Test func `Outcomes and waits have colours, which take no room`() {
        let progress = progress(of: [
            (.planned(requests: 4, sentences: []), .zero), (finished(.ok), .seconds(2)),
            (finished(.failed), .seconds(2)),
            (.waiting(.pace, lane: "a", duration: .milliseconds(350)), .seconds(2)),
        ])
        let plain = LiveLine.text(of: progress, at: .seconds(2), width: 80)
        let line = LiveLine.text(of: progress, at: .seconds(2), width: plain.count, palette: Palette(isColored: true))
        #expect(
            line == "2/4 | \u{1B}[32m1 ok\u{1B}[0m, \u{1B}[31m1 failed\u{1B}[0m "
                + "| \u{1B}[33mkeeping the pace 0.4 s, a\u{1B}[0m | about 5.0 s left")
    }

    @Test func `When all is done the line is empty`() {
        let progress = progress(of: [(.planned(requests: 1, sentences: []), .zero), (finished(.failed), .seconds(1))])
        #expect(LiveLine.text(of: progress, at: .seconds(2), width: 80) == "")
        #expect(progress.timeLeft(at: .seconds(2)) == nil)
    }

    private func progress(of events: [(RunEvent, Duration)]) -> RunProgress {
        var progress = RunProgress()
        for (event, now) in events { progress.note(event, at: now) }
        return progress
    }

    private func finished(_ outcome: Outcome) -> RunEvent {
        .finished(id: "a", outcome: outcome, reason: nil, message: nil, total: .zero)
    }
}
