import HTTPPipeline
import HTTPTestSupport
import Testing
import runner

/// The files that the built command writes, replaces, keeps and removes.
@Suite(.timeLimit(.minutes(5))) struct OutputTests {
    private static let unpaced = #""pace": { "minInterval": 0 }"#
    private static let oldResults = "the old results"
    private static let script: ScriptedServer.Script = { request in
        .status(
            200, headers: ["Content-Type": "application/json"], text: "{ \"path\": \"\(request.path)\", \"n\": 1.0 }")
    }

    private func folder(_ server: ScriptedServer, settings: String = "") throws -> RunFolder {
        try RunFolder(
            urls: ["a", "b"].map { "http://127.0.0.1:\(server.port)/\($0)" },
            settings: Self.unpaced + (settings.isEmpty ? "" : ", " + settings))
    }

    @Test func `Results go where the command line says, before the manifest's word`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server, settings: #""output": "out/manifest.json""#)
            #expect(try await folder.run().ending == .exited(0))
            #expect(folder.files == ["books.json", "out/manifest.json"])
            #expect(try await folder.run(["--output", "new/folder/results.json"]).ending == .exited(0))
            #expect(folder.files == ["books.json", "new/folder/results.json", "out/manifest.json"])
            #expect(try folder.results(in: "new/folder/results.json").outcomes == ["ok", "ok"])
        }
    }

    @Test func `The data are the same bytes when nothing changed`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server, settings: #""data": "data.json""#)
            #expect(try await folder.run().ending == .exited(0))
            let first = try folder.text(of: "data.json")
            let firstResults = try folder.text(of: RunFolder.results)
            #expect(try await folder.run(["--data", "again.json"]).ending == .exited(0))
            #expect(try folder.text(of: "again.json") == first)
            #expect(try folder.text(of: RunFolder.results) != firstResults)
            let url = "http://127.0.0.1:\(server.port)"
            #expect(
                first == """
                    {"format":"runner-data/1",
                    "results":[
                    {"id":"\(url)/a","request":{"url":"\(url)/a"},"outcome":"ok","json":{"path":"/a","n":1.0}},
                    {"id":"\(url)/b","request":{"url":"\(url)/b"},"outcome":"ok","json":{"path":"/b","n":1.0}}
                    ]}

                    """)
        }
    }

    @Test func `Results on standard output leave no file`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            let document = try await folder.run(["--output", "-"])
            #expect(document.ending == .exited(0))
            #expect(try ResultsDocument(document.output).outcomes == ["ok", "ok"])
            let lines = try await folder.run(["--output", "-", "--format", "ndjson"])
            #expect(lines.output.split(separator: "\n").map { $0.prefix(8) } == ["{\"id\":\"h", "{\"id\":\"h"])
            #expect(folder.entries == ["books.json"])
        }
    }

    @Test(arguments: [0o600, 0o640, 0o644])
    func `A file's permissions outlive its replacement`(mode: Int) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try folder.write(Self.oldResults, to: RunFolder.results, mode: mode)
            #expect(try await folder.run().ending == .exited(0))
            #expect(try folder.mode(of: RunFolder.results) == mode)
            #expect(try folder.results().outcomes == ["ok", "ok"])
        }
    }

    @Test func `A file that is made gets the umask's permissions`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            let result = try await ChildProcess(
                ["sh", "-c", "umask 027; exec \"$0\" books.json --data data.json", BuiltCommand.path],
                directory: folder.path
            ).finish()
            #expect(result.ending == .exited(0))
            #expect(try folder.mode(of: RunFolder.results) == 0o640)
            #expect(try folder.mode(of: "data.json") == 0o640)
        }
    }

    private static let hasStrace = canRun(
        "the order of syncs and renames", ChildProcess.succeeds(["strace", "-o", "/dev/null", "true"]), "needs strace")

    @Test(.enabled(if: hasStrace, "strace can't be used"))
    func `The content is forced to the disk before the name is taken, and the folder after it`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            let words = ["strace", "-f", "-y", "-o", "trace", "-e", "trace=fsync,rename,unlink"]
            // The state folder is there from the second run on.
            #expect(try await folder.run().ending == .exited(0))
            let result = try await ChildProcess(words + [BuiltCommand.path, "books.json"], directory: folder.path)
                .finish()
            #expect(result.ending == .exited(0))
            let names = [
                (RunFolder.journal, "journal"), (RunFolder.state + ">", "state folder"),
                ("output/.runner-", "new file"),
                ("/output>", "folder"),
            ]
            let calls = try folder.text(of: "trace").split(separator: "\n").compactMap { line in
                names.first { line.contains($0.0) }.map { name in
                    "\(line.drop { !$0.isLetter }.prefix { $0 != "(" }) \(name.1)"
                }
            }
            // A run of more than a tenth of a second also syncs its journal and its folders, whenever that is due: each call of this
            // order must come after the one before it, whatever else comes between.
            var rest = calls[...]
            for call in [
                "fsync new file", "rename new file", "fsync folder", "unlink journal", "fsync state folder",
            ] {
                let place = try #require(rest.firstIndex(of: call), "\(call) is missing in \(calls)")
                rest = rest[(place + 1)...]
            }
            // A sync that was due anyway may come late, on another thread, and would hide that this one is missing.
            let lines = try folder.text(of: "trace").split(separator: "\n")
            let removal = try #require(lines.first { $0.contains("unlink(") && $0.contains(RunFolder.journal) })
            let thread = removal.prefix { $0 != " " }
            let later = lines.drop { $0 != removal }.dropFirst().filter { $0.hasPrefix(thread + " ") }
            #expect(later.first?.contains("fsync(") == true && later.first?.contains(RunFolder.state + ">") == true)
        }
    }

    @Test(.enabled(if: hasStrace, "strace can't be used"))
    func `What an unfinished run left is gone for good before its journal is`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            #expect(try await folder.run(["--deadline", "30s", "--min-interval", "1h"]).ending == .exited(75))
            let words = ["strace", "-f", "-y", "-o", "trace", "-e", "trace=fsync,unlink"]
            let result = try await ChildProcess(words + [BuiltCommand.path, "books.json"], directory: folder.path)
                .finish()
            #expect(result.ending == .exited(0))
            let lines = try folder.text(of: "trace").split(separator: "\n")
            let removal = try #require(lines.first { $0.contains("unlink(") && $0.contains(RunFolder.partial) })
            // Other threads sync what they have to meanwhile.
            let thread = removal.prefix { $0 != " " } + " "
            let calls = lines.drop { $0 != removal }.dropFirst().filter { $0.hasPrefix(thread) }
            #expect(calls.first?.contains("fsync(") == true && calls.first?.contains("/output>") == true, "\(calls)")
            #expect(calls.dropFirst().first?.contains("unlink(\"\(RunFolder.journal)") == true, "\(calls)")
        }
    }

    @Test func `A link in the place of the partial results is replaced, and what it stands for stays`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try folder.write("mine", to: "notes")
            try folder.write("", to: "output/keep")
            try folder.link(RunFolder.partial, to: "../notes")
            #expect(try await folder.run(["--deadline", "30s", "--min-interval", "1h"]).ending == .exited(75))
            #expect(try folder.results(in: RunFolder.partial).outcomes == ["ok", "deferred/deadline"])
            #expect(try await folder.run().ending == .exited(0))
            #expect(try folder.text(of: "notes") == "mine")
        }
    }

    @Test(arguments: ["--output", "--data"])
    func `Results and data don't go by the name of an unfinished run's`(option: String) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            let result = try await folder.run([option, "other.partial.json"])
            #expect(result.ending == .exited(64))
            #expect(result.error.hasPrefix("runner: other.partial.json is a name for what an unfinished run leaves"))
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `A link stays, and what it stands for is replaced`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try folder.write(Self.oldResults, to: "elsewhere/real.json", mode: 0o600)
            try folder.write("", to: "output/keep")
            try folder.link(RunFolder.results, to: "../elsewhere/real.json")
            #expect(try await folder.run().ending == .exited(0))
            #expect(try folder.target(of: RunFolder.results) == "../elsewhere/real.json")
            #expect(try folder.results(in: "elsewhere/real.json").outcomes == ["ok", "ok"])
            #expect(try folder.mode(of: "elsewhere/real.json") == 0o600)
            #expect(folder.files == ["books.json", "elsewhere/real.json", RunFolder.results, "output/keep"])
        }
    }

    @Test func `A FIFO is streamed to and stays one`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            let script = """
                mkfifo pipe && { cat pipe > got & } && "$0" books.json --output pipe && wait && test -p pipe && rm pipe
                """
            let result = try await ChildProcess(["sh", "-c", script, BuiltCommand.path], directory: folder.path)
                .finish()
            #expect(result.ending == .exited(0))
            #expect(try folder.results(in: "got").outcomes == ["ok", "ok"])
            #expect(folder.files == ["books.json", "got"])
        }
    }

    @Test func `The device of standard output is streamed to`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            let result = try await folder.run(["--output", "/dev/stdout"])
            #expect(result.ending == .exited(0))
            #expect(try ResultsDocument(result.output).outcomes == ["ok", "ok"])
            #expect(folder.entries == ["books.json"])
        }
    }

    @Test(arguments: [["--only", "second"], ["--limit", "1"]])
    func `A part of the manifest leaves the manifest's files alone`(arguments: [String]) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let url = "http://127.0.0.1:\(server.port)"
            let folder = try RunFolder(
                """
                { \(Self.unpaced), "data": "data.json", "requests": [ { "id": "first", "url": "\(url)/1" },
                    { "id": "second", "url": "\(url)/2" }, { "id": "third", "url": "\(url)/3" } ] }
                """)
            let kept = [
                "data.json", "output/.books.json.runner/journal.ndjson", RunFolder.results, RunFolder.partial,
            ]
            for file in kept { try folder.write(Self.oldResults, to: file) }
            let id = arguments.contains("--only") ? "second" : "first"
            let result = try await folder.run(arguments)
            #expect(result.ending == .exited(0))
            #expect(result.error == "")
            #expect(try ResultsDocument(result.output).results.map(\.id) == [id])
            #expect(try await folder.run(arguments + ["--output", "part.json"]).ending == .exited(0))
            #expect(try folder.results(in: "part.json").results.map(\.id) == [id])
            for file in kept { #expect(try folder.text(of: file) == Self.oldResults) }
            #expect(folder.files == ["books.json", "data.json"] + kept.dropFirst() + ["part.json"])
            #expect(server.requests.count == 2)
        }
    }

    @Test func `Several ids keep the manifest's order`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let url = "http://127.0.0.1:\(server.port)"
            let folder = try RunFolder(
                """
                { \(Self.unpaced), "requests": [ { "id": "first", "url": "\(url)/1" },
                    { "id": "second", "url": "\(url)/2" }, { "id": "third", "url": "\(url)/3" } ] }
                """)
            let result = try await folder.run(["--only", "third", "--only=first"])
            #expect(try ResultsDocument(result.output).results.map(\.id) == ["first", "third"])
            #expect(server.requests.map(\.path) == ["/1", "/3"])
        }
    }

    @Test func `An unfinished run publishes where the manifest says always`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .status(200) : .status(503, headers: ["Retry-After": "7200"])
        } _: { server in
            let folder = try folder(server, settings: #""publish": "always", "data": "data.json""#)
            #expect(try await folder.run().ending == .exited(75))
            for file in [RunFolder.results, RunFolder.partial] {
                #expect(try folder.results(in: file).run.outcome == "partial")
                #expect(try folder.results(in: file).outcomes == ["ok", "deferred/throttled"])
            }
            #expect(try folder.text(of: "data.json").contains("\"outcome\":\"deferred\""))
        }
    }

    @Test func `Where the results go to standard output, an unfinished run leaves the last data alone`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .status(200) : .status(503, headers: ["Retry-After": "7200"])
        } _: { server in
            let folder = try folder(server, settings: #""data": "data.json""#)
            try folder.write(Self.oldResults, to: "data.json")
            let result = try await folder.run(["--output", "-"])
            #expect(result.ending == .exited(75))
            #expect(try ResultsDocument(result.output).run.outcome == "partial")
            #expect(try folder.text(of: "data.json") == Self.oldResults)
        }
    }

    @Test func `A finished run removes what an unfinished one left`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .status(503, headers: ["Retry-After": "7200"]) : .status(200)
        } _: { server in
            let folder = try folder(server)
            try folder.write(Self.oldResults, to: RunFolder.results)
            #expect(try await folder.run().ending == .exited(75))
            #expect(
                folder.files == [
                    "books.json", "output/.books.json.runner/journal.ndjson", RunFolder.results, RunFolder.partial,
                ])
            #expect(try folder.text(of: RunFolder.results) == Self.oldResults)
            #expect(try await folder.run().ending == .exited(0))
            #expect(folder.files == ["books.json", RunFolder.results])
            #expect(folder.entries == ["books.json", "output", RunFolder.state, RunFolder.lock, RunFolder.results])
        }
    }

    @Test(arguments: [
        ("", "is empty, as a crash leaves it", false), ("{\"t\":\"done\",\"ends\":[1", "is no journal", true),
        ("\u{0}\u{1}\n\n{}\n", "is no journal", true),
    ])
    func `What is no journal is moved aside with a warning, and the run starts anew`(
        journal: String, warning: String, isMoved: Bool
    ) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server)
            try folder.write(journal, to: RunFolder.journal)
            let result = try await folder.run()
            #expect(result.ending == .exited(0))
            #expect(result.error.split(separator: "\n").count == 1)
            #expect(result.error.contains(warning))
            #expect(try folder.results().outcomes == ["ok", "ok"])
            #expect(server.requests.count == 2)
            let moved = folder.files.filter { $0.hasPrefix(RunFolder.journal + ".foreign-") }
            #expect(try moved.map { try folder.text(of: $0) } == (isMoved ? [journal] : []))
            #expect(folder.files == ["books.json"] + moved + [RunFolder.results])
        }
    }
}
