import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

/// No limit but the tests' own is near, so that an exchange which a cancel doesn't end fails its test by never ending.
@Suite(.timeLimit(.minutes(5))) struct CancellationTests {
    /// Begins an exchange in a task of its own, cancels it once `ready` returns, and gives back how it ended.
    private func cancelled(
        _ request: HTTPRequest,
        grace: Duration = .zero,
        gate: RecordingGate = RecordingGate(),
        abort: AbortSwitch? = nil,
        when ready: () async -> Void
    ) async -> Exchange {
        var configuration = CurlTransport.Configuration.direct
        configuration.cancellationGrace = grace
        let sending = configuration
        var request = request
        request.limits = .hours
        let unlimited = request
        let task = Task { await exchange(unlimited, through: gate, configuration: sending, abort: abort) }
        await ready()
        task.cancel()
        return await task.value
    }

    @Test func `A task that is cancelled before its exchange sends nothing`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let url = try server.url()
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return await exchange(HTTPRequest(url: url))
            }
            task.cancel()
            #expect(await task.value.error?.code == .cancelled)
            #expect(server.connectionCount == 0)
        }
    }

    @Test func `A cancel in an unanswered connect ends it, and nothing departed`() async throws {
        let listener = try SilentListener()
        var request = HTTPRequest(url: try HTTPURL("http://127.0.0.1:\(listener.port)/"))
        request.limits = .hours
        var configuration = CurlTransport.Configuration.direct
        configuration.cancellationGrace = .seconds(3_600)
        let answer = await ended(request, configuration: configuration) { task, _ in
            task.cancel()
        } when: {
            $0.attempt.connect != nil
        }
        #expect(answer.error?.code == .cancelled)
        #expect(answer.error?.requestDeparted == false)
    }

    @Test func `A cancel in the gate ends the wait, and nothing departed`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let (asked, tell) = AsyncStream<Void>.makeStream()
            let gate = RecordingGate { _ in
                tell.yield()
                return .wait(until: Moment(sinceOrigin: .seconds(1_000)))
            }
            let answer = await cancelled(HTTPRequest(url: try server.url()), grace: .seconds(3_600), gate: gate) {
                for await _ in asked { break }
            }
            #expect(answer.error?.code == .cancelled)
            #expect(answer.error?.requestDeparted == false)
            await server.endedConnections(atLeast: 1)
            #expect(server.requests.isEmpty)
        }
    }

    @Test(arguments: [
        ScriptedAnswer.stall, .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc").then(.stall),
    ])
    func `A cancel on the wire ends the exchange at once`(answer script: ScriptedAnswer) async throws {
        try await withScriptedServer { _ in
            script
        } _: { server in
            let answer = await cancelled(HTTPRequest(url: try server.url())) { await server.requests(atLeast: 1) }
            #expect(answer.error?.code == .cancelled)
            #expect(answer.error?.requestDeparted == true)
            #expect(answer.attempt.total < .seconds(60))
            await server.endedConnections(atLeast: 1)
        }
    }

    @Test func `An exchange on the wire may use its grace to the end`() async throws {
        try await withScriptedServer { _ in
            .json("{}").delayed(by: .milliseconds(200))
        } _: { server in
            let answer = await cancelled(HTTPRequest(url: try server.url()), grace: .seconds(30)) {
                await server.requests(atLeast: 1)
            }
            #expect(try answer.result.get().status == 200)
        }
    }

    @Test func `The grace ends`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let answer = await cancelled(HTTPRequest(url: try server.url()), grace: .milliseconds(200)) {
                await server.requests(atLeast: 1)
            }
            #expect(answer.error?.code == .cancelled)
            #expect(answer.attempt.total >= .milliseconds(200))
            #expect(answer.attempt.total < .seconds(60))
        }
    }

    @Test func `The abort switch leaves no grace, and lets nothing begin`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let abort = AbortSwitch()
            let url = try server.url()
            let answer = await cancelled(HTTPRequest(url: url), grace: .seconds(3_600), abort: abort) {
                await server.requests(atLeast: 1)
                abort.abort()
            }
            #expect(answer.error?.code == .cancelled)
            let later = await exchange(HTTPRequest(url: url), abort: abort)
            #expect(later.error?.code == .cancelled)
            #expect(later.error?.requestDeparted == false)
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `Cancels at every stage of an exchange never hang`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let url = try server.url()
            for round in 0..<45 {
                let sender = Task { await exchange(HTTPRequest(url: url)) }
                for _ in 0..<(1 << (round % 15)) { await Task.yield() }
                sender.cancel()
                switch await sender.value.result {
                case .success(let response): #expect(response.body == Array("{}".utf8))
                case .failure(let error): #expect(error.code == .cancelled)
                }
            }
        }
    }
}
