import HTTPPipeline
import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the lock's file says of its holder keeps the built command from nothing.
@Suite(.timeLimit(.minutes(5))) struct LockFileTests {
    @Test func `What a crash left in the lock's file holds up no later start, though its process id lives again`()
        async throws
    {
        try await withScriptedServer { request in
            request.number == 2 ? .stall : .json("{}")
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": 0 }"#)
            let child = try folder.start()
            await server.requests(atLeast: 2)
            child.kill()
            #expect(try folder.text(of: RunFolder.lock).hasPrefix(#"{"pid":\#(child.identifier),"#))
            let old = #"{"pid":\#(getpid()),"host":"here","since":"2026-11-30T01:00:00Z"}"# + "\n"
            try folder.write(old, to: RunFolder.lock)
            #expect(try await folder.run().ending == .exited(0))
            #expect(server.requests.map(\.path) == ["/0", "/1", "/1", "/2"])
        }
    }

    @Test func `The lock tells since when it is held, not since when it was waited for`() async throws {
        try await withScriptedServer {
            $0.number < 3 ? .stall : .json("{}")
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let first = try folder.start()
            await server.requests(atLeast: 1)
            let waiting = try folder.start(["--lock-wait", "1m"])
            // The lock's file tells whole seconds.
            try await Task.sleep(for: .seconds(1.1))
            let end = WallTime.current()
            first.kill()
            await server.requests(atLeast: 2)
            let lock = try folder.text(of: RunFolder.lock)
            waiting.kill()
            let since = try #require(lock.split(separator: "\"since\":\"").last?.prefix(20))
            #expect(lock.hasPrefix(#"{"pid":\#(waiting.identifier),"#))
            #expect(since >= end.rfc3339(fractionDigits: 0)[...])
        }
    }

    @Test func `The wait for a lock ends with the deadline`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let first = try folder.start()
            await server.requests(atLeast: 1)
            let late = try await folder.run(["--lock-wait", "1h", "--deadline", "300ms"])
            #expect(late.ending == .exited(75))
            #expect(late.error.contains(", and the deadline of this one passed. Nothing was asked"))
            let impatient = try await folder.run(["--lock-wait", "100ms", "--deadline", "1h"])
            #expect(impatient.ending == .exited(75))
            #expect(!impatient.error.contains("deadline"))
            #expect(server.requests.count == 1)
            first.kill()
        }
    }

    @Test(arguments: [[], ["--fresh"], ["--retry-failed"], ["--lock-wait", "100ms"]])
    func `Where the lock's file is removed the journal keeps a second run out`(arguments: [String]) async throws {
        try await withScriptedServer { request in
            [3, 4, 6].contains(request.number) ? .stall : request.number == 5 ? .status(400) : .json("{}")
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": 0 }"#)
            // A journal that is begun, one that is gone on with, and one that is begun with the answers of results.
            for (words, count) in [([], 3), ([], 4), (["--retry-failed"], 6)] as [([String], Int)] {
                if count == 6 { #expect(try await folder.run().ending == .exited(1)) }
                let child = try folder.start(words)
                await server.requests(atLeast: count)
                #expect(ChildProcess.succeeds(["rm", folder.path(of: RunFolder.lock)]))
                let journal = try folder.text(of: RunFolder.journal)
                let second = try await folder.run(arguments)
                #expect(second.ending == .exited(75))
                #expect(second.error.hasPrefix("runner: Another run is working on output/books.json"))
                #expect(!second.error.contains(": pid "))
                #expect(try folder.text(of: RunFolder.journal) == journal)
                #expect(server.requests.count == count)
                child.kill()
            }
        }
    }

    private static let hasStrace = canRun(
        "files that are removed before they are locked", ChildProcess.succeeds(["strace", "-o", "/dev/null", "true"]),
        "needs strace")

    /// Runs a small manifest that waits three seconds before its `number`th lock, and a shell's commands meanwhile.
    private func run(waitingAtLock number: Int, meanwhile commands: String) async throws -> RunFolder {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let trace = "strace -f -o /dev/null -e trace=flock -e inject=flock:delay_enter=3000000:when=\(number)"
            // A shell sees the file in time also where the tests' own tasks have to wait for each other.
            let child = try ChildProcess(
                ["sh", "-c", "(\(commands)) & exec \(trace) \"$0\" books.json", BuiltCommand.path],
                environment: ["RUNNER_STATE_DIR": "/dev/null/none"], directory: folder.path)
            #expect(try await child.finish().ending == .exited(0))
            #expect(try folder.results().outcomes == ["ok"])
            try #require(folder.files.contains("removed"), "the shell came too late")
            return folder
        }
    }

    @Test(.enabled(if: hasStrace, "strace can't be used"))
    func `A lock on a file that has lost its name is none`() async throws {
        let folder = try await run(
            waitingAtLock: 1,
            meanwhile: """
                for _ in $(seq 1000); do rm output/.books.json.runner/lock 2>/dev/null && break; sleep 0.01; done
                echo "another one's" > output/.books.json.runner/lock
                date > removed
                """)
        #expect(try folder.text(of: RunFolder.lock).hasPrefix("{\"pid\":"))
    }

    @Test(.enabled(if: hasStrace, "strace can't be used"))
    func `A lock whose file is never found under its name is given up`() async throws {
        let folder = try RunFolder(urls: ["http://127.0.0.1:9/"])
        let child = try ChildProcess(
            [
                "strace", "-f", "-o", "/dev/null", "-P", RunFolder.lock, "-e", "trace=%lstat,%fstat", "-e",
                "inject=%lstat,%fstat:error=ENOENT", BuiltCommand.path, "books.json",
            ],
            environment: ["RUNNER_STATE_DIR": "/dev/null/none"], directory: folder.path)
        let result = try await child.finish()
        #expect(result.ending == .exited(73))
        #expect(
            result.error.contains("Can't lock \(RunFolder.lock): 100 times another file had its name at once: "),
            "\(result.error)")
    }

    @Test(.enabled(if: hasStrace, "strace can't be used"))
    func `A new file that another run takes for a stale one is made anew`() async throws {
        let folder = try await run(
            waitingAtLock: 3,
            meanwhile:
                "for _ in $(seq 1000); do rm output/.runner-*.tmp 2>/dev/null && date > removed && break; sleep 0.01; done"
        )
        #expect(folder.files == ["books.json", RunFolder.results, "removed"])
    }
}
