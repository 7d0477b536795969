import HTTPTestSupport
import Testing

/// Faults of the system at each of its calls, injected into the built command; what the next start makes of it is right.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ResumeFaultTests {
    private static let hasStrace = ChildProcess.succeeds(["strace", "-o", "/dev/null", "true"])
    private static let paths = ["/0", "/1", "/2"]

    /// Runs a small manifest under strace with a fault at the `number`th call, and says how that ended.
    private func run(
        _ folder: RunFolder, _ arguments: [String] = [], call: String, fault: String
    ) async throws -> ChildProcess.Result {
        let files = [RunFolder.journal, RunFolder.lock, RunFolder.state, RunFolder.results, "output"]
        // Of the calls that all programs make in plenty only those on the run's own files are meant.
        let filter = ["write", "openat"].contains(call) ? files.flatMap { ["-P", folder.path(of: $0)] } : []
        let words =
            BuiltCommand.patient + [
                "strace", "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):\(fault)",
            ] + filter
            + [BuiltCommand.path, "books.json"] + arguments
        return try await ChildProcess(words, inheritsEnvironment: false, directory: folder.path).finish()
    }

    private func folder(_ server: ScriptedServer) throws -> RunFolder {
        let urls = Self.paths.map { "http://127.0.0.1:\(server.port)\($0)" }
        return try RunFolder(urls: urls, settings: #""pace": { "minInterval": 0 }"#)
    }

    @Test(
        .enabled(if: hasStrace, "strace can't be used here"),
        arguments: ["write", "fdatasync", "fsync", "rename", "openat", "ftruncate", "unlink", "mkdir", "flock"])
    func `Killed at any of its calls, a run is finished by the next start, and nothing is asked twice`(
        call: String
    ) async throws {
        var number = 1
        var wasKilled = true
        while wasKilled, number < 60 {
            try await withScriptedServer { _ in
                .json("{}")
            } _: { server in
                let folder = try folder(server)
                let killed = try await run(folder, call: call, fault: "signal=SIGKILL:when=\(number)")
                wasKilled = killed.ending == .signalled(9)
                #expect(wasKilled || killed.ending == .exited(0), "\(call) \(number): \(killed)")
                // A journal that is gone means that the run was finished: the next start would be a new run.
                let isFinished = folder.files.contains(RunFolder.results) && !folder.files.contains(RunFolder.journal)
                if !isFinished {
                    let next = try await folder.run()
                    #expect(next.ending == .exited(0), "\(call) \(number): \(next)")
                }
                let document = try folder.results()
                #expect(document.outcomes == ["ok", "ok", "ok"], "\(call) \(number)")
                #expect(document.run.outcome == "complete")
                #expect(server.requests.count <= Self.paths.count + 1, "\(call) \(number)")
                #expect(folder.files == ["books.json", RunFolder.results], "\(call) \(number)")
            }
            number += 1
        }
        #expect(number > 1)
    }

    @Test(
        .enabled(if: hasStrace, "strace can't be used here"),
        arguments: ["write", "fdatasync", "fsync", "rename", "openat", "unlink"])
    func `Killed at any of its calls, a retry leaves the results whole, and the next plain start finishes it`(
        call: String
    ) async throws {
        var number = 1
        var wasKilled = true
        while wasKilled, number < 60 {
            try await withScriptedServer { request in
                request.number == 2 ? .status(400) : .json("{}")
            } _: { server in
                let folder = try folder(server)
                #expect(try await folder.run().ending == .exited(1))
                let before = try folder.text(of: RunFolder.results)
                let killed = try await run(
                    folder, ["--retry-failed"], call: call, fault: "signal=SIGKILL:when=\(number)")
                wasKilled = killed.ending == .signalled(9)
                #expect(wasKilled || killed.ending == .exited(0), "\(call) \(number): \(killed)")
                let isPublished = try folder.text(of: RunFolder.results) != before
                #expect(try !isPublished || folder.results().outcomes == ["ok", "ok", "ok"], "\(call) \(number)")
                let journal = (try? folder.text(of: RunFolder.journal)) ?? ""
                if !journal.isEmpty {
                    #expect(try await folder.run().ending == .exited(0), "\(call) \(number)")
                } else if !isPublished {
                    // Killed before its journal began, the retry did nothing yet.
                    #expect(try await folder.run(["--retry-failed", "--fresh"]).ending == .exited(0))
                }
                #expect(try folder.results().outcomes == ["ok", "ok", "ok"], "\(call) \(number)")
                #expect(server.requests.count { $0.path != "/1" } == 2, "\(call) \(number)")
                #expect(server.requests.count <= 5, "\(call) \(number)")
                #expect(folder.files == ["books.json", RunFolder.results], "\(call) \(number)")
            }
            number += 1
        }
        #expect(number > 1)
    }

    @Test(
        .enabled(if: hasStrace, "strace can't be used here"),
        arguments: [("write", "ENOSPC"), ("write", "EIO"), ("fdatasync", "EIO")])
    func `A disk that fails ends the run with 74, and the next start goes on`(call: String, error: String) async throws
    {
        var number = 1
        var ending = ChildProcess.Ending.exited(74)
        while ending == .exited(74), number < 20 {
            try await withScriptedServer { _ in
                .json("{}")
            } _: { server in
                let folder = try folder(server)
                let failed = try await run(folder, call: call, fault: "error=\(error):when=\(number)")
                ending = failed.ending
                #expect([.exited(74), .exited(0)].contains(ending), "\(call) \(number): \(failed)")
                guard ending == .exited(74) else { return }
                #expect(!folder.files.contains(RunFolder.results))
                #expect(try await folder.run().ending == .exited(0))
                #expect(server.requests.count <= Self.paths.count + 1, "\(call) \(number)")
                #expect(folder.files == ["books.json", RunFolder.results])
            }
            number += 1
        }
        #expect(number > 1)
    }

    @Test(.enabled(if: hasStrace, "strace can't be used here"))
    func `When the journal can't be synced, nothing more is asked`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let urls = (0..<30).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "150ms" }"#)
            let failed = try await run(folder, call: "fdatasync", fault: "error=EIO:when=1")
            #expect(failed.ending == .exited(74))
            #expect(failed.error.contains("Input/output error"))
            #expect(server.requests.count < 5)
        }
    }

    @Test(.enabled(if: hasStrace, "strace can't be used here"))
    func `Interrupted writes change nothing`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            let result = try await run(folder, call: "write", fault: "error=EINTR:when=2+2")
            #expect(result.ending == .exited(0))
            #expect(try folder.results().outcomes == ["ok", "ok", "ok"])
        }
    }

    @Test func `A record that is written short ends the run with 74, and the next start goes on before it`()
        async throws
    {
        try await withScriptedServer { _ in
            .json("{\"a\":\"\(String(repeating: "x", count: 3_000))\"}")
        } _: { server in
            let urls = (0..<20).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": 0 }"#)
            // No file may pass 8 KiB: the write that would is cut at that byte, and the next one fails.
            let short = try await ChildProcess(
                ["/bin/bash", "-c", "ulimit -f 8; exec \"$0\" books.json", BuiltCommand.path],
                inheritsEnvironment: false, directory: folder.path
            ).finish()
            #expect(short.ending == .exited(74))
            #expect(short.error.contains("File too large"))
            let asked = server.requests.count
            #expect((2..<20).contains(asked))
            let journal = try folder.text(of: RunFolder.journal)
            #expect(journal.utf8.count < 8_192 && journal.hasSuffix("\"}\n"))
            let next = try await folder.run()
            #expect(next.ending == .exited(0) && next.error == "")
            // The one whose answer found no room is asked again.
            #expect(server.requests.count == urls.count + 1)
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "a disk can't be mounted here"))
    func `A full disk ends the run with 74, and with room again the next start goes on`() async throws {
        try await withScriptedServer { _ in
            .json("{\"a\":\"\(String(repeating: "x", count: 4_000))\"}")
        } _: { server in
            let urls = (0..<40).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": 0 }"#)
            let disk = try SmallDisk(at: folder.path(of: "state"), kibibytes: 64)
            defer { disk.unmount() }
            let full = try await folder.run(["--state-dir", "state"])
            #expect(full.ending == .exited(74))
            #expect(full.error.contains("No space left on device"))
            let asked = server.requests.count
            #expect(asked > 5 && asked < 40)
            try disk.resize(kibibytes: 1_024)
            #expect(try await folder.run(["--state-dir", "state"]).ending == .exited(0))
            // Where the answer found no room it is asked again; where the note before the send did not, it was never asked.
            #expect([0, 1].contains(server.requests.count - urls.count))
            #expect(
                Set(server.requests.prefix(asked).dropLast().map(\.path)).isDisjoint(
                    with: server.requests.dropFirst(asked).map(\.path)))
            #expect(try folder.results().results.map(\.id) == urls)
        }
    }
}
