import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Lists of requests from start to results, as the built command reads them.
@Suite struct ListTests {
    private static let good = "9780140328721"

    private static func folder(_ list: String, named name: String, settings: String = "") throws -> RunFolder {
        let folder = try RunFolder(#"{ "api": "sample", \#(settings)"requestsFrom": "\#(name)" }"#)
        try folder.write(list, to: name)
        return folder
    }

    @Test func `Rows with nothing to ask are no requests, bad ones fail, and the run ends in one start`() async throws {
        let bad = String(repeating: "A typo,9780140328722\n", count: 30)
        let books = (0..<100).map { "Title \($0),\($0 % 2 == 0 ? Self.good : "")\n" }.joined()
        let blank = String(repeating: ",\n", count: 200)
        let list = "Title,ISBN\n" + bad + books + blank
        let folder = try Self.folder(list, named: "l.csv", settings: #""maxFailures": 0, "#)
        let result = try await folder.run()
        #expect(result.ending == .exited(1))
        let document = try folder.results()
        #expect(document.run.outcome == "complete")
        #expect(Array(document.outcomes.prefix(30)) == Array(repeating: "failed/invalid_request", count: 30))
        #expect(Array(document.outcomes.dropFirst(30)) == Array(repeating: "ok", count: 50))
        #expect(document.results[0].message == "line 2: ISBN 9780140328722 has check digit 2 where 1 is expected")
        #expect(result.error.contains("\n250 rows of the list with nothing to ask left out\n"))
        let check = try await BuiltCommand.run(["check", "books.json"], directory: folder.path)
        #expect(check.output.contains("books.json: 250 rows hold nothing to ask and are left out\n"))
    }

    @Test func `Off a terminal ten bad lines are told, then their number by what is wrong with them`() async throws {
        let bad = [("9780140328722\n", 100), ("9,78014E+12\n", 10), ("Dune\n", 10)]
        let lines = bad.map { String(repeating: $0.0, count: $0.1) }.joined()
        let folder = try Self.folder(lines + Self.good + "\n", named: "l.txt")
        let result = try await folder.run()
        #expect(result.ending == .exited(1))
        let told = result.error.split(separator: "\n")
        #expect(told.prefix(10).allSatisfy { $0.hasPrefix("l.txt:") && $0.contains(": warning: ISBN 978014032872") })
        #expect(
            told[10] == "… 120 bad lines in all, each a failed result: 100 with a wrong check digit, "
                + "10 with a number that a spreadsheet damaged, 10 with no ISBN")
        #expect(told[11].hasPrefix("121 requests in "))
        #expect(try folder.results().summary.failed == 120)
        for part in [["--limit", "1"], ["--only", Self.good]] {
            let subset = try await folder.run(part)
            #expect(!subset.error.contains("warning:") && !subset.error.contains("bad lines"), "\(part)")
        }
    }

    @Test func `A comment above the list changes nothing in the data`() async throws {
        let list = "\(Self.good)\nDune\n\n9780743273565\n"
        let folder = try Self.folder(list, named: "l.txt", settings: #""data": "data.json", "#)
        #expect(try await folder.run().ending == .exited(1))
        let data = try folder.text(of: "data.json")
        let book = #"{"id":"\#(Self.good)","request":{"isbn":"\#(Self.good)"},"outcome":"ok","api":"sample""#
        #expect(data.contains(book))
        #expect(data.contains(#"{"id":"Dune","request":{"text":"Dune"},"outcome":"failed"}"#))
        #expect(!data.contains("line"))
        try folder.write("# one\n# two\n" + list, to: "l.txt")
        #expect(try await folder.run().ending == .exited(1))
        #expect(try folder.text(of: "data.json") == data)
        #expect(try folder.text(of: RunFolder.results).contains(#""request":{"isbn":"\#(Self.good)","line":3}"#))
    }

    @Test(arguments: ["", "\n# nothing yet\n"])
    func `An empty list is a run without requests, and is told`(list: String) async throws {
        let folder = try Self.folder(list, named: "l.txt")
        let result = try await folder.run()
        #expect(result.ending == .exited(0))
        #expect(result.error == "books.json:1:36: warning: l.txt has no requests in it, so there is nothing to ask\n")
        #expect(try folder.results().results.isEmpty)
        #expect(try await folder.run(["--retry-failed"]).ending == .exited(0))
    }

    /// The lines of a list that asks a server for two things.
    private static func lines(_ server: ScriptedServer) -> String {
        ["a", "b"].map { "{\"url\": \"http://127.0.0.1:\(server.port)/\($0)\", \"id\": \"\($0)\"}\n" }.joined()
    }

    @Test func `What is appended to a list during a run is the next start's`() async throws {
        let folder = try RunFolder(#"{ "pace": { "minInterval": 0 }, "requestsFrom": "l.ndjson" }"#)
        try await withScriptedServer { [path = folder.path(of: "l.ndjson")] request in
            if request.number == 2, let list = fopen(path, "a") {
                fputs(#"{"title": "Dune", "api": "sample", "id": "c"}"#, list)
                fclose(list)
            }
            return .json("{}")
        } _: { server in
            try folder.write(Self.lines(server), to: "l.ndjson")
            #expect(try await folder.run().ending == .exited(0))
            #expect(try folder.results().results.map(\.id) == ["a", "b"])
            _ = try await folder.run()
            #expect(try folder.results().results.map(\.id) == ["a", "b", "c"])
        }
    }

    @Test func `A list that is cut during a run is told`() async throws {
        let folder = try RunFolder(#"{ "pace": { "minInterval": 0 }, "requestsFrom": "l.ndjson" }"#)
        try await withScriptedServer { [path = folder.path(of: "l.ndjson")] request in
            if request.number == 2 { truncate(path, 10) }
            return .json("{}")
        } _: { server in
            // The list is longer than what is read of it at once.
            try folder.write(Self.lines(server) + String(repeating: " ", count: 1 << 17), to: "l.ndjson")
            let result = try await folder.run()
            #expect(result.ending == .exited(65))
            #expect(result.error.contains("l.ndjson changed while it was read: run it again"))
        }
    }

    @Test func `A device, or a link to one, is an error at once, as manifest and as list`() async throws {
        let folder = try Self.folder("", named: "real.txt")
        try folder.link("l.txt", to: "/dev/zero")
        try folder.link("m.json", to: "/dev/zero")
        try folder.write(#"{ "api": "sample", "requestsFrom": "l.txt" }"#)
        for command in [["check", "books.json"], ["books.json"]] {
            let result = try await BuiltCommand.run(command, directory: folder.path)
            #expect(result.ending == .exited(66))
            #expect(result.error.contains("l.txt: it is a device, not a file or a pipe"))
        }
        for command in [["check", "m.json"], ["m.json"], ["/dev/zero"], ["-"]] {
            let result = try await BuiltCommand.run(command, directory: folder.path, input: .file("/dev/zero"))
            #expect(result.ending == .exited(66))
            #expect(result.error.contains("it is a device, not a file or a pipe"))
        }
    }

    @Test func `A copy that finds no room is told as one, with its folder`() async throws {
        let folder = try RunFolder(#"{ "api": "sample", "requestsFrom": "wide.txt" }"#)
        let scripts =
            [
                ("cat books.json | \"$0\" -", "<stdin>", 66),
                (#"printf '\377\3761\0' > wide.txt && "$0" books.json"#, "wide.txt", 65),
            ] as [(String, String, Int32)]
        for (script, name, status) in scripts {
            let result = try await ChildProcess(
                ["sh", "-c", script, BuiltCommand.path], environment: ["TMPDIR": "none"], directory: folder.path
            ).finish()
            #expect(result.ending == .exited(status))
            let reason = "its copy in none fails: No such file or directory: name another folder with TMPDIR"
            #expect(result.error.contains("\(name): \(reason)"), "\(result.error)")
        }
    }

    @Test func `Lists and manifests may come through pipes`() async throws {
        let folder = try RunFolder(#"{ "api": "sample", "requestsFrom": "l.csv" }"#)
        let script = """
            mkfifo l.csv && { printf 'ISBN;a\\n9780140328721;b\\n' > l.csv & } && cat books.json | "$0" - -o out.json && wait
            """
        let result = try await ChildProcess(["sh", "-c", script, BuiltCommand.path], directory: folder.path).finish()
        #expect(result.ending == .exited(0), "\(result.error)")
        #expect(try folder.results(in: "out.json").outcomes == ["ok"])
    }

    @Test(arguments: [
        ("isbns.txt", "9780140328721\n"), ("books.csv", "ISBN\n9780140328721\n"), ("b.tsv", ""),
        ("l.NDJSON", "{\"isbn\": \"9780140328721\"}\n"),
    ])
    func `A list in the place of a manifest is told how to be named in one`(name: String, text: String) async throws {
        let folder = try RunFolder()
        try folder.write(text, to: name)
        for command in [[name], ["check", name]] {
            let result = try await BuiltCommand.run(command, directory: folder.path)
            #expect(result.ending == .exited(65))
            let stem = name.split(separator: ".")[0]
            #expect(
                result.error == """
                    runner: \(name): this is a list: name it in a manifest as requestsFrom. Two lines in \(stem).json will do:
                    { "api": "openlibrary", "contact": "you@example.org",
                      "requestsFrom": "\(name)" }

                    """)
        }
        try folder.write(#" { "api": "sample", "requests": [{ "isbn": "9780140328721" }] }"#, to: "manifest.txt")
        let manifest = try await BuiltCommand.run(["check", "manifest.txt"], directory: folder.path)
        #expect(manifest.ending == .exited(0))
    }

    @Test func `A schema beside the manifests is left out of a check, and can't be run`() async throws {
        let folder = try RunFolder(
            #"{ "$schema": "m.schema.json", "api": "sample", "requests": [{ "isbn": "9780140328721" }] }"#)
        let schema = try await BuiltCommand.run(["schema"], directory: folder.path)
        try folder.write(schema.output, to: "m.schema.json")
        let result = try await BuiltCommand.run(["check", "books.json", "m.schema.json"], directory: folder.path)
        #expect(result.ending == .exited(0))
        #expect(result.error == "")
        #expect(result.output.hasSuffix("m.schema.json: this is a JSON Schema and no manifest: left out\n"))
        let run = try await BuiltCommand.run(["m.schema.json"], directory: folder.path)
        #expect(run.ending == .exited(65))
        #expect(run.error.contains("this is a JSON Schema, which says how manifests are written, and no manifest"))
    }
}
