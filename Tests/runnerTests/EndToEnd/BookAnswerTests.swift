import HTTPPipeline
import HTTPTestSupport
import Testing

/// The built command against a library whose answers are broken, odd or of another book.
@Suite(.timeLimit(.minutes(5))) struct BookAnswerTests {
    /// Asks a server that gives every request the same body.
    private func outcomes(
        of request: String, body: [UInt8], type: String = "application/json"
    ) async throws -> ResultsDocument.Result {
        let server = try ScriptedServer { _ in .status(200, headers: ["Content-Type": type], body: body) }
        defer { server.stop() }
        let folder = try RunFolder(
            """
            { "api": "openlibrary", "contact": "library@example.org", \(RunFolder.patience),
              "retry": { "attempts": 2, "baseDelay": "1ms" }, "requests": [ \(request) ] }
            """)
        _ = try await folder.run(["--min-interval", "0"], environment: OneWorkLibrary.mirror(server))
        return try #require(try folder.results().results.first)
    }

    private static let isbn = #"{ "isbn": "9780140328721" }"#
    private static let path = #"{ "path": "/books/OL1M.json" }"#
    private static let title = #"{ "title": "Fox" }"#

    private static func entry(_ title: [UInt8]) -> [UInt8] {
        Array(#"{"ISBN:9780140328721":{"details":{"key":"/books/OL1M","authors":[{"name":"A"}],"title":""#.utf8) + title
            + Array(#""}}}"#.utf8)
    }

    @Test(arguments: [[0xE9], [0x00], [0x0A], Array(#"\ud800"#.utf8)], [isbn, path, title])
    func `A book's JSON that can't be read is asked for again and fails`(title: [UInt8], request: String) async throws {
        for type in ["application/json", "application/json; charset=iso-8859-1"] {
            let result = try await outcomes(of: request, body: Self.entry(title), type: type)
            #expect(result.outcome == "failed")
            #expect(result.reason == "invalid_response")
            #expect(result.attempts.map(\.reason) == ["first", "retry"])
        }
    }

    @Test(arguments: [
        "<html>Maintenance</html>", "", "null", "[]", "7", "{}", #"{"docs":null}"#, #"{"docs":["x"]}"#,
        #"{"numFound":5,"docs":[]}"#, #"{"numFound":"0","docs":[]}"#, #"{"docs":[]}"#,
    ])
    func `A search that doesn't say that there is none never says not found`(body: String) async throws {
        let result = try await outcomes(of: Self.title, body: Array(body.utf8))
        #expect(result.outcome == "failed")
        #expect(result.reason == "invalid_response")
        #expect(result.attempts.count == 2)
    }

    @Test func `A search that says that there is none is believed at once`() async throws {
        let result = try await outcomes(of: Self.title, body: Array(#"{"numFound":0,"docs":[]}"#.utf8))
        #expect(result.outcome == "not_found")
        #expect(result.attempts.count == 1)
    }
}
