import Books
import HTTPPipeline
import Testing

@Suite struct OpenLibraryJudgeTests {
    private struct Case: Decodable {
        var name: String
        var request: String
        var status: Int
        var headers: [String: String]
        var body: AnyJSON?
        var bodyText: String?

        private enum CodingKeys: String, CodingKey {
            case name, request, status, headers, body
            case bodyText = "body_text"
        }
    }

    /// The judgement of the request that a query makes first, or of a path.
    private static func judgement(
        _ status: Int, _ body: String, query: BookQuery? = nil, path: String = "/x.json",
        type: String = "application/json",
        expecting: Set<Int>? = nil
    ) throws -> Judgement {
        let api = try OpenLibraryDouble.api()
        var judge = api.judge(expecting: expecting)
        var url = try HTTPURL("http://127.0.0.1:8080" + path)
        if let query {
            var lookup = api.lookup(query)
            guard case .send(let request) = lookup.next(after: nil) else { throw HTTPURLError("no request") }
            judge = request.judge
            url = request.url
        }
        var response = OpenLibraryDouble.response(to: url, (status, body))
        response.headers["Content-Type"] = type
        return judge.judgement(of: response)
    }

    private static func fox() throws -> BookQuery { .isbn(try ISBN("9780140328721")) }

    @Test func `An unknown number is 200 with an empty object`() throws {
        #expect(try Self.judgement(200, "{}", query: Self.fox()).verdict == .absent)
        #expect(try Self.judgement(200, "{}", path: "/api/books.json").verdict == .absent)
        #expect(try Self.judgement(200, "{}", path: "/books/OL1M.json").verdict == .accepted)
    }

    @Test(arguments: [
        "<!DOCTYPE html><html>Maintenance</html>", "", "null", "KeyError('isbn')", #"{"ISBN:9780140328721": {"det"#,
        "[]", "7",
    ])
    func `A 200 that is not the JSON due is asked again`(body: String) throws {
        let judgement = try Self.judgement(200, body, query: Self.fox(), type: "text/html")
        #expect(judgement.verdict == .transient)
        #expect(judgement.message?.hasPrefix("sample answered 200 with ") == true)
    }

    @Test func `A 404 where a miss is answered with 200 says nothing of any book`() throws {
        #expect(try Self.judgement(404, "null", query: Self.fox()).verdict == .refused)
        #expect(try Self.judgement(404, "null", query: .title("x", author: nil)).verdict == .refused)
        #expect(try Self.judgement(404, "<html>", path: "/books/OL1M.json").verdict == .absent)
    }

    @Test(arguments: [
        (206, Verdict.refused, Verdict.refused), (202, .transient, .accepted),
    ])
    func `Neither a part nor a word that it has begun answers a question for a book`(
        status: Int, question: Verdict, path: Verdict
    ) throws {
        #expect(try Self.judgement(status, "{}", query: Self.fox()).verdict == question)
        #expect(try Self.judgement(status, #"{"docs":[]}"#, query: .title("x", author: nil)).verdict == question)
        #expect(try Self.judgement(status, "{}").verdict == path)
        #expect(try Self.judgement(status, "{}", expecting: [status]).verdict == .accepted)
    }

    @Test func `A list answers a path and not a question for a book`() throws {
        #expect(try Self.judgement(200, "[1]").verdict == .accepted)
        #expect(try Self.judgement(200, #"{"key":"x"}"#).verdict == .accepted)
        #expect(try Self.judgement(200, "null").verdict == .transient)
        #expect(try Self.judgement(204, "").verdict == .accepted)
        #expect(try Self.judgement(204, "", query: Self.fox()).verdict == .transient)
        #expect(try Self.judgement(200, #"{"docs":5}"#, query: .title("x", author: nil)).verdict == .accepted)
        #expect(try Self.judgement(200, #"{"other":5}"#, query: .title("x", author: nil)).verdict == .transient)
    }

    @Test(arguments: [200, 500])
    func `Open Library's own error is asked again whatever its status`(status: Int) throws {
        let body = #"{"error":"internal_error","message":"get_site(openlibrary.org) failed"}"#
        let judgement = try Self.judgement(status, body, query: Self.fox())
        #expect(judgement.verdict == .transient)
        #expect(judgement.message == "sample reports an error of its own: get_site(openlibrary.org) failed")
    }

    @Test func `Another error in the body makes a 200 transient and leaves other statuses their meaning`() throws {
        #expect(try Self.judgement(200, #"{"error":"bad_data"}"#).verdict == .transient)
        #expect(try Self.judgement(400, #"{"error":"bad_data"}"#).verdict == .refused)
        #expect(try Self.judgement(500, #"{"error":"internal_error"}"#, expecting: [500]).verdict == .accepted)
    }

    @Test func `Merged records are accepted and deleted ones are absent`() throws {
        #expect(try Self.judgement(200, #"{"type":{"key":"/type/redirect"},"location":"/a"}"#).verdict == .accepted)
        #expect(try Self.judgement(200, #"{"type":{"key":"/type/delete"}}"#).verdict == .absent)
    }

    @Test(arguments: [
        (404, Verdict.absent), (410, .absent), (403, .blocked), (422, .refused), (400, .refused),
        (429, .throttled(after: nil)),
        (500, .transient), (502, .transient), (503, .transient), (520, .transient), (501, .refused), (505, .refused),
        (408, .transient),
    ])
    func `A status means what it means at Open Library`(status: Int, verdict: Verdict) throws {
        #expect(try Self.judgement(status, "<html></html>", type: "text/html").verdict == verdict)
        #expect(try Self.judgement(status, "{}").verdict == verdict)
    }

    @Test func `Expected statuses replace the default rule`() throws {
        #expect(try Self.judgement(404, "<html>", expecting: [404]).verdict == .accepted)
        #expect(try Self.judgement(404, "{}", expecting: [200]).verdict == .refused)
        #expect(try Self.judgement(200, "{}", expecting: [404]).verdict == .refused)
        #expect(try Self.judgement(403, "{}", expecting: [403]).verdict == .accepted)
        #expect(try Self.judgement(429, "{}", expecting: [200]).verdict == .throttled(after: nil))
    }

    @Test func `Messages tell what the server says and what to do`() throws {
        let tooMany = try Self.judgement(429, #"{"status": 429, "message": "Too Many Requests. Use dumps."}"#)
        #expect(tooMany.message == "sample says that requests come too fast (429): Too Many Requests. Use dumps.")
        let blocked = try Self.judgement(403, "<html>Forbidden</html>")
        #expect(blocked.message == "sample refuses this client (403)")
        let invalid = try Self.judgement(422, #"{"detail":[{"msg":"Query too short"}]}"#)
        #expect(invalid.message == "sample answered 422: Query too short")
    }

    @Test func `A long body is cut, yet far beyond what is shown, so that a secret in it is masked whole`() throws {
        let message = try #require(Self.judgement(200, String(repeating: "<p>\u{7} ", count: 9999)).message)
        #expect((1_000..<2_200).contains(message.count))
        #expect(!message.contains("\u{7}"))
    }

    @Test(arguments: ["books_http_cases.json", "isbn_http_cases.json", "search_http_cases.json"])
    func `Recorded answers are judged by what they mean`(file: String) throws {
        let verdicts: [String: Verdict] = [
            "batch_hit_and_miss": .accepted, "miss_or_internal_error_are_the_same": .absent,
            "default_format_is_javascript": .transient, "path_without_json_suffix_404_sep_2026": .absent,
            "bibkeys_missing_422": .refused, "isbn_unknown_html_404": .absent, "edition_key_unknown_json_404": .absent,
            "merged_author_stub_200": .accepted, "rate_limited_429_no_retry_after": .throttled(after: nil),
            "ua_blocked_403_html": .blocked, "backend_down_503_html": .transient, "q_too_short_422": .refused,
        ]
        for recorded in try Sample.value([Case].self, in: file) {
            guard let expected = verdicts[recorded.name] else { continue }
            let path = String(recorded.request.split(separator: " ")[1]).prefix { $0 != "?" }
            let body = try recorded.bodyText ?? recorded.body.map { try Sample.text(of: $0) } ?? ""
            let type = recorded.headers["content-type"] ?? ""
            #expect(
                try Self.judgement(recorded.status, body, path: String(path), type: type).verdict == expected,
                "\(recorded.name)")
        }
    }
}
