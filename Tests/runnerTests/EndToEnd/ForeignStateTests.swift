import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The built command goes by nothing that another user could have written, also where root runs it.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: canRun("ForeignStateTests", geteuid() == 0, "root, who alone can give a file away")))
struct ForeignStateTests {
    private static let another = "4711:4711"

    private func folder(_ server: ScriptedServer) throws -> RunFolder {
        try RunFolder(
            urls: (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" },
            settings: #""pace": { "minInterval": 0 }, "# + RunFolder.patience)
    }

    /// A folder with the journal of a run that was killed at its last request.
    private func interrupted(_ server: ScriptedServer, _ arguments: [String] = []) async throws -> RunFolder {
        let folder = try folder(server)
        let child = try folder.start(arguments)
        await server.requests(atLeast: 3)
        child.send(SIGKILL)
        _ = try await child.finish()
        return folder
    }

    private static let script: ScriptedServer.Script = { $0.number == 3 ? .stall : .json("{}") }

    @Test(arguments: [
        ("chown \(another) ", RunFolder.journal, "it is another user's: remove it, or start a new run with --fresh"),
        ("chmod 666 ", RunFolder.journal, "others may write to it: chmod o-w \(RunFolder.journal)"),
        (
            "chown \(another) ", RunFolder.state,
            "it is another user's: remove it, or name another folder with --state-dir"
        ),
        ("chmod 777 ", RunFolder.state, "others may write to it: chmod o-w \(RunFolder.state)"),
    ])
    func `A state that someone else could have written is refused, and nothing is asked`(
        change: String, place: String, text: String
    ) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try await interrupted(server)
            #expect(ChildProcess.succeeds(["sh", "-c", "\(change) '\(folder.path(of: place))'"]))
            let result = try await folder.run()
            #expect(result.ending == .exited(73))
            #expect(result.error.contains("Can't trust \(place): \(text)"), "\(result.error)")
            #expect(server.requests.count == 3)
            // The way around that is told leads around.
            let arguments = place == RunFolder.journal ? ["--fresh"] : ["--state-dir", "mine"]
            #expect(try await folder.run(arguments).ending == .exited(0))
            #expect(server.requests.count == 6)
        }
    }

    @Test func `A journal in a folder that was named is one's own too`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try await interrupted(server, ["--state-dir", "state"])
            #expect(ChildProcess.succeeds(["chown", "-R", Self.another, folder.path(of: "state")]))
            let result = try await folder.run(["--state-dir", "state"])
            #expect(result.ending == .exited(73))
            #expect(result.error.contains("Can't trust state/journal.ndjson: it is another user's"))
            #expect(server.requests.count == 3)
        }
    }

    @Test(arguments: [("chown \(another)", "it is another user's"), ("chmod 666", "others may write to it")])
    func `Results that someone else could have written are none to go by`(change: String, text: String) async throws {
        try await withScriptedServer { _ in
            .status(400)
        } _: { server in
            let folder = try folder(server)
            #expect(try await folder.run().ending == .exited(1))
            #expect(ChildProcess.succeeds(["sh", "-c", "\(change) '\(folder.path(of: RunFolder.results))'"]))
            let result = try await folder.run(["--retry-failed"])
            #expect(result.ending == .exited(66))
            #expect(result.error.contains("Can't trust \(RunFolder.results): \(text)"), "\(result.error)")
            #expect(server.requests.count == 3)
        }
    }

    @Test func `A lock of another's is held and not written over`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            try folder.write("another's", to: RunFolder.lock, mode: 0o600)
            #expect(ChildProcess.succeeds(["chown", Self.another, folder.path(of: RunFolder.lock)]))
            try folder.write("precious", to: "precious", mode: 0o600)
            let second = "output/.b.json.runner/lock"
            #expect(ChildProcess.succeeds(["mkdir", "-m", "700", folder.path(of: "output/.b.json.runner")]))
            #expect(ChildProcess.succeeds(["ln", folder.path(of: "precious"), folder.path(of: second)]))
            #expect(try await folder.run().ending == .exited(0))
            #expect(try await folder.run(["-o", "output/b.json"]).ending == .exited(0))
            #expect(try folder.text(of: RunFolder.lock) == "another's")
            #expect(try folder.text(of: "precious") == "precious")
        }
    }

    @Test func `A link that another user has put where anyone may is a trap`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            try folder.write("precious", to: "precious")
            let script =
                "mkdir -m 1777 tmp && ln -s ../precious tmp/books.json && chown -h \(Self.another) tmp/books.json"
            let made = try await ChildProcess(["sh", "-c", script], directory: folder.path).finish()
            #expect(made.ending == .exited(0))
            let result = try await folder.run(["-o", "tmp/books.json"])
            #expect(result.ending == .exited(73))
            #expect(result.error.contains("another user has put it where anyone may put one: remove it"))
            #expect(try folder.text(of: "precious") == "precious")
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `Owner, group and permissions of what is replaced stay`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            try folder.write("old", to: RunFolder.results, mode: 0o640)
            #expect(ChildProcess.succeeds(["chown", "0:4711", folder.path(of: RunFolder.results)]))
            #expect(try await folder.run().ending == .exited(0))
            let words = ["stat", "-c", "%u %g %a", folder.path(of: RunFolder.results)]
            #expect(try await ChildProcess(words).finish().output == "0 4711 640\n")
        }
    }
}
