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

    /// What can't stand in a string of JSON: a byte of Latin-1, a NUL, a line break, half a surrogate pair.
    private static let unreadable: [[UInt8]] = [[0xE9], [0x00], [0x0A], Array(#"\ud800"#.utf8)]

    @Test(arguments: unreadable, [isbn, path, title])
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

    /// What a library may answer for an ISBN, which stands as `N`, that is no answer about its book.
    private static let strange: [String] =
        [
            "<!DOCTYPE html><title>N</title>", "", "null", "true", "7", "\"N\"", "[]", "[{}]", "{", "{]", "N",
            "var _OLBookInfo = {};",
            #"{"ISBN:N":null}"#, #"{"ISBN:N":[]}"#, #"{"ISBN:N":{}}"#, #"{"ISBN:N":{"details":null}}"#,
            #"{"ISBN:N":{"details":[]}}"#,
            #"{"ISBN:N":{"details":{}}}"#, #"{"ISBN:N":{"details":"T"}}"#,
            #"{"ISBN:N":{"details":{"title":null,"key":null}}}"#,
            #"{"ISBN:9780140328721":{"details":{"title":"T"}}}"#, #"{"N":{"details":{"title":"T"}}}"#,
            #"{"ISBN:N":{"details":{"title":"T","isbn_13":["9780140328721"]}}}"#,
            #"{"ISBN:N":{"details":{"title":"T","isbn_10":["0140328726"],"isbn_13":"x"}}}"#,
            #"{"ISBN:N":{"bib_key":"ISBN:9780140328721","details":{"title":"T"}}}"#,
            #"{"ISBN:N":{"details":{"title":"T","key":"/works/OL1W","type":{"key":"/type/work"}}}}"#,
            #"{"ISBN:N":{"details":{"title":"T","type":{"key":"/type/author"}}}}"#,
            #"{"ISBN:N":{"details":{"type":{"key":"/type/redirect"},"location":"/works/OL1W"}}}"#,
            #"{"ISBN:N":{"details":{"type":{"key":"/type/redirect"},"location":"https://example.org/books/OL1M"}}}"#,
            #"{"ISBN:N":{"details":{"title":"T"}},"ISBN:N":{"details":{"title":"U"}}}"#, #"{"error":"notfound"}"#,
            #"{"error":"bad"}"#, #"{"error":{"code":5}}"#, #"{"status":"error","message":"N"}"#,
            #"{"detail":[{"msg":"N"}]}"#,
            #"{"ISBN:N":{"details":{"title":"T"}}}{"#, #"{"ISBN:N":{"details":{"title":"T"}}},"#,
        ] + [String(repeating: #"{"ISBN:N":"#, count: 200_000), String(repeating: "[", count: 10_000_000)]

    /// An ISBN for each of many books.
    private static func isbn(_ number: Int) -> String {
        let digits = "978000\(100_000 + number)".map { $0.wholeNumberValue ?? 0 }
        let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
        return digits.map(String.init).joined() + "\((10 - sum % 10) % 10)"
    }

    @Test func `An answer about no book, or another one, is never a book and never not found`() async throws {
        let server = try ScriptedServer { request in
            let isbn = String(request.target.split(separator: ":").last?.prefix(13) ?? "")
            let number = (Int(isbn.dropFirst(6).prefix(6)) ?? 0) - 100_000
            guard Self.strange.indices.contains(number) else {
                return .json(#"{"ISBN:\#(isbn)":{"details":{"title":"T","authors":[{"name":"A"}]}}}"#)
            }
            return .json(Self.strange[number].replacing("N", with: isbn))
        }
        defer { server.stop() }
        // Two good answers after each, so that the server isn't left alone.
        let numbers = Self.strange.indices.flatMap { [$0, 10_000 + 2 * $0, 10_001 + 2 * $0] }
        let requests = numbers.map { #"{ "isbn": "\#(Self.isbn($0))" }"# }.joined(separator: ", ")
        let folder = try RunFolder(
            """
            { "api": "openlibrary", "contact": "library@example.org", \(RunFolder.patience), "maxFailures": 1000,
              "retry": { "attempts": 1 }, "requests": [ \(requests) ] }
            """)
        let result = try await folder.run(
            ["--min-interval", "0", "--quiet"], environment: OneWorkLibrary.mirror(server))
        #expect(result.ending == .exited(1), "\(result.error)")
        for (number, outcome) in zip(numbers, try folder.results().outcomes) {
            guard number < Self.strange.count else {
                #expect(outcome == "ok")
                continue
            }
            let isTold = ["failed/invalid_response", "failed/mismatch"].contains(outcome)
            #expect(isTold, "\(Self.strange[number].prefix(100)): \(outcome)")
        }
    }
}
