import BatchRunner
import enum BatchRunner.ExitStatus
import HTTPPipeline
import Testing
import runner

@Suite struct ConsoleObserverTests {
    private let sink = RecordingSink()
    private let clock = HandClock()

    @Test func `Off a terminal a success leaves nothing but its warnings`() {
        let observer = observer(ConsoleOptions())
        observer.observe(.warning("no contact\u{1B}[2J"))
        play(on: observer)
        observer.finish(with: summary(.success), isSuccess: true)
        #expect(sink.text == "warning: no contact[2J\n")
    }

    @Test func `Off a terminal a failure leaves its summary`() {
        let observer = observer(ConsoleOptions())
        play(on: observer)
        observer.finish(with: summary(.failures), isSuccess: false)
        #expect(
            sink.text == """
                1 request in 2 s: 1 failed
                next: mend what failed, then run it again: runner m.json

                """
        )
    }

    @Test func `Quiet leaves one line on a failure and none on success, warned or not`() {
        var options = ConsoleOptions()
        options.isQuiet = true
        let observer = observer(options, isTerminal: true)
        observer.observe(.warning("no contact"))
        play(on: observer)
        observer.noteInterruption(by: .interrupt)
        observer.finish(with: summary(.success), isSuccess: true)
        #expect(sink.text == "")
        observer.finish(with: summary(.failures), isSuccess: false)
        #expect(sink.text == "runner: 1 request in 2 s: 1 failed\n")
    }

    @Test func `In CI each request is a line without a control character`() {
        let observer = observer(ConsoleOptions(), environment: ["CI": "true"])
        play(on: observer)
        observer.finish(with: summary(.success), isSuccess: true)
        #expect(
            sink.text == """
                1 request to a.example at 1 s
                [1/1] dune: ok, 1.5 s
                1 request in 2 s: 1 ok

                """
        )
    }

    @Test func `A silent log gets a heartbeat every 30 seconds`() {
        let observer = observer(ConsoleOptions(), environment: ["CI": "true"])
        observer.observe(.planned(requests: 2, sentences: []))
        observer.observe(.waiting(.server, lane: "a.example", duration: .seconds(100)))
        for _ in 0..<65 {
            clock.advance(by: .seconds(1))
            observer.tick()
        }
        #expect(
            sink.text == """
                0 of 2 done; waiting as the server asked 1 min 10 s, a.example
                0 of 2 done; waiting as the server asked 40 s, a.example

                """
        )
    }

    @Test func `Verbose tells waits and attempts`() {
        var options = ConsoleOptions()
        options.isVerbose = true
        let observer = observer(options)
        play(on: observer)
        #expect(
            sink.text == """
                1 request to a.example at 1 s
                  keeping the pace 1 s, a.example
                  GET http://a.example/: 200 in 500 ms (send 1)
                [1/1] dune: ok, 1.5 s

                """
        )
    }

    @Test func `The live line is drawn at ticks, stays off messages and is gone at the end`() {
        let observer = observer(ConsoleOptions(), isTerminal: true)
        observer.observe(.planned(requests: 1, sentences: ["plan"]))
        observer.tick()
        observer.tick()
        observer.observe(.warning("careful"))
        observer.observe(.waiting(.pace, lane: "a.example", duration: .seconds(1)))
        observer.tick()
        observer.observe(.finished(id: "dune", outcome: .ok, reason: nil, message: nil, total: .seconds(1)))
        observer.tick()
        observer.finish(with: summary(.success), isSuccess: true)
        observer.tick()
        #expect(
            sink.text == "plan\n\r0/1\u{1B}[K" + "\r\u{1B}[K\u{1B}[1;33mwarning:\u{1B}[0m careful\n"
                + "\r0/1 | \u{1B}[33mkeeping the pace 1.0 s, a.example\u{1B}[0m\u{1B}[K" + "\r\u{1B}[K"
                + "1 request in 2 s: \u{1B}[32m1 ok\u{1B}[0m\n"
        )
    }

    @Test func `A terminal that is stopped is not drawn on`() {
        let stopped = RecordingSink(isReady: false)
        let observer = ConsoleObserver(
            plan: plan(ConsoleOptions(), isTerminal: true, environment: [:]),
            sink: stopped,
            width: { 80 },
            now: { .zero }
        )
        observer.observe(.planned(requests: 1, sentences: []))
        observer.tick()
        #expect(stopped.text == "")
    }

    @Test func `A run that can't begin leaves its message with one line break at its end`() {
        let observer = observer(ConsoleOptions())
        observer.finish(withError: "m.json:1:1: error: a\nm.json:2:1: error: b\u{07}")
        #expect(sink.text == "m.json:1:1: error: a\nm.json:2:1: error: b\n")
    }

    @Test func `An interruption is told to whoever watches`() {
        observer(ConsoleOptions(), isTerminal: true).noteInterruption(by: .interrupt)
        #expect(
            sink.text
                == "SIGINT: stopping; a request on the wire has five seconds, a second signal gives it up, a third ends all at once\n"
        )
    }

    private func play(on observer: ConsoleObserver) {
        observer.observe(.planned(requests: 1, sentences: ["1 request to a.example at 1 s"]))
        observer.observe(.began(id: "dune"))
        observer.observe(.waiting(.pace, lane: "a.example", duration: .seconds(1)))
        clock.advance(by: .seconds(1))
        var attempt = AttemptRecord(
            number: 1, reason: .first, method: .get, url: "http://a.example/", lane: Lane(name: "a.example")
        )
        attempt.send = 1
        attempt.status = 200
        attempt.total = .milliseconds(500)
        observer.observe(.attempted(attempt))
        observer.observe(.finished(id: "dune", outcome: .ok, reason: nil, message: nil, total: .milliseconds(1_500)))
        observer.tick()
    }

    private func plan(_ options: ConsoleOptions, isTerminal: Bool, environment: [String: String]) -> ConsolePlan {
        let surroundings = ConsolePlan.Surroundings(
            errorIsTerminal: isTerminal,
            outputIsTerminal: false,
            environment: environment
        )
        return ConsolePlan(options: options, surroundings: surroundings, sharesOutput: false)
    }

    private func observer(
        _ options: ConsoleOptions,
        isTerminal: Bool = false,
        environment: [String: String] = [:]
    ) -> ConsoleObserver {
        let clock = clock
        return ConsoleObserver(
            plan: plan(options, isTerminal: isTerminal, environment: environment),
            sink: sink,
            width: { 80 },
            now: { clock.now }
        )
    }

    private func summary(_ status: ExitStatus) -> SummaryText {
        var summary = RunSummary()
        summary.requests = 1
        summary.outcomes = status == .success ? [.ok: 1] : [.failed: 1]
        let report = RunReport(status: status, summary: summary, lanes: [], duration: .seconds(2))
        return SummaryText(of: report, command: "runner m.json", now: WallTime(epochSeconds: 0), signal: nil)
    }
}
