import HTTPPipeline
import HTTPTestSupport
import Testing

/// What a run goes on with is not counted as to be sent.
@Suite(.timeLimit(.minutes(5))) struct ResumePlanTests {
    @Test func `A resumed run and a check leave out of the plan what an unfinished run keeps`() async throws {
        try await withScriptedServer { request in
            request.number <= 2 ? .status(200) : .status(429, headers: ["Retry-After": "7200"])
        } _: { server in
            let folder = try RunFolder(
                urls: (1...5).map { "http://127.0.0.1:\(server.port)/\($0)" },
                settings: #""pace": { "minInterval": "1ms" }"#)
            let first = try await folder.run(["--verbose"])
            #expect(first.ending == .exited(75))
            #expect(first.error.contains("5 requests to localhost:\(server.port) at 1 ms: at least 4 ms\n"))
            let check = try await BuiltCommand.run(["check", "books.json"], directory: folder.path)
            #expect(check.ending == .exited(0))
            #expect(
                check.output.contains("3 requests to localhost:\(server.port) at 1 ms: at least 2 ms\n"),
                "\(check.output)")
            #expect(check.output.contains("2 results of an unfinished run kept"))
            let second = try await folder.run(["--verbose"])
            #expect(
                second.error.contains("3 requests to localhost:\(server.port) at 1 ms: at least 2 ms\n"),
                "\(second.error)")
        }
    }
}
