import BatchRunner
import HTTPPipeline
import Testing
import runner

@Suite struct PlainProgressTests {
    @Test func `A finished request is one line, whatever its texts hold`() {
        var progress = RunProgress()
        progress.note(.planned(requests: 25, sentences: []), at: .zero)
        progress.note(.finished(id: "a", outcome: .ok, reason: nil, message: nil, total: .zero), at: .zero)
        let line = PlainProgress.line(
            id: "dune\u{1B}[2J",
            outcome: .failed,
            reason: .httpStatus,
            message: "500\r\n::error::",
            duration: .milliseconds(1_234),
            progress: progress
        )
        #expect(line == "[1/25] dune[2J: failed (http status), 1.2 s: 500 ::error::")
    }

    @Test func `A heartbeat names the wait`() {
        var progress = RunProgress()
        progress.note(.planned(requests: 25, sentences: []), at: .zero)
        progress.note(.waiting(.server, lane: "example.org", duration: .seconds(100)), at: .zero)
        #expect(
            PlainProgress.heartbeat(of: progress, at: .seconds(30))
                == "0 of 25 done; waiting as the server asked 1 min 10 s, example.org"
        )
    }

    @Test func `A heartbeat without a wait says how long the server has been asked`() {
        var progress = RunProgress()
        progress.note(.planned(requests: 3, sentences: []), at: .zero)
        progress.note(.finished(id: "a", outcome: .ok, reason: nil, message: nil, total: .zero), at: .seconds(10))
        progress.note(.began(id: "b"), at: .seconds(10))
        #expect(
            PlainProgress.heartbeat(of: progress, at: .seconds(15)) == "1 of 3 done; asking, 5.0 s; about 15 s left")
    }

    @Test func `An attempt tells its send, its answer and why it was made`() {
        var attempt = AttemptRecord(
            number: 2, reason: .retry, method: .get, url: "http://a.example/?key=***", lane: Lane(name: "a.example")
        )
        attempt.send = 7
        attempt.status = 503
        attempt.total = .milliseconds(12)
        #expect(
            PlainProgress.attempt(attempt)
                == "  GET http://a.example/?key=***: 503 in 12 ms (send 7, repeat, attempt 2)"
        )
    }

    @Test func `An attempt that sent nothing says so`() {
        var attempt = AttemptRecord(
            number: 1, reason: .first, method: .get, url: "http://a.example/", lane: Lane(name: "a.example")
        )
        attempt.error = "The connection was refused."
        #expect(
            PlainProgress.attempt(attempt) == "  GET http://a.example/: The connection was refused. in 0 ms (not sent)"
        )
    }

    @Test func `A wait tells its reason, its length and its lane`() {
        #expect(
            PlainProgress.wait(for: .backoff, lane: "a.example", duration: .milliseconds(731))
                == "  pausing before a repeat 731 ms, a.example"
        )
    }
}
