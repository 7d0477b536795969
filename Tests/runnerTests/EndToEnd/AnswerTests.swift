import HTTPPipeline
import HTTPTestSupport
import Testing

/// What the built command takes for an answer.
@Suite(.timeLimit(.minutes(5))) struct AnswerTests {
    private static let unpaced = #""pace": { "minInterval": 0 }"#

    @Test func `A part that nobody asked for is no answer`() async throws {
        let part = ScriptedAnswer.status(206, headers: ["Content-Range": "bytes 0-9/5000"], text: "0123456789")
        try await withScriptedServer(script: { _ in part }) { server in
            let url = "http://127.0.0.1:\(server.port)"
            let folder = try RunFolder(
                """
                { \(Self.unpaced), "requests": [
                { "url": "\(url)/whole" },
                { "url": "\(url)/part", "headers": { "Range": "bytes=0-9" } },
                { "url": "\(url)/expected", "expect": [206] } ] }
                """)
            #expect(try await folder.run().ending == .exited(1))
            let document = try folder.results()
            #expect(document.outcomes == ["failed/http_status", "ok", "ok"])
            #expect(
                document.results[0].message
                    == "The server answered with a part (206) where the whole was asked for.")
            #expect(server.requests.count == 3)
        }
    }

    @Test func `An answer that is to come is asked for again when the server says, where another status is expected`()
        async throws
    {
        try await withScriptedServer { request in
            request.number <= 2 ? .status(202, headers: ["Retry-After": "1"]) : .json("{}")
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)"
            let folder = try RunFolder(
                """
                { \(Self.unpaced), "requests": [
                { "url": "\(url)/job" }, { "url": "\(url)/report", "expect": [200] } ] }
                """)
            #expect(try await folder.run().ending == .exited(0))
            let results = try folder.results().results
            #expect(results.map(\.status) == [202, 200])
            #expect(results[1].attempts.map(\.status) == [202, 200])
            #expect(results[1].timing.totalMs >= 1000)
            #expect(results[1].timing.serverMs > 0 && results[1].timing.backoffMs == 0)
        }
    }

    @Test func `A server's wait that one request has no time for is waited for by the others`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .status(503, headers: ["Retry-After": "1"]) : .json("{}")
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)"
            let folder = try RunFolder(
                """
                { \(Self.unpaced), "requests": [
                { "url": "\(url)/hasty", "timeout": { "request": "900ms" } }, { "url": "\(url)/other" } ] }
                """)
            #expect(try await folder.run().ending == .exited(75))
            let document = try folder.results(in: RunFolder.partial)
            #expect(document.outcomes == ["deferred/throttled", "ok"])
            #expect(document.results[1].timing.serverMs > 0)
            #expect(try await folder.run().ending == .exited(0))
        }
    }
}
