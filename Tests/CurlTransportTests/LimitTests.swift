import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LimitTests {
    private func limits(
        connect: Duration = TimeLimits.hours.connect,
        idle: Duration = TimeLimits.hours.idle,
        attempt: Duration = TimeLimits.hours.attempt
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
        #expect(answer.attempt.total < .seconds(60))
        #expect(try #require(answer.attempt.connect) >= .milliseconds(149))
    }

    @Test func `A server that never answers ends at the idle limit`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            var request = HTTPRequest(url: try server.url())
            request.limits = limits(idle: .milliseconds(2_250))
            let answer = await exchange(request)
            #expect(answer.error?.message == "No byte came for 2.25 s.")
            #expect(answer.error?.code == .timedOut)
            #expect(answer.error?.requestDeparted == true)
            #expect(answer.attempt.total >= .milliseconds(2_250))
            #expect(answer.attempt.total < .seconds(60))
            #expect(answer.attempt.firstByte == nil)
        }
    }

    @Test func `Bytes put the idle limit off`() async throws {
        let drip = ScriptedAnswer.drip(Array("abcdefg".utf8), every: .milliseconds(300))
        try await withScriptedServer { _ in
            drip
        } _: { server in
            var request = HTTPRequest(url: try server.url())
            request.limits = limits(idle: .seconds(2))
            let answer = await exchange(request)
            #expect(try answer.result.get().body == Array("abcdefg".utf8))
            #expect(answer.attempt.total >= .milliseconds(2_100))
        }
    }

    @Test func `A stall after the head ends at the idle limit`() async throws {
        try await withScriptedServer { _ in
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n").then(.stall)
        } _: { server in
            var request = HTTPRequest(url: try server.url())
            request.limits = limits(idle: .seconds(2))
            let answer = await exchange(request)
            #expect(answer.error?.message == "No byte came for 2 s.")
            #expect(answer.attempt.status == 200)
            #expect(answer.attempt.total >= .seconds(2))
        }
    }

    @Test func `A dripping server ends at the attempt's limit`() async throws {
        let drip = ScriptedAnswer.drip([UInt8](repeating: 65, count: 400), every: .milliseconds(50))
        try await withScriptedServer { _ in
            drip
        } _: { server in
            var request = HTTPRequest(url: try server.url())
            request.limits = limits(attempt: .seconds(2))
            let answer = await exchange(request)
            #expect(answer.error?.code == .timedOut)
            #expect(answer.error?.message == "The exchange was not complete after 2 s.")
            #expect(answer.attempt.total >= .seconds(2))
            #expect(answer.attempt.total < .seconds(60))
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
            request.deadline = timeline.now.advanced(by: .seconds(2))
            let cut = await exchange(request, over: &transport)
            #expect(cut.error?.code == .deadline)
            #expect(cut.error?.requestDeparted == true)
            #expect(await server.requests(atLeast: 1).count == 1)
            let gate = RecordingGate { _ in .wait(until: Moment(sinceOrigin: .seconds(1_000))) }
            request.deadline = timeline.now.advanced(by: .milliseconds(100))
            let waited = await exchange(request, over: &transport, through: gate)
            #expect(waited.error?.code == .deadline)
            #expect(waited.error?.requestDeparted == false)
        }
    }
}
