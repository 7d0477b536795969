import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Places that the built command can't write to, or must not, are refused before anything is sent and made.
@Suite(.timeLimit(.minutes(5))) struct OutputPlaceTests {
    private func folder(_ server: ScriptedServer, settings: String = "") throws -> RunFolder {
        try RunFolder(
            urls: (0..<2).map { "http://127.0.0.1:\(server.port)/\($0)" },
            settings: #""pace": { "minInterval": 0 }"# + settings)
    }

    /// Starts the command by a shell in the folder; `$0` is the command.
    private func run(_ script: String, in folder: RunFolder) async throws -> ChildProcess.Result {
        try await ChildProcess(["bash", "-c", script, BuiltCommand.path], directory: folder.path).finish()
    }

    private static let long = String(repeating: "x", count: 250)
    private static let table = "make a table of that: jq -r '.results[] | [.id, .outcome, .book.title] |"

    @Test(
        arguments: [
            (["-o", "results/"], 73, "Can't create results/: that is a folder's name: add the name of a file"),
            (["-o", "none/."], 73, "Can't create none/.: that is a folder's name"),
            (["-o", "none/.."], 73, "Can't create none/..: that is a folder's name"),
            (["--data", "data/"], 73, "Can't create data/: that is a folder's name"),
            (["-o", "books.json/x.json"], 73, "books.json"),
            (["-o", "loop/x.json"], 73, "loop"),
            (["-o", "loop"], 73, "Can't follow the link"),
            (["-o", long], 73, "File name too long"),
            (["--data", "/proc/none/x.json"], 73, "/proc/none"),
            (
                ["-o", "o.json", "--data", "o.json/d.json"], 64,
                "o.json/d.json would lie in o.json, which is to be a file"
            ),
            (
                ["-o", "d.json/o.json", "--data", "d.json"], 64,
                "d.json/o.json would lie in d.json, which is to be a file"
            ),
            (["-o", "o.json", "--data", "o.partial.json/d.json"], 64, "would lie in o.partial.json"),
            (["-o", "o.json", "--state-dir", "o.json/state"], 64, "would lie in o.json, which is to be a file"),
            (
                ["-o", "o.json", "--state-dir", "books.json"], 73,
                "Can't create files in books.json: it is a file where a folder is due"
            ),
            (
                ["-o", "x.json.gz"], 64,
                "x.json.gz is no name for the results, which are JSON: name it x.json, and pack that."
            ),
            (
                ["-o", "x.csv"], 64,
                "x.csv is no name for the results, which are JSON: name it x.json, and \(table) @csv' x.json"
            ),
            (["-o", "out/X.TSV"], 64, "name it X.json, and \(table) @tsv' X.json"),
            (
                ["--data", "d.xlsx"], 64,
                "d.xlsx is no name for the data, which are JSON: name it d.json, and make XLSX of that."
            ),
            (
                ["-o", "x.ndjson"], 64,
                "For one result a line, and nothing else: --output - --format ndjson > results.ndjson"
            ),
            (["-o", "x.jsonl", "--format", "json"], 64, "name it x.json. For one result a line"),
            (["-o", "x.json", "--format", "ndjson"], 64, "x.json is a file, and results in a file are one document"),
        ] as [([String], Int32, String)])
    func `What can't be written in the end is refused at the beginning`(
        arguments: [String], status: Int32, text: String
    ) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            try folder.link("loop", to: "loop")
            let result = try await folder.run(arguments)
            #expect(result.ending == .exited(status))
            #expect(result.error.contains(text), "\(result.error)")
            #expect(server.requests.isEmpty)
            #expect(folder.files == ["books.json"])
        }
    }

    @Test(arguments: [
        "-o x.json", "-o out/x.json", "", "--data d.json", "-o /dev/null --data d.json", "--retry-failed -o x.json",
        "-o x.json --state-dir state", "--fresh",
    ])
    func `A working directory that was removed is no place`(arguments: String) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            let script =
                "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" '\(folder.path)/books.json' \(arguments)"
            let result = try await run(script, in: folder)
            #expect(result.ending == .exited(73), "\(result.error)")
            #expect(result.error.contains("the working directory was removed: go to one that is there"))
            #expect(server.requests.isEmpty)
            let check = try await run(script.replacing("exec \"$0\"", with: "exec \"$0\" check"), in: folder)
            #expect(check.ending == (arguments.isEmpty ? .exited(0) : .exited(64)))
            #expect(
                try await run("mkdir gone && cd gone && rmdir ../gone && exec \"$0\" lanes", in: folder).ending
                    == .exited(0))
        }
    }

    @Test func `A name that is not UTF-8 is refused, as an argument and behind a link`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            let words = try await run(#"exec "$0" books.json -o $'b\xff.json'"#, in: folder)
            #expect(words.ending == .exited(64))
            #expect(words.error.contains("argument 3, 'b\u{FFFD}.json', is not UTF-8: give the file a name that is"))
            let link = try await run(#"ln -s $'b\xff.json' link.json && exec "$0" books.json -o link.json"#, in: folder)
            #expect(link.ending == .exited(73))
            #expect(link.error.contains("Can't follow the link link.json: it leads to a name that is not UTF-8"))
            #expect(server.requests.isEmpty)
            // Two folders that can't be told apart as text have states of their own.
            let inFolder =
                #"for n in $'a\xfe' $'a\xff'; do (mkdir "$n" && cd "$n" && "$0" ../books.json) || exit; done"#
            #expect(try await run(inFolder, in: folder).ending == .exited(0))
            #expect(server.requests.count == 4)
        }
    }

    @Test func `Results for a standard output that is closed are asked of nobody`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            for format in ["json", "ndjson"] {
                let result = try await folder(server).run(["-o", "-", "--format", format], output: .closed)
                #expect(result.ending == .exited(73))
                #expect(result.error.contains("Can't write standard output: it is closed: name a file with --output"))
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `A name of 233 bytes, with a line break and a terminal's control, is one like others`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            let name = "\n\u{1B}[31m" + String(repeating: "é", count: 111) + ".json"
            #expect(name.utf8.count == 233)
            let result = try await folder.run(["-o", name, "--progress", "always"])
            #expect(result.ending == .exited(0))
            #expect(try folder.results(in: name).outcomes == ["ok", "ok"])
            #expect(!result.error.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
            #expect(folder.files == [name, "books.json"])
        }
    }

    private static let hasStrace = canRun(
        "file systems that refuse", ChildProcess.succeeds(["strace", "-o", "/dev/null", "true"]), "needs strace")

    @Test(
        .enabled(if: hasStrace, "strace can't be used"),
        arguments: [
            "fchmod,fchown,chmod,fchmodat:error=EPERM", "fsync,fdatasync:error=EINVAL",
            "fsync,fdatasync:error=EOPNOTSUPP",
        ])
    func `What a file system doesn't know is no reason to fail`(fault: String) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server, settings: #", "data": "data.json""#)
            for file in [RunFolder.results, "data.json"] { try folder.write("old", to: file, mode: 0o640) }
            let calls = fault.prefix { $0 != ":" }
            let words = ["strace", "-f", "-o", "/dev/null", "-e", "trace=\(calls)", "-e", "inject=\(fault)"]
            for arguments in [["--limit", "1", "-o", "part.json"], []] {
                let child = try ChildProcess(
                    words + [BuiltCommand.path, "books.json"] + arguments, directory: folder.path)
                #expect(try await child.finish().ending == .exited(0))
            }
            #expect(try folder.results().outcomes == ["ok", "ok"])
            let mode = try folder.mode(of: RunFolder.results)
            #expect(mode == (fault.hasPrefix("fchmod") ? 0o600 : 0o640))
        }
    }

    @Test(arguments: [
        ("ulimit -n 31", "31 open files are too few for a run: allow 32 or more with ulimit -n"),
        ("ulimit -n 7", "7 open files are too few for a run"),
        ("ulimit -v 500000", "500000 KiB of address space are too few for a run: allow 524288 or more with ulimit -v"),
    ])
    func `Limits under which a run would stand still are told before it begins`(
        limit: String, text: String
    ) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            let result = try await run("\(limit) && exec \"$0\" books.json", in: folder)
            #expect(result.ending == .exited(78), "\(result.error)")
            #expect(result.error.contains(text))
            #expect(server.requests.isEmpty && folder.files == ["books.json"])
            #expect(try await run("\(limit) && exec \"$0\" --version", in: folder).ending == .exited(0))
        }
    }

    @Test(arguments: ["ulimit -n 32", "ulimit -v 524288"])
    func `Limits that leave just enough leave enough`(limit: String) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server, settings: #", "data": "data.json""#)
            // Many threads at once take the most room.
            let result = try await run("\(limit) && exec \"$0\" books.json --progress always", in: folder)
            #expect(result.ending == .exited(0), "\(result.error)")
            #expect(try folder.results().outcomes == ["ok", "ok"])
        }
    }
}
