import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct LimitTests {
    private func limits(
        connect: Duration = .seconds(50),
        idle: Duration = .seconds(50),
        attempt: Duration = .seconds(50)
    ) -> TimeLimits {
        var limits = TimeLimits()
        limits.connect = connect
        limits.idle = idle
        limits.attempt = attempt
        return limits
    }

    @Test func `A connect that is not answered ends at its limit, not before, and nothing departed`() async throws {
        let listener = try SilentListener()
        var request = HTTPRequest(url: try HTTPURL("http://127.0.0.1:\(listener.port)/"))
        request.limits = limits(connect: .milliseconds(150))
        let answer = await exchange(request)
        #expect(answer.error?.code == .timedOut)
        #expect(answer.error?.message == "No connection was made within 0.15 s.")
        #expect(answer.error?.requestDeparted == false)
        #expect(answer.attempt.total >= .milliseconds(150))
        #expect(answer.attempt.total < .seconds(5))
        #expect(try #require(answer.attempt.connect) >= .milliseconds(149))
    }

    @Test func `A server that never answers ends at the idle limit`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            var request = HTTPRequest(url: try server.url())
            request.limits = limits(idle: .milliseconds(1_250))
            let answer = await exchange(request)
            #expect(answer.error?.message == "No byte came for 1.25 s.")
            #expect(answer.error?.code == .timedOut)
            #expect(answer.error?.requestDeparted == true)
            #expect(answer.attempt.total >= .milliseconds(1_250))
            #expect(answer.attempt.total < .seconds(5))
            #expect(answer.attempt.firstByte == nil)
        }
    }

    @Test func `Bytes put the idle limit off, a stall after the head doesn't`() async throws {
        let drip = ScriptedAnswer.drip(Array("abcde".utf8), every: .milliseconds(120))
        try await withScriptedServer { request in
            request.path == "/drip" ? drip : .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n").then(.stall)
        } _: { server in
            var request = HTTPRequest(url: try server.url("/drip"))
            request.limits = limits(idle: .milliseconds(400))
            let dripped = await exchange(request)
            #expect(try dripped.result.get().body == Array("abcde".utf8))
            #expect(dripped.attempt.total >= .milliseconds(600))
            request = HTTPRequest(url: try server.url("/stall"))
            request.limits = limits(idle: .milliseconds(400))
            let stalled = await exchange(request)
            #expect(stalled.error?.message == "No byte came for 0.4 s.")
            #expect(stalled.attempt.status == 200)
            #expect(stalled.attempt.total >= .milliseconds(400))
        }
    }

    @Test func `A dripping server ends at the attempt's limit`() async throws {
        let drip = ScriptedAnswer.drip([UInt8](repeating: 65, count: 400), every: .milliseconds(50))
        try await withScriptedServer { _ in
            drip
        } _: { server in
            var request = HTTPRequest(url: try server.url())
            request.limits = limits(attempt: .milliseconds(500))
            let answer = await exchange(request)
            #expect(answer.error?.code == .timedOut)
            #expect(answer.error?.message == "The exchange was not complete after 0.5 s.")
            #expect(answer.attempt.total >= .milliseconds(500))
            #expect(answer.attempt.total < .seconds(5))
            #expect(answer.attempt.bytes > 0)
        }
    }

    @Test func `The run's deadline cuts an exchange and a wait in the gate`() async throws {
        let timeline = Timeline()
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: timeline)
            var request = HTTPRequest(url: try server.url())
            request.deadline = timeline.now.advanced(by: .milliseconds(100))
            let cut = await exchange(request, over: &transport)
            #expect(cut.error?.code == .deadline)
            #expect(cut.error?.requestDeparted == true)
            #expect(cut.attempt.total >= .milliseconds(50))
            let gate = RecordingGate { _ in .wait(until: Moment(sinceOrigin: .seconds(1_000))) }
            request.deadline = timeline.now.advanced(by: .milliseconds(100))
            let waited = await exchange(request, over: &transport, through: gate)
            #expect(waited.error?.code == .deadline)
            #expect(waited.error?.requestDeparted == false)
        }
    }
}
