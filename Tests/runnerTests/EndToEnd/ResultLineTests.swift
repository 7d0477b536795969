import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Results that the built command hands on while it runs, one a line.
@Suite(.timeLimit(.minutes(5))) struct ResultLineTests {
    private static let words = ["--output", "-", "--format", "ndjson"]

    private func folder(_ server: ScriptedServer, _ paths: [String]) throws -> RunFolder {
        try RunFolder(
            urls: paths.map { "http://127.0.0.1:\(server.port)/\($0)" },
            settings: #""pace": { "minInterval": 0 }, "# + RunFolder.patience)
    }

    @Test func `A line comes as soon as its result and all before it are known`() async throws {
        try await withScriptedServer {
            $0.path == "/c" ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server, ["a", "b", "a", "c", "d"])
            let child = try folder.start(Self.words)
            let url = "http://127.0.0.1:\(server.port)"
            // The third is known with the first, and comes after the second.
            let lines = [child.readLine(), child.readLine(), child.readLine()]
            #expect(lines.map { $0?.hasPrefix("{\"id\":\"\(url)/") } == [true, true, true])
            #expect(lines[2]?.contains("\"of\":\"\(url)/a\"") == true)
            child.send(SIGINT)
            let result = try await child.finish()
            #expect(result.ending == .signalled(SIGINT))
            #expect(result.output.split(separator: "\n").count == 5)
            let rest = result.output.split(separator: "\n").suffix(2)
            #expect(rest.allSatisfy { $0.contains("\"outcome\":\"skipped\",\"reason\":\"interrupted\"") })
            #expect(rest.last?.hasPrefix("{\"id\":\"\(url)/d\"") == true)
        }
    }

    @Test func `Of a part of the manifest only its results are lines`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server, ["a", "b", "c"])
            let url = "http://127.0.0.1:\(server.port)/b"
            let result = try await folder.run(["--only", url, "--format", "ndjson"])
            #expect(result.ending == .exited(0))
            #expect(result.output.split(separator: "\n").count == 1)
            #expect(result.output.hasPrefix("{\"id\":\"\(url)\""))
            #expect(result.output.hasSuffix("}\n"))
        }
    }

    @Test func `A reader who leaves ends the run, and nothing more is asked`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let result = try await folder(server, ["a", "b", "c"]).run(Self.words, output: .brokenPipe)
            #expect(result.ending == .exited(74))
            #expect(result.error.contains("Can't write standard output: Broken pipe"))
            #expect(server.requests.count == 1)
        }
    }

    @Test func `A full disk behind standard output ends the run at its first line`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let result = try await folder(server, ["a", "b"]).run(Self.words, output: .file("/dev/full"))
            #expect(result.ending == .exited(74))
            #expect(result.error.contains("Can't write standard output: No space left on device"))
            #expect(server.requests.count == 1)
        }
    }

    @Test func `A FIFO gets lines too`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server, ["a", "b"])
            let script = """
                mkfifo pipe.ndjson && { cat pipe.ndjson > got & } && "$0" books.json -o pipe.ndjson --format ndjson && wait
                """
            let result = try await ChildProcess(["sh", "-c", script, BuiltCommand.path], directory: folder.path)
                .finish()
            #expect(result.ending == .exited(0))
            #expect(try folder.text(of: "got").split(separator: "\n").count == 2)
        }
    }
}
