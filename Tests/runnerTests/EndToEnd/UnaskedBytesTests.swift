import HTTPPipeline
import HTTPTestSupport
import Testing

/// What the built command makes of bytes that a server sends unasked, and of a coding that was not asked for.
@Suite(.timeLimit(.minutes(5))) struct UnaskedBytesTests {
    /// Every third answer comes twice, every third is followed by another's, and every third by a 408 and the connection's end.
    private static let script: ScriptedServer.Script = { request in
        let answer = ScriptedAnswer.status(
            request.number % 4 == 0 ? 404 : 200, headers: ["Content-Type": "text/plain"], text: request.path)
        let idle = ScriptedAnswer(answer.steps + [.pause(.milliseconds(2))])
        return switch request.number % 3 {
        case 0: ScriptedAnswer(idle.steps + answer.steps)
        case 1: idle.then(.send(Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)))
        default:
            idle.then(.send(Array("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n".utf8))).then(.close)
        }
    }

    @Test func `Each result is its own path's though the server answers twice, or another, or says that it closes`()
        async throws
    {
        try await withScriptedServer(script: Self.script) { server in
            let urls = (1...12).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "60ms" }"#)
            #expect(try await folder.run().ending == .exited(0))
            let document = try folder.results()
            #expect(document.outcomes == (1...12).map { $0 % 4 == 0 ? "not_found" : "ok" })
            let own = (1...12).map { $0 % 4 == 0 ? nil : "/\($0)" }
            #expect(zip(document.results, own).allSatisfy { $1 == nil || $0.text == $1 })
            #expect(document.results.map(\.attempts.count) == Array(repeating: 1, count: 12))
            #expect(document.summary.sends == 12)
            #expect(server.requests.map(\.path) == (1...12).map { "/\($0)" })
            #expect(server.arrivalGaps.filter { $0 < .milliseconds(60) }.isEmpty, "\(server.arrivalGaps)")
        }
    }

    @Test func `A compressed body is decoded, and one that is cut in its trailer is asked for again`()
        async throws
    {
        // "hello" by gzip.
        let gzip: [UInt8] = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0,
            0,
        ]
        try await withScriptedServer { request in
            .status(
                200, headers: ["Content-Type": "text/plain", "Content-Encoding": "gzip"],
                body: request.number == 1 ? Array(gzip.dropLast(3)) : gzip)
        } _: { server in
            let folder = try RunFolder(
                urls: ["http://127.0.0.1:\(server.port)/"],
                settings: #""pace": { "minInterval": 0 }, "retry": { "baseDelay": "1ms" }"#)
            #expect(try await folder.run().ending == .exited(0))
            let result = try #require(folder.results().results.first)
            #expect(result.outcome == "ok" && result.text == "hello")
            #expect(result.attempts.map { $0.error == nil } == [false, true])
            #expect(server.requests.map { $0.headers["Accept-Encoding"] } == ["gzip, deflate", "gzip, deflate"])
        }
    }
}
