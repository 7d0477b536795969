import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where the state of an unfinished run lies, who may read it, and that it is found again.
@Suite(.timeLimit(.minutes(5))) struct ResumeStateTests {
    private static let unpaced = #""pace": { "minInterval": 0 }"#
    private static let script: ScriptedServer.Script = { $0.number == 3 ? .stall : .json("{}") }

    private func counts(_ server: ScriptedServer) -> [String: Int] {
        server.requests.reduce(into: [:]) { $0[$1.path, default: 0] += 1 }
    }

    private func folder(_ server: ScriptedServer) throws -> RunFolder {
        try RunFolder(
            urls: (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }, settings: Self.unpaced)
    }

    /// Kills a start at the third of three requests.
    private func interrupt(_ folder: RunFolder, _ server: ScriptedServer, _ arguments: [String] = []) async throws {
        let child = try folder.start(arguments)
        await server.requests(atLeast: 3)
        child.send(SIGKILL)
        _ = try await child.finish()
    }

    @Test func `State that was restored on another machine is gone on with`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let old = try folder(server)
            try await interrupt(old, server, ["--state-dir", "state", "--output", old.path(of: "out/books.json")])
            // As a cache of CI brings it: another checkout, and files of another time and mode.
            let new = try RunFolder(try old.text(of: "books.json"))
            let copy = ["cp", "-R", old.path(of: "state"), new.path(of: "state")]
            #expect(ChildProcess.succeeds(copy))
            let journal = new.path(of: "state/journal.ndjson")
            #expect(ChildProcess.succeeds(["touch", "-d", "2020-01-01", journal]))
            #expect(ChildProcess.succeeds(["chmod", "755", new.path(of: "state")]))
            #expect(ChildProcess.succeeds(["chmod", "644", journal]))
            let result = try await new.run(["--state-dir", "state", "--output", new.path(of: "out/books.json")])
            #expect(result.ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
            #expect(try new.results(in: "out/books.json").outcomes == ["ok", "ok", "ok"])
        }
    }

    @Test func `A journal that others could read is closed to them`() async throws {
        try await withScriptedServer {
            $0.number == 3 || $0.number == 4 ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server)
            try await interrupt(folder, server)
            #expect(ChildProcess.succeeds(["chmod", "644", folder.path(of: RunFolder.journal)]))
            let child = try folder.start()
            await server.requests(atLeast: 4)
            #expect(try folder.mode(of: RunFolder.journal) == 0o600)
            child.kill()
        }
    }

    @Test func `Beside a link's target the state is found by the link and by the target's own name`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try folder.write("the old results", to: "elsewhere/real.json")
            try folder.write("", to: "output/other")
            try folder.link(RunFolder.results, to: "../elsewhere/real.json")
            try await interrupt(folder, server)
            #expect(folder.files.contains("elsewhere/.real.json.runner/journal.ndjson"))
            #expect(try await folder.run(["--output", "elsewhere/real.json"]).ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
            #expect(try folder.target(of: RunFolder.results) == "../elsewhere/real.json")
            #expect(try folder.results().outcomes == ["ok", "ok", "ok"])
        }
    }

    @Test func `A folder that is a link is one place`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try folder.write("", to: "elsewhere/other")
            try folder.link("output", to: "elsewhere")
            try await interrupt(folder, server)
            #expect(try await folder.run(["--output", "elsewhere/books.json"]).ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
        }
    }

    @Test(arguments: ["000", "022", "077", "277", "777"])
    func `The state is its owner's alone under any umask`(umask: String) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            // The folder of the results is made before: under some of these nobody could use it.
            try folder.write("", to: "output/other")
            let child = try ChildProcess(
                ["sh", "-c", "umask \(umask); exec \"$0\" books.json", BuiltCommand.path], directory: folder.path)
            await server.requests(atLeast: 3)
            #expect(try folder.mode(of: RunFolder.state) == 0o700)
            #expect(try folder.mode(of: RunFolder.journal) == 0o600)
            child.send(SIGKILL)
            _ = try await child.finish()
            #expect(try await folder.run().ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
        }
    }

    @Test(arguments: [
        RunFolder.state, "./" + RunFolder.state, RunFolder.state + "/", "$PWD/" + RunFolder.state, "link",
    ])
    func `The folder beside the output may be named for the state in any way`(name: String) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try folder.link("link", to: RunFolder.state)
            if name == "link" { try folder.write("", to: RunFolder.state + "/other") }
            let state = name.hasPrefix("$PWD") ? folder.path(of: RunFolder.state) : name
            try await interrupt(folder, server, ["--state-dir", state])
            #expect(try await folder.run(["--state-dir", state]).ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
        }
    }

    @Test func `A setting that can't be used is told before an unfinished run is dropped`() async throws {
        let folder = try RunFolder(#"{ "api": "openlibrary", "requests": [ { "isbn": "9780140328721" } ] }"#)
        try folder.write("an unfinished run", to: RunFolder.journal)
        let result = try await folder.run(["--fresh"], environment: ["RUNNER_OPENLIBRARY_URL": "bad"])
        #expect(result.ending == .exited(78))
        #expect(try folder.text(of: RunFolder.journal) == "an unfinished run")
    }

    @Test func `A run of another output knows nothing of this one`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try await interrupt(folder, server)
            #expect(try await folder.run(["--output", "output/other.json"]).ending == .exited(0))
            #expect(counts(server) == ["/0": 2, "/1": 2, "/2": 2])
            #expect(try await folder.run().ending == .exited(0))
            #expect(counts(server) == ["/0": 2, "/1": 2, "/2": 3])
        }
    }

    @Test func `An unfinished run that another run's results overtook is dropped, and those stay the newer ones`()
        async throws
    {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try await interrupt(folder, server)
            #expect(try await folder.run(["--state-dir", "elsewhere"]).ending == .exited(0))
            let result = try await folder.run()
            #expect(result.ending == .exited(0))
            #expect(
                result.error.contains(
                    "the unfinished run in output/.books.json.runner is dropped, since another run has published "
                        + "output/books.json in the meantime: this is a new run\n"))
            #expect(counts(server) == ["/0": 3, "/1": 3, "/2": 3])
            // Its own results overtake nothing.
            #expect(try await folder.run().error.isEmpty)
        }
    }

    @Test func `Results that were there before don't keep a run from going on`() async throws {
        try await withScriptedServer {
            $0.number == 6 ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server)
            #expect(try await folder.run().ending == .exited(0))
            let child = try folder.start()
            await server.requests(atLeast: 6)
            child.send(SIGKILL)
            _ = try await child.finish()
            #expect(try await folder.run().ending == .exited(0))
            #expect(counts(server) == ["/0": 2, "/1": 2, "/2": 3])
        }
    }

    @Test func `Older results that were put back don't keep a run from going on`() async throws {
        try await withScriptedServer {
            $0.number == 9 ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server)
            #expect(try await folder.run().ending == .exited(0))
            let older = try folder.text(of: RunFolder.results)
            #expect(try await folder.run().ending == .exited(0))
            let child = try folder.start()
            await server.requests(atLeast: 9)
            child.send(SIGKILL)
            _ = try await child.finish()
            try folder.write(older, to: RunFolder.results)
            let result = try await folder.run()
            #expect(result.ending == .exited(0) && result.error.isEmpty)
            #expect(counts(server) == ["/0": 3, "/1": 3, "/2": 4])
        }
    }

    @Test func `A run of another manifest that has the same output is named`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try await interrupt(folder, server)
            // The same one under another name would be none to speak of.
            try folder.write(try folder.text(of: "books.json") + "\n", to: "other/books.json")
            let result = try await ChildProcess(
                [BuiltCommand.path, "other/books.json"], inheritsEnvironment: false, directory: folder.path
            ).finish()
            #expect(result.ending == .exited(0))
            #expect(
                result.error.contains(
                    "the unfinished run of output/books.json is that of the manifest books.json, not other/books.json: "
                        + "what both ask for is kept, the rest is dropped\n"))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
        }
    }

    @Test func `A state folder that is named by way of a link is the same one`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try folder.write("", to: "real/below/other")
            try folder.link("link", to: "real/below")
            try await interrupt(folder, server, ["--state-dir", "link/state"])
            let stranger = try await folder.run(["--state-dir", "real/below/state", "--output", "real/books.json"])
            #expect(stranger.ending == .exited(64))
            #expect(
                stranger.error.contains(
                    "real/below/state holds the unfinished run of output/books.json, not of real/books.json. "))
            #expect(try await folder.run(["--state-dir", "real/below/state"]).ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
        }
    }

    @Test(arguments: [
        ["--output", "state/journal.ndjson", "--state-dir", "state"], ["--output", "state", "--state-dir", "state"],
        ["--data", "output/.books.json.runner/lock"], ["--output", "./state/deep/a.json", "--state-dir", "$PWD/state"],
        ["--data", "state", "--state-dir", "./state/"],
        ["--limit", "1", "--output", "a/.b.json.runner/journal.ndjson"],
    ])
    func `Nothing is written into the folder of the state or in its place`(arguments: [String]) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            let words = arguments.map { $0.hasPrefix("$PWD") ? folder.path(of: String($0.dropFirst(5))) : $0 }
            let result = try await folder.run(words)
            #expect(result.ending == .exited(64))
            #expect(result.error.contains(" is or lies in a folder for the state of an unfinished run: "))
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `A link in the journal's place is no journal`() async throws {
        try await withScriptedServer(script: { _ in .json("{}") }) { server in
            let folder = try folder(server)
            try folder.write("somebody's own", to: "precious")
            try folder.write("", to: RunFolder.state + "/other")
            try folder.link(RunFolder.journal, to: "../../precious")
            let result = try await folder.run()
            #expect(result.ending == .exited(0))
            #expect(result.error.contains("journal.ndjson is no journal, so it was moved to "))
            #expect(try folder.text(of: "precious") == "somebody's own")
        }
    }

    @Test func `A part of the requests doesn't take the place of an unfinished run`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try await interrupt(folder, server)
            let part = try await folder.run(["--limit", "1", "--output", RunFolder.results])
            #expect(part.ending == .exited(64))
            #expect(
                part.error.contains(
                    "output/.books.json.runner holds an unfinished run of output/books.json, whose place a part of it would "
                        + "take. Nothing was asked; name another file with --output, "))
            #expect(!folder.files.contains(RunFolder.results))
            #expect(try await folder.run().ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
            #expect(try await folder.run(["--limit", "1", "--output", RunFolder.results]).ending == .exited(0))
            #expect(try folder.results().results.count == 1)
        }
    }

    @Test func `A part of the requests and a whole run don't write to one file at once`() async throws {
        try await withScriptedServer {
            $0.number < 3 ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server)
            let (part, whole) = (["--limit", "1", "--output", "part.json"], ["--output", "part.json"])
            for (number, (first, second)) in [(part, whole), (whole, part)].enumerated() {
                let child = try folder.start(first)
                await server.requests(atLeast: number + 1)
                let late = try await folder.run(second)
                #expect(late.ending == .exited(75))
                #expect(late.error.contains("Another run is working on part.json: pid \(child.identifier) on host "))
                child.kill()
            }
            let waiting = try await folder.run(["--limit", "1", "--output", "other.json", "--lock-wait", "1m"])
            #expect(waiting.ending == .exited(0))
            #expect(server.requests.count == 3)
        }
    }

    @Test func `A state folder that another output's run works with is named, and no output that nobody works on`()
        async throws
    {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try folder(server)
            let first = try folder.start(["--state-dir", "st", "--output", "o1.json"])
            await server.requests(atLeast: 1)
            let second = try await folder.run(["--state-dir", "st", "--output", "o2.json"])
            #expect(second.ending == .exited(75))
            #expect(
                second.error.hasPrefix(
                    "runner: Another run is working with the state folder st: pid \(first.identifier) on host "))
            #expect(
                second.error.hasSuffix(
                    "run it again when that one has ended, or wait for it with --lock-wait, or name another folder with "
                        + "--state-dir.\n"))
            // Of its own output it is told that it is worked on, whatever folder is named for the state.
            let third = try await folder.run(["--state-dir", "elsewhere", "--output", "o1.json"])
            #expect(third.error.hasPrefix("runner: Another run is working on o1.json: pid "))
            first.kill()
        }
    }
}
