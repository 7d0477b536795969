import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Synchronization
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite(.timeLimit(.minutes(5))) struct TaskThreadTests {
    private func thread() -> String { String(describing: pthread_self()) }

    @Test func `A task on the transport's thread makes its exchanges there and changes no thread for them`()
        async throws
    {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let request = HTTPRequest(url: try server.url())
            let before = thread()
            let atGate = Mutex<[String]>([])
            let gate = RecordingGate { _ in
                let thread = String(describing: pthread_self())
                atGate.withLock { $0.append(thread) }
                return .go
            }
            let (statuses, threads) = try await CurlTransport.withTransport(
                configuration: .direct, timeline: Timeline()
            ) { wire in
                var wire = wire
                var statuses: [Int?] = []
                var threads = [thread()]
                for _ in 1...3 {
                    statuses.append(await exchange(request, over: &wire, through: gate).attempt.status)
                    threads.append(thread())
                    await Task.yield()
                    threads.append(thread())
                }
                return (statuses, threads)
            }
            #expect(statuses == [200, 200, 200])
            #expect(Set(threads).count == 1)
            #expect(threads.first != before)
            #expect(atGate.withLock { $0 } == Array(repeating: threads[0], count: 3))
            #expect(thread() != threads[0])
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `A cancel ends the exchange of a task on the transport's thread, and its sleep after that`() async throws
    {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let request = HTTPRequest(url: try server.url())
            let task = Task {
                try await CurlTransport.withTransport(configuration: .direct, timeline: Timeline()) { wire in
                    var wire = wire
                    let answer = await exchange(request, over: &wire)
                    try? await Task.sleep(for: .seconds(1_000))
                    return answer
                }
            }
            await server.requests(atLeast: 1)
            task.cancel()
            let answer = try await task.value
            #expect(answer.error?.code == .cancelled)
            #expect(answer.error?.requestDeparted == true)
        }
    }

    @Test func `A sleep of a task on the transport's thread ends by a cancel from another thread`() async throws {
        let (asleep, tell) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await CurlTransport.withTransport(configuration: .direct, timeline: Timeline()) { _ in
                tell.yield()
                try? await Task.sleep(for: .seconds(1_000))
                return Task.isCancelled
            }
        }
        for await _ in asleep { break }
        task.cancel()
        #expect(try await task.value)
    }

    @Test func `A switch that was used before leaves such a task its thread and no exchange`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let request = HTTPRequest(url: try server.url())
            let abort = AbortSwitch()
            abort.abort()
            let answer = try await CurlTransport.withTransport(
                configuration: .direct, timeline: Timeline(), abort: abort
            ) { wire in
                var wire = wire
                return await exchange(request, over: &wire)
            }
            #expect(answer.error?.code == .cancelled)
            #expect(server.connectionCount == 0)
        }
    }

    @Test func `After an exchange that failed such a task sleeps and makes another one`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .close : .json("{}")
        } _: { server in
            let request = HTTPRequest(url: try server.url())
            let answers = try await CurlTransport.withTransport(configuration: .direct, timeline: Timeline()) { wire in
                var wire = wire
                let first = await exchange(request, over: &wire)
                try? await Task.sleep(for: .milliseconds(1))
                return [first, await exchange(request, over: &wire)]
            }
            #expect(answers.map(\.attempt.status) == [nil, 200])
        }
    }

    @Test func `A cancel ends the wait at the gate of a task on the transport's thread`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let request = HTTPRequest(url: try server.url())
            let (asked, tell) = AsyncStream<Void>.makeStream()
            let gate = RecordingGate { _ in
                tell.yield()
                return .wait(until: Moment(sinceOrigin: .seconds(1_000)))
            }
            let task = Task {
                try await CurlTransport.withTransport(configuration: .direct, timeline: Timeline()) { wire in
                    var wire = wire
                    return await exchange(request, over: &wire, through: gate)
                }
            }
            for await _ in asked { break }
            task.cancel()
            #expect(try await task.value.error?.code == .cancelled)
            #expect(server.requests.isEmpty)
        }
    }
}
