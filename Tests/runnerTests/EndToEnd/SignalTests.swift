import HTTPPipeline
import HTTPTestSupport
import Synchronization
import Testing
import runner

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a signal does to the built command in every kind of wait.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SignalTests {
    private static let oldResults = "the old results"
    private static let unpaced = #""pace": { "minInterval": 0 }"#
    /// What an interrupted run leaves: its journal too, from which the next can go on.
    private static let files = [
        "books.json", "output/.books.json.runner/journal.ndjson", RunFolder.results, RunFolder.partial,
    ]

    /// A run that was begun, beside results from before.
    private func begin(_ folder: RunFolder, _ arguments: [String] = []) throws -> ChildProcess {
        try folder.write(Self.oldResults, to: RunFolder.results)
        return try folder.start(["--verbose"] + arguments, isUrgent: true)
    }

    /// Waits for the end, which must come in time.
    private func finish(
        _ child: ChildProcess, within bound: Duration = .seconds(1)
    ) async throws -> ChildProcess.Result {
        let began = ContinuousClock.now
        let result = try await child.finish()
        #expect(result.ended - began - result.heldUp < bound)
        return result
    }

    /// Waits for the end after a signal, and looks at what was left.
    private func expectEnd(
        of child: ChildProcess, in folder: RunFolder, by signal: TerminationSignal, outcomes: [String],
        within bound: Duration = .seconds(1)
    ) async throws {
        let result = try await finish(child, within: bound)
        #expect(result.ending == .signalled(signal.rawValue))
        #expect(try folder.results(in: RunFolder.partial).outcomes == outcomes)
        #expect(try folder.results(in: RunFolder.partial).run.outcome == "partial")
        #expect(try folder.text(of: RunFolder.results) == Self.oldResults)
        #expect(folder.files == Self.files)
        #expect(result.error.contains("next: run it again: "))
    }

    @Test(arguments: [TerminationSignal.interrupt, .terminate, .hangUp])
    func `A wait for the pace ends at once`(signal: TerminationSignal) async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let urls = (0..<4).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "10m" }"#)
            let child = try begin(folder)
            try await child.waitForText("keeping the pace")
            child.send(signal.rawValue)
            let rest = Array(repeating: "skipped/interrupted", count: 3)
            try await expectEnd(of: child, in: folder, by: signal, outcomes: ["ok"] + rest)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `A wait that the server ordered ends at once`() async throws {
        try await withScriptedServer { _ in
            .status(503, headers: ["Retry-After": "60"])
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced)
            let child = try begin(folder)
            try await child.waitForText("waiting as the server asked")
            child.send(TerminationSignal.interrupt.rawValue)
            let outcomes = Array(repeating: "skipped/interrupted", count: 3)
            try await expectEnd(of: child, in: folder, by: .interrupt, outcomes: outcomes)
            #expect(server.requests.count == 1)
            let first = try folder.results(in: RunFolder.partial).results[0]
            #expect(first.timing.serverMs > 0)
            #expect(first.attempts.map(\.status) == [503])
        }
    }

    @Test func `A pause before a repeat ends at once`() async throws {
        try await withScriptedServer { _ in
            .status(429)
        } _: { server in
            let urls = (0..<2).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced)
            let child = try begin(folder)
            try await child.waitForText("pausing before a repeat")
            child.send(TerminationSignal.terminate.rawValue)
            let outcomes = ["skipped/interrupted", "skipped/interrupted"]
            try await expectEnd(of: child, in: folder, by: .terminate, outcomes: outcomes)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `A connect that gets no answer ends at once`() async throws {
        let listener = try SilentListener()
        let urls = (0..<2).map { "http://127.0.0.1:\(listener.port)/\($0)" }
        let folder = try RunFolder(urls: urls, settings: Self.unpaced)
        let child = try begin(folder)
        try await folder.noteOfSend()
        child.send(TerminationSignal.interrupt.rawValue)
        let outcomes = ["skipped/interrupted", "skipped/interrupted"]
        try await expectEnd(of: child, in: folder, by: .interrupt, outcomes: outcomes)
        let attempts = try folder.results(in: RunFolder.partial).results.flatMap(\.attempts)
        #expect(attempts.map(\.send) == [nil])
    }

    @Test(.enabled(if: SilentResolver.isAvailable, "it takes root and a mount namespace"))
    func `A name look-up that gets no answer ends at once`() async throws {
        let resolver = try SilentResolver()
        let folder = try RunFolder(urls: ["http://books.example/", "http://books.example/2"], settings: Self.unpaced)
        try folder.write(Self.oldResults, to: RunFolder.results)
        let child = try resolver.run(
            BuiltCommand.urgent + [
                BuiltCommand.path, folder.path(of: "books.json"), "--output", folder.path(of: RunFolder.results),
                "--verbose",
            ], environment: ["http_proxy": "", "no_proxy": "*"])
        try await folder.noteOfSend()
        child.send(TerminationSignal.interrupt.rawValue)
        let result = try await finish(child)
        #expect(result.ending == .signalled(TerminationSignal.interrupt.rawValue))
        #expect(
            try folder.results(in: RunFolder.partial).outcomes == ["skipped/interrupted", "skipped/interrupted"])
        #expect(try folder.text(of: RunFolder.results) == Self.oldResults)
        #expect(folder.files == Self.files)
    }

    @Test(arguments: [false, true])
    func `An answer that comes within five seconds is kept`(hasBegun: Bool) async throws {
        let isStopping = Atomic(false)
        let head = ScriptedAnswer.Step.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nthe ".utf8))
        let hold = ScriptedAnswer.Step.hold { isStopping.load(ordering: .acquiring) }
        let steps = hasBegun ? [head, hold] : [hold, head]
        try await withScriptedServer { _ in
            ScriptedAnswer(steps + [.send(Array("body".utf8))])
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced)
            let child = try begin(folder)
            await server.requests(atLeast: 1)
            child.send(TerminationSignal.interrupt.rawValue)
            try await child.waitForText("SIGINT: stopping")
            isStopping.store(true, ordering: .releasing)
            try await expectEnd(
                of: child, in: folder, by: .interrupt,
                outcomes: ["ok", "skipped/interrupted", "skipped/interrupted"])
            #expect(try folder.results(in: RunFolder.partial).results[0].text == "the body")
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [false, true])
    func `The second signal ends the request on the wire at once`(hasBegun: Bool) async throws {
        try await withScriptedServer { _ in
            hasBegun ? .drip(Array(repeating: 120, count: 9_000), every: .milliseconds(20)) : .stall
        } _: { server in
            let urls = (0..<2).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced)
            let child = try begin(folder)
            await server.requests(atLeast: 1)
            child.send(TerminationSignal.terminate.rawValue)
            try await child.waitForText("SIGTERM: stopping; a request on the wire has five seconds")
            #expect(server.endedConnectionCount == 0)
            child.send(TerminationSignal.interrupt.rawValue)
            let outcomes = ["skipped/interrupted", "skipped/interrupted"]
            try await expectEnd(of: child, in: folder, by: .terminate, outcomes: outcomes)
            await server.endedConnections(atLeast: 1)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `An answer that doesn't come is waited for five seconds and no longer`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let child = try begin(folder)
            await server.requests(atLeast: 1)
            child.send(TerminationSignal.interrupt.rawValue)
            let sent = ContinuousClock.now
            try await expectEnd(
                of: child, in: folder, by: .interrupt, outcomes: ["skipped/interrupted"], within: .seconds(6))
            #expect(ContinuousClock.now - sent > .seconds(4.9))
        }
    }

    @Test(arguments: [TerminationSignal.interrupt, .terminate])
    func `Stopped in the fourth of ten, a run tells of all ten, and the next start asks from the fourth on`(
        signal: TerminationSignal
    ) async throws {
        try await withScriptedServer { request in
            request.number == 4 ? .stall : .json("{}")
        } _: { server in
            let paths = (0..<10).map { "/\($0)" }
            let urls = paths.map { "http://127.0.0.1:\(server.port)\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced)
            let child = try begin(folder)
            await server.requests(atLeast: 4)
            child.send(signal.rawValue)
            try await child.waitForText("\(signal.name): stopping")
            child.send(signal.rawValue)
            let outcomes =
                Array(repeating: "ok", count: 3) + Array(repeating: "skipped/interrupted", count: 7)
            try await expectEnd(of: child, in: folder, by: signal, outcomes: outcomes)
            #expect(server.requests.count == 4)

            #expect(try await folder.run().ending == .exited(0))
            #expect(try folder.results().outcomes == Array(repeating: "ok", count: 10))
            #expect(server.requests.map(\.path) == Array(paths[...3] + paths[3...]))
        }
    }

    #if os(Linux)
        @Test func `The second signal ends a process that is stuck in the system`() async throws {
            // A time zone that is a FIFO nobody writes to: the C library waits for it, and no cancel ends that.
            let folder = try RunFolder(#"{ "api": "sample", "requestsFrom": "list.txt" }"#)
            try folder.write("9780140328721\nnone\n", to: "list.txt")
            try #require(mkfifo(folder.path(of: "zone"), 0o600) == 0)
            let child = try folder.start(
                ["--until", "05:30", "--verbose"], environment: ["TZ": ":\(folder.path(of: "zone"))"], isUrgent: true)
            try await child.waitForText("list.txt:2")
            child.send(TerminationSignal.terminate.rawValue)
            try await child.waitForText("SIGTERM: stopping")
            child.send(TerminationSignal.interrupt.rawValue)
            let result = try await finish(child, within: .seconds(10))
            #expect(result.ending == .signalled(TerminationSignal.terminate.rawValue))
        }
    #endif

    @Test func `A wait for another run ends at once, and touches nothing`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let first = try folder.start()
            await server.requests(atLeast: 1)
            let files = folder.files
            let waiting = try folder.start(["--lock-wait", "1h", "--verbose"], isUrgent: true)
            // Nothing tells of this wait; a signal that comes before it has the same effect.
            try await Task.sleep(for: .milliseconds(200))
            waiting.send(TerminationSignal.terminate.rawValue)
            let result = try await finish(waiting)
            #expect(result.ending == .signalled(TerminationSignal.terminate.rawValue))
            #expect(folder.files == files)
            #expect(server.requests.count == 1)
            first.kill()
        }
    }

    @Test func `A POST whose answer didn't come is not said to be done`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try RunFolder(
                """
                { \(RunFolder.patience),
                  "requests": [ { "url": "http://127.0.0.1:\(server.port)/", "method": "POST", "body": "x" } ] }
                """)
            let child = try begin(folder)
            await server.requests(atLeast: 1)
            child.send(TerminationSignal.interrupt.rawValue)
            // Two signals of a kind that are sent at once may come as one.
            try await child.waitForText("SIGINT: stopping")
            child.send(TerminationSignal.interrupt.rawValue)
            try await expectEnd(of: child, in: folder, by: .interrupt, outcomes: ["skipped/interrupted"])
            #expect(server.requests.count == 1)
        }
    }

    @Test func `A connect whose limit passes while the process is suspended ends by that limit`() async throws {
        let listener = try SilentListener()
        let folder = try RunFolder(
            urls: ["http://127.0.0.1:\(listener.port)/"],
            settings: #""retry": { "attempts": 1 }, "timeout": { "connect": "1s" }"#)
        let child = try folder.start()
        try await folder.noteOfSend()
        child.send(SIGSTOP)
        try await Task.sleep(for: .milliseconds(1_500))
        child.send(SIGCONT)
        #expect(try await child.finish().ending == .exited(1))
        #expect(try folder.results().results[0].message == "No connection was made within 1 s.")
    }

    @Test(arguments: [
        (["nohup"], TerminationSignal.hangUp), (["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"], .hangUp),
        (["sh", "-c", "trap '' INT; exec \"$@\"", "sh"], .interrupt),
        (["sh", "-c", "trap '' TERM; exec \"$@\"", "sh"], .terminate),
    ])
    func `A signal that the parent ignores changes nothing`(
        prefix: [String], signal: TerminationSignal
    ) async throws {
        try await expectNoHarm(from: signal, to: prefix)
    }

    @Test func `A run in the background of a script outlives a Ctrl-C`() async throws {
        try await expectNoHarm(from: .interrupt, to: ["sh", "-c", #""$@" & wait "$!""#, "sh"])
    }

    /// Starts a run by way of another program, and sends it a signal before its second request is answered for good.
    private func expectNoHarm(from signal: TerminationSignal, to prefix: [String]) async throws {
        let sent = Mutex(false)
        try await withScriptedServer { request in
            // The run can't end before the signal.
            request.number == 1 || sent.withLock { $0 } ? .status(200) : .status(503, headers: ["Retry-After": "1"])
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "100ms" }"#)
            let child = try ChildProcess(prefix + [BuiltCommand.path, "books.json"], directory: folder.path)
            await server.requests(atLeast: 1)
            let lock = try folder.text(of: RunFolder.lock)
            let run = try #require(lock.split(separator: ",").first?.split(separator: ":").last.flatMap { Int32($0) })
            kill(run, signal.rawValue)
            sent.withLock { $0 = true }
            #expect(try await child.finish().ending == .exited(0))
            #expect(try folder.results().outcomes == ["ok", "ok", "ok"])
        }
    }

    @Test(arguments: [0, 4, 8, 16, 24, 32, 48, 64])
    func `A signal at any moment of the start ends the process by it`(milliseconds: Int) async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "10m" }"#)
            try folder.write(Self.oldResults, to: RunFolder.results)
            let child = try folder.start(isUrgent: true)
            try await Task.sleep(for: .milliseconds(milliseconds))
            child.send(TerminationSignal.terminate.rawValue)
            #expect(try await finish(child).ending == .signalled(TerminationSignal.terminate.rawValue))
            #expect(server.requests.count <= 1)
            #expect(try folder.text(of: RunFolder.results) == Self.oldResults)
            #expect(!folder.files.contains { $0.hasSuffix(".tmp") })
        }
    }
}
