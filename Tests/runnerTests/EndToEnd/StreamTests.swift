import HTTPPipeline
import HTTPTestSupport
import Testing
import runner

/// What the built command prints where.
@Suite(.timeLimit(.minutes(5))) struct StreamTests {
    private static let unpaced = #""pace": { "minInterval": 0 }"#
    /// Two requests, of which `/no` fails where it is asked for.
    private static let script: ScriptedServer.Script = { request in
        request.path == "/no" ? .status(400) : .status(200)
    }

    private func folder(_ server: ScriptedServer, _ paths: [String], settings: String = unpaced) throws -> RunFolder {
        try RunFolder(urls: paths.map { "http://127.0.0.1:\(server.port)/\($0)" }, settings: settings)
    }

    @Test func `A success off a terminal prints nothing`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let result = try await folder(server, ["a", "b"]).run()
            #expect(result.ending == .exited(0))
            #expect(result.output == "")
            #expect(result.error == "")
        }
    }

    @Test func `A failure off a terminal prints the summary alone, on standard error`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let result = try await folder(server, ["a", "no"]).run()
            #expect(result.ending == .exited(1))
            #expect(result.output == "")
            let lines = result.error.split(separator: "\n")
            #expect(lines.count == 7)
            #expect(lines[0].hasPrefix("2 requests in ") && lines[0].hasSuffix(": 1 ok, 1 failed"))
            #expect(lines[1] == "answers: 2 from the network; 2 sends")
            #expect(lines[2].hasPrefix("time: "))
            #expect(lines[3].hasPrefix("localhost:\(server.port): 2 sends, at least "))
            #expect(
                lines[4] == "  http://127.0.0.1:\(server.port)/no: The server answered with status 400.")
            #expect(lines[5] == "results: output/books.json")
            #expect(lines[6].hasPrefix("next: mend what failed, then run it again: "))
        }
    }

    @Test func `A warning is told once`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try RunFolder(
                """
                { "api": "openlibrary", "requests": [ { "isbn": "9780140328721" }, { "isbn": "9780451524935" } ] }
                """)
            let mirror = ["RUNNER_OPENLIBRARY_URL": "http://127.0.0.1:\(server.port)"]
            let arguments = ["--min-interval", "0"]
            let result = try await folder.run(arguments, environment: mirror)
            #expect(result.ending == .exited(0))
            let lines = result.error.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0].hasPrefix("warning: openlibrary asks its clients to say whom to contact"))
            #expect(lines[1].hasPrefix("warning: 0 ms between requests is faster than openlibrary allows"))
            #expect(try await folder.run(arguments + ["--quiet"], environment: mirror).error == "")
        }
    }

    @Test(arguments: [(["--progress", "always"], [:]), ([], ["CI": "1"]), ([], ["CI": "true"])])
    func `A log gets a line for each request, and the summary`(
        arguments: [String], environment: [String: String]
    ) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let result = try await folder(server, ["a", "no"]).run(arguments, environment: environment)
            #expect(result.ending == .exited(1))
            #expect(result.output == "")
            let url = "http://127.0.0.1:\(server.port)"
            let lines = result.error.split(separator: "\n")
            #expect(lines[0] == "2 requests to localhost:\(server.port) without a pace")
            #expect(lines[1].hasPrefix("[1/2] \(url)/a: ok, "))
            #expect(lines[2].hasPrefix("[2/2] \(url)/no: failed (http status), "))
            #expect(lines[3].hasPrefix("2 requests in "))
            #expect(lines.count == 10)
        }
    }

    @Test func `Without progress a log gets the summary alone`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let result = try await folder(server, ["a"]).run(["--progress", "never"], environment: ["CI": "1"])
            #expect(!result.error.contains("[1/1]"))
            #expect(result.error.contains("1 request in "))
            #expect(try await folder(server, ["a"]).run(environment: ["CI": "false"]).error == "")
        }
    }

    @Test func `The quiet one says in a line what is wrong`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let result = try await folder(server, ["no"]).run(["--quiet"], environment: ["CI": "1"])
            #expect(result.ending == .exited(1))
            #expect(result.output == "")
            #expect(result.error.hasPrefix("runner: 1 request in "))
            #expect(result.error.hasSuffix(": 1 failed\n"))
            #expect(result.error.split(separator: "\n").count == 1)
            #expect(try await folder(server, ["a"]).run(["--quiet"]).error == "")
        }
    }

    @Test func `The verbose one tells each attempt and each wait`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .status(503) : .status(200)
        } _: { server in
            let folder = try folder(
                server, ["a", "b"], settings: #""pace": { "minInterval": "700ms" }, "retry": { "baseDelay": "1ms" }"#)
            let result = try await folder.run(["--verbose"])
            #expect(result.ending == .exited(0))
            let url = "http://127.0.0.1:\(server.port)"
            let lines = result.error.split(separator: "\n")
            #expect(lines.filter { $0.hasPrefix("  GET \(url)/") }.count == 3)
            #expect(lines.filter { $0.hasPrefix("  GET \(url)/a: 503") && $0.hasSuffix("(send 1)") }.count == 1)
            #expect(
                lines.filter { $0.hasPrefix("  GET \(url)/a: 200 in ") && $0.hasSuffix("(send 2, repeat, attempt 2)") }
                    .count == 1)
            #expect(lines.filter { $0.hasPrefix("  keeping the pace ") }.count == 2)
        }
    }

    @Test(arguments: [
        [], ["--verbose"], ["--progress", "always"], ["--quiet"], ["--color", "never", "--verbose"],
    ])
    func `Nothing for a terminal's controls goes off a terminal`(arguments: [String]) async throws {
        try await withScriptedServer { _ in
            .status(400, text: "\u{1B}[31mred\r\u{7}")
        } _: { server in
            for environment in [[:], ["CI": "1"], ["TERM": "xterm-256color"], ["NO_COLOR": "1"]] {
                let result = try await folder(server, ["a", "b"]).run(arguments, environment: environment)
                #expect(result.ending == .exited(1))
                for text in [result.output, result.error] {
                    #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
                }
            }
        }
    }

    @Test func `The line on a terminal is gone at the end`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server, ["a", "b", "c"], settings: #""pace": { "minInterval": "300ms" }"#)
            let result = try await folder.run(environment: ["TERM": "xterm"], error: .terminal)
            #expect(result.ending == .exited(0))
            #expect(result.output == "")
            // The colours take no column.
            let colour = /\u{1B}\[[0-9;]*m/
            let shown = result.error.replacing(colour, with: "")
            #expect(result.error.contains("\u{1B}[32m1 ok\u{1B}[0m") && shown != result.error)
            #expect(shown.contains(/\r([12])\/3 \| \1 ok \| keeping the pace/))
            // All that stands on the terminal after the last erasure.
            let rest = shown.components(afterLast: LiveLine.erasure)
            #expect(rest.hasPrefix("3 requests in "))
            #expect(!rest.contains("\r") && !rest.contains("\u{1B}"))
            #expect(rest.hasSuffix("results: output/books.json\n"))
        }
    }

    @Test func `Colours are for terminals that want them`() async throws {
        let folder = try RunFolder("{ \"api\": \"openlibrary\", \"requests\": [ { \"isbn\": \"9780140328721\" } ] }")
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            var environment = ["RUNNER_OPENLIBRARY_URL": "http://127.0.0.1:\(server.port)", "TERM": "xterm"]
            let colored = "\u{1B}[1;33mwarning:\u{1B}[0m openlibrary asks"
            #expect(try await folder.run(environment: environment, error: .terminal).error.contains(colored))
            #expect(
                try await folder.run(["--color", "always"], environment: environment).error.contains(colored))
            environment["NO_COLOR"] = "1"
            let plain = try await folder.run(environment: environment, error: .terminal).error
            #expect(plain.contains("warning: openlibrary asks"))
            #expect(!plain.contains("\u{1B}[1;33m"))
            environment = environment.filter { $0.key != "NO_COLOR" }
            environment["TERM"] = "dumb"
            let dumb = try await folder.run(environment: environment, error: .terminal).error
            #expect(dumb.contains("[1/1] 9780140328721: not found, "))
            #expect(!dumb.contains("\u{1B}") && !dumb.contains("\r"))
        }
    }

    @Test(arguments: [ChildProcess.Stream.closed, .file("/dev/full"), .brokenPipe])
    func `Streams that take nothing don't end a run that writes to a file`(stream: ChildProcess.Stream) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server, ["a", "b"])
            let arguments = ["--verbose"]
            #expect(try await folder.run(arguments, output: stream).ending == .exited(0))
            #expect(try folder.results().outcomes == ["ok", "ok"])
            #expect(try await folder.run(arguments, output: stream, error: stream).ending == .exited(0))
            #expect(try await folder.run(arguments, input: .closed, output: stream, error: stream).ending == .exited(0))
            #expect(try folder.results().outcomes == ["ok", "ok"])
            #expect(folder.files == ["books.json", RunFolder.results])
        }
    }

    @Test func `The first line of the results can be had alone`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server, ["a", "b"])
            let result = try await ChildProcess(
                ["sh", "-c", "unset CI; \"$0\" books.json --output - | head -1", BuiltCommand.path],
                directory: folder.path
            ).finish()
            #expect(result.ending == .exited(0))
            #expect(result.output.hasPrefix("{\"format\":\"runner-results/1\""))
            #expect(result.output.split(separator: "\n").count == 1)
            #expect(result.error == "")
        }
    }

    @Test func `Results that nobody reads to the end are no signal`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let result = try await folder(server, ["a"]).run(["--output", "-"], output: .brokenPipe)
            #expect(result.ending == .exited(74))
            #expect(result.error.contains("error: Can't write standard output: Broken pipe"))
        }
    }

    @Test func `A manifest from standard input, and none there`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try folder(server, ["a"])
            let arguments = ["-", "--output", "results.json"]
            let result = try await BuiltCommand.run(
                arguments, directory: folder.path, input: .file(folder.path(of: "books.json")))
            #expect(result.ending == .exited(0))
            #expect(try folder.results(in: "results.json").outcomes == ["ok"])
            let closed = try await BuiltCommand.run(arguments, directory: folder.path, input: .closed)
            #expect(closed.ending == .exited(66))
            // The null device is a device, and an empty file is no JSON.
            let null = try await BuiltCommand.run(arguments, directory: folder.path)
            #expect(null.ending == .exited(66))
            try folder.write("", to: "empty")
            let empty = try await BuiltCommand.run(
                arguments, directory: folder.path, input: .file(folder.path(of: "empty")))
            #expect(empty.ending == .exited(65))
            #expect(server.requests.count == 1)
        }
    }
}

extension String {
    /// What follows the last occurrence of a text; nothing where there is none.
    fileprivate func components(afterLast text: String) -> String {
        ranges(of: text).last.map { String(self[$0.upperBound...]) } ?? ""
    }
}
