import BatchRunner
import HTTPPipeline
import Testing

@Suite struct ResultTextTests {
    private func text(of result: RequestResult) -> String {
        var text = ResultText(epoch: RunEpoch(sinceBoot: .seconds(100)))
        text.write(result)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private func result(_ outcome: Outcome, _ change: (inout RequestRecord) -> Void = { _ in }) -> RequestResult {
        var record = RequestRecord(started: .origin, startedAt: WallTime(year: 2026, month: 11, day: 30, hour: 1))
        change(&record)
        let request = Array(#"{"title":"Dune","line":7}"#.utf8)
        return RequestResult(id: "dune", request: request, outcome: outcome, record: record)
    }

    @Test func `An attempt is told with its waits and phases, and a phase that didn't happen is absent`() {
        var result = result(.ok) { record in
            var attempt = AttemptRecord(
                number: 2, reason: .retry, method: .get, url: "http://a/", lane: Lane(name: "a"))
            attempt.send = 3
            attempt.remote = PeerAddress(address: "127.0.0.1", port: 80)
            attempt.sent = Moment(sinceOrigin: .nanoseconds(1_500_000_007))
            attempt.sentAt = WallTime(sinceEpoch: .seconds(1_480_467_600) + .nanoseconds(123_456_789))
            attempt.waits.backoff = .microseconds(480_001)
            attempt.status = 200
            attempt.reused = true
            attempt.firstByte = .nanoseconds(1_234_999)
            attempt.total = .milliseconds(2)
            attempt.bytes = 17
            record.append(attempt)
            record.noteSource(.network)
        }
        result.answer = .json(Array("1.0e2".utf8))
        #expect(
            text(of: result) == #""id":"dune","request":{"title":"Dune","line":7},"outcome":"ok","source":"network","#
                + #""json":1.0e2,"timing":{"startedAt":"2026-11-30T01:00:00.000Z","totalMs":0.000,"cacheMs":0.000,"#
                + #""paceMs":0.000,"serverMs":0.000,"backoffMs":0.000,"networkMs":0.000,"otherMs":0.000},"attempts":["#
                + #"{"send":3,"number":2,"reason":"retry","url":"http://a/","remote":"127.0.0.1:80","#
                + #""sentAt":"2016-11-30T01:00:00.123456Z","monotonicNs":101500000007,"paceMs":0.000,"serverMs":0.000,"#
                + #""backoffMs":480.001,"status":200,"reused":true,"firstByteMs":1.234,"totalMs":2.000,"bytes":17}]"#)
    }

    @Test func `What was never sent has no source and no attempt, and says why`() {
        var result = result(.skipped)
        result.reason = .interrupted
        result.message = "The run was \"interrupted\"."
        result.retryAfter = .milliseconds(1_500)
        let expected =
            #""outcome":"skipped","reason":"interrupted","message":"The run was \"interrupted\".","retryAfterMs":1500.000,"#
            + #""timing""#
        #expect(text(of: result).contains(expected))
        #expect(text(of: result).hasSuffix(#""attempts":[]"#))
    }

    @Test(arguments: [
        (RequestResult.Answer.text("a\u{0}\"\n"), #""text":"a\u0000\"\n""#),
        (.bytes([0xFF, 0x00]), #""base64":"/wA=""#),
        (.json(Array(#"{"b":1,"a":[true]}"#.utf8)), #""json":{"b":1,"a":[true]}"#),
    ])
    func `An answer that is no book is told as JSON, text or bytes`(answer: RequestResult.Answer, expected: String) {
        var result = result(.ok)
        result.answer = answer
        #expect(text(of: result).contains(expected))
    }
}
