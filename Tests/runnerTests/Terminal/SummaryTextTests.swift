import BatchRunner
import enum BatchRunner.ExitStatus
import HTTPPipeline
import Testing
import runner

@Suite struct SummaryTextTests {
    @Test func `A good run is told in four lines and where its results are`() {
        var report = report(.success, outcomes: [.ok: 24, .notFound: 1])
        report.summary.sources = [.network: 22, .cache: 3]
        report.summary.sends = 31
        report.summary.retries = 4
        report.summary.redirects = 1
        report.summary.times.pace = .milliseconds(8_900)
        report.summary.times.network = .milliseconds(2_100)
        report.summary.times.cache = .microseconds(400)
        report.lanes = [
            LaneReport(
                lane: "openlibrary.org", minInterval: .milliseconds(350), sends: 31, leastGap: .microseconds(350_021))
        ]
        report.output = "output/books.json"
        report.data = "data/books.json"
        report.notable = [group(.notFound, nil, ["dune"], "There is no such book.")]
        #expect(
            lines(report) == [
                "25 requests in 12.4 s: 24 ok, 1 not found",
                "answers: 22 from the network, 3 from the cache; 31 sends, 4 repeats, 1 redirect among them",
                "time: 8.9 s keeping the pace, 2.1 s on the network, 0.4 ms in the cache",
                "openlibrary.org: 31 sends, at least 350.0 ms apart (350 ms asked)",
                "  dune: There is no such book.",
                "results: output/books.json",
                "data: data/books.json",
            ]
        )
    }

    @Test func `The wait for a server in trouble is told, though it is no request's time`() {
        var report = report(.failures, outcomes: [.ok: 3, .failed: 5])
        report.summary.times.network = .milliseconds(49)
        report.probeWait = .seconds(60)
        #expect(lines(report).contains("time: 1 min leaving a failing server alone, 49 ms on the network"))
    }

    @Test func `Time that rounds to nothing is not told`() {
        var report = report(.success, outcomes: [.ok: 1])
        report.summary.times.pace = .microseconds(49)
        report.summary.times.cache = .microseconds(50)
        #expect(lines(report).contains("time: 0.1 ms in the cache"))
        report.summary.times.cache = .microseconds(49)
        #expect(!lines(report).contains { $0.hasPrefix("time:") })
    }

    @Test func `The fullest summary has twelve lines`() {
        var report = report(.ioError, outcomes: [.ok: 900, .failed: 80, .deferred: 20])
        report.summary.sources = [.network: 900]
        report.summary.sends = 1_000
        report.summary.times.network = .seconds(1)
        report.lanes = (1...4).map { LaneReport(lane: "host\($0)", minInterval: .zero, sends: 250, leastGap: .zero) }
        report.notable = [
            group(.failed, .timeout, (1...78).map { "id\($0)" }, "It failed."),
            group(.failed, .connection, ["c", "d"], "It broke."), group(.deferred, .quotaExhausted, ["q"], "Later."),
        ]
        report.writeError = "No space left on device."
        report.partial = "output/books.partial.json"
        report.data = "data.json"
        #expect(
            lines(report) == [
                "1,000 requests in 12.4 s: 900 ok, 80 failed, 20 deferred",
                "answers: 900 from the network; 1,000 sends",
                "time: 1 s on the network",
                "host1: 250 sends, at least 0.0 ms apart (no pace asked)",
                "host2: 250 sends, at least 0.0 ms apart (no pace asked)",
                "and 2 more servers",
                "  78 failed (timeout): id1, id2, id3 and 75 more; It failed.",
                "  and 3 more of other kinds",
                "error: No space left on device.",
                "not finished, so the last results stay; what there is so far: output/books.partial.json",
                "data: data.json",
                "next: make room or mend the place, then run it again: runner books.json",
            ]
        )
    }

    @Test(
        arguments: [
            (.interrupted, "interrupted after 12.4 s; 3 requests: 1 ok, 2 skipped"),
            (.deadline, "stopped by the deadline after 12.4 s; 3 requests: 1 ok, 2 skipped"),
            (.maxFailures(20), "stopped after 20 failures in 12.4 s; 3 requests: 1 ok, 2 skipped"),
        ] as [(RunReport.Stop, String)])
    func `A run that stopped early says why`(stop: RunReport.Stop, headline: String) {
        var report = report(.unfinished, outcomes: [.ok: 1, .skipped: 2])
        report.stop = stop
        #expect(lines(report).first == headline)
    }

    @Test func `An unfinished run says when to run it again`() {
        var report = report(.unfinished, outcomes: [.deferred: 1])
        report.retryAt = WallTime(year: 2026, month: 11, day: 30, hour: 2)
        #expect(
            lines(report).last == "next: run it again after 2026-11-30T02:00:00Z (in 1 h): runner books.json"
        )
        report.retryAt = WallTime(year: 2026, month: 11, day: 30)
        #expect(lines(report).last == "next: run it again: runner books.json")
    }

    @Test(arguments: [
        (ExitStatus.failures, "next: mend what failed, then run it again: runner books.json"),
        (.bug, "next: this is a fault of runner; please report it"),
        (.configuration, "next: mend it, then run it again: runner books.json"),
    ])
    func `Each end but a good one says what to do next`(status: ExitStatus, line: String) {
        #expect(lines(report(status, outcomes: [.failed: 1])).last == line)
    }

    @Test func `A run that too many failures stopped asks for them to be mended`() {
        var report = report(.unfinished, outcomes: [.failed: 3, .skipped: 2])
        report.stop = .maxFailures(3)
        report.isResumable = true
        #expect(
            lines(report).last
                == "next: mend these or raise \"maxFailures\", then run it again: runner books.json "
                + "(it goes on where this run ended)")
    }

    @Test func `A pace that was not kept is not told as kept`() {
        var report = report(.success, outcomes: [.ok: 2])
        report.lanes = [
            LaneReport(lane: "a", minInterval: .seconds(1), sends: 2, leastGap: .microseconds(999_960)),
            LaneReport(lane: "b", minInterval: .seconds(1), sends: 1, leastGap: nil),
        ]
        #expect(
            lines(report).suffix(2) == [
                "a: 2 sends, two of them only 999.9 ms apart (1 s asked): the pace was not kept",
                "b: 1 send (1 s asked)",
            ]
        )
    }

    @Test func `Whose interval counted is told where it is not the run's own`() {
        var report = report(.success, outcomes: [.ok: 2])
        report.lanes = [
            LaneReport(
                lane: "a", minInterval: .milliseconds(350), asker: "another run", sends: 2, leastGap: .milliseconds(351)
            ),
            LaneReport(lane: "b", minInterval: .seconds(2), asker: "the server", sends: 1, leastGap: nil),
        ]
        #expect(
            lines(report).suffix(2) == [
                "a: 2 sends, at least 351.0 ms apart (350 ms asked by another run)",
                "b: 1 send (2 s asked by the server)",
            ]
        )
    }

    @Test func `A notable request's text can't reach the terminal's controls`() {
        var report = report(.failures, outcomes: [.failed: 1])
        report.notable = [group(.failed, nil, ["a\u{1B}[1m"], "bad\nanswer")]
        #expect(lines(report)[1] == "  a[1m: bad answer")
    }

    @Test func `The one line for the quiet is the write error, else the counts`() {
        var report = report(.failures, outcomes: [.ok: 1, .failed: 1])
        #expect(summary(report).errorLine == "2 requests in 12.4 s: 1 ok, 1 failed")
        report.writeError = "No space left on device."
        #expect(summary(report).errorLine == "error: No space left on device.")
        #expect(summary(self.report(.success, outcomes: [.ok: 1])).errorLine == nil)
    }

    @Test func `What failed is told by its reason, each with a count and three ids`() {
        var report = report(.unfinished, outcomes: [.ok: 1_710, .failed: 3, .deferred: 48_290])
        report.notable = [
            group(.failed, .httpStatus, ["a", "b"], "Status 500."),
            group(.failed, .timeout, ["t"], "No answer within 30 s."),
            group(
                .deferred, .deadline, (1...48_290).map { "d\($0)" }, "The run's deadline passed before this request."),
        ]
        report.notable[0].add("c", "Status 501.")
        #expect(
            lines(report)[1...3] == [
                "  3 failed (http status): a, b, c; the first: Status 500.", "  t: No answer within 30 s.",
                "  48,290 deferred (deadline): d1, d2, d3 and 48,287 more; The run's deadline passed before this request.",
            ])
    }

    @Test func `Outcomes have colours of their own beside their words`() {
        let report = report(.failures, outcomes: [.ok: 1, .notFound: 2, .failed: 3, .deferred: 4])
        #expect(
            summary(report).lines(in: Palette(isColored: true)).first
                == "10 requests in 12.4 s: \u{1B}[32m1 ok\u{1B}[0m, \u{1B}[36m2 not found\u{1B}[0m, "
                + "\u{1B}[31m3 failed\u{1B}[0m, \u{1B}[33m4 deferred\u{1B}[0m")
        #expect(lines(report).first == "10 requests in 12.4 s: 1 ok, 2 not found, 3 failed, 4 deferred")
    }

    private func group(
        _ outcome: Outcome, _ reason: OutcomeReason?, _ ids: [String], _ sentence: String
    ) -> NotableGroup {
        var group = NotableGroup(outcome, reason)
        for id in ids { group.add(id, sentence) }
        return group
    }

    private let now = WallTime(year: 2026, month: 11, day: 30, hour: 1)

    private func report(_ status: ExitStatus, outcomes: [Outcome: Int]) -> RunReport {
        var summary = RunSummary()
        summary.outcomes = outcomes
        summary.requests = outcomes.values.reduce(0, +)
        return RunReport(status: status, summary: summary, lanes: [], duration: .milliseconds(12_400))
    }

    private func summary(_ report: RunReport) -> SummaryText {
        SummaryText(of: report, command: "runner books.json", now: now, signal: nil)
    }

    private func lines(_ report: RunReport) -> [String] { summary(report).lines() }
}
