import HTTPPipeline
import Testing

@testable import Books

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
        expecting: Set<Int>? = nil, acceptsPart: Bool = false
    ) throws -> Judgement {
        try judgement(
            status, Array(body.utf8), query: query, path: path, type: type, expecting: expecting,
            acceptsPart: acceptsPart)
    }

    private static func judgement(
        _ status: Int, _ body: [UInt8], query: BookQuery? = nil, path: String = "/x.json",
        type: String = "application/json",
        expecting: Set<Int>? = nil, acceptsPart: Bool = false
    ) throws -> Judgement {
        let api = try OpenLibraryDouble.api()
        var judge = api.judge(expecting: expecting, acceptsPart: acceptsPart)
        var url = try HTTPURL("http://127.0.0.1:8080" + path)
        if let query {
            var lookup = api.lookup(query)
            guard case .send(let request) = lookup.next(after: nil) else { throw HTTPURLError("no request") }
            judge = request.judge
            url = request.url
        }
        var response = OpenLibraryDouble.response(to: url, status, body)
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

    @Test func `A part that was asked for answers a path, though it is no JSON`() throws {
        #expect(try Self.judgement(206, #"{"title": "Fan"#, acceptsPart: true).verdict == .accepted)
        #expect(try Self.judgement(206, #"{"title": "Fan"#, expecting: [206]).verdict == .accepted)
        #expect(try Self.judgement(206, #"{"title": "Fan"#, expecting: [200], acceptsPart: true).verdict == .refused)
        #expect(try Self.judgement(206, #"{"title": "Fan"#).verdict == .refused)
    }

    @Test func `What was chosen for one title is judged anew for another`() {
        let judges = [
            ("Biology (9th edition)", "Campbell"), ("Biology (10th edition)", "Campbell"), ("Biology", "Reece"),
        ]
        .map { OpenLibraryJudge(api: "openlibrary", subject: .search(TitleQuestion($0, author: $1))) }
        for one in judges.indices {
            for other in judges.indices {
                #expect(judges[one].judgesAlike(judges[other]) == (one == other))
            }
        }
    }

    @Test func `A list answers a path and not a question for a book`() throws {
        #expect(try Self.judgement(200, "[1]").verdict == .accepted)
        #expect(try Self.judgement(200, #"{"key":"x"}"#).verdict == .accepted)
        #expect(try Self.judgement(200, "null").verdict == .transient)
        #expect(try Self.judgement(204, "").verdict == .accepted)
        #expect(try Self.judgement(204, "", query: Self.fox()).verdict == .transient)
    }

    /// A title with an E9 byte, a NUL, a line break, a tab or half a surrogate pair in it; then texts that are no JSON as a
    /// whole.
    private static let unreadable: [[UInt8]] =
        [
            [0xE9], [0x00], [0x0A], [0x0D], [0x09], [0xC3], [0xED, 0xA0, 0x80], Array(#"\ud83d"#.utf8),
            Array(#"\x"#.utf8),
        ]
        .map {
            Array(#"{"ISBN:9780140328721":{"details":{"key":"/books/OL1M","title":"Fo"#.utf8) + $0
                + Array(#"x"}}}"#.utf8)
        }
        + [
            #"{"ISBN:9780140328721":{"details":{"title":"Fox"}}} {}"#,
            #"{"ISBN:9780140328721":{"details":{"title":"Fox"}}}x"#,
            #"{"ISBN:9780140328721":{"details":{"title":"Fox",}}}"#,
            #"{"ISBN:9780140328721":{"details":{"pages":01}}}"#,
            #"{"ISBN:9780140328721":{"details":{"pages":NaN}}}"#, #"{'ISBN:9780140328721':{}}"#,
            #"{"ISBN:9780140328721":{"details":{"title":"Fox"}}/**/}"#,
            #"{"x":"# + String(repeating: "[", count: 600) + String(repeating: "]", count: 600) + "}",
        ].map { Array($0.utf8) }
        + [
            [0xFF, 0xFE] + Array("{}".utf16).flatMap { [UInt8($0), 0] }, Array("{}".utf16).flatMap { [0, UInt8($0)] },
        ]

    @Test(arguments: unreadable, ["application/json", "application/json; charset=iso-8859-1"])
    func `JSON that can't be read to its end is asked again, also where only a path asks for it`(
        body: [UInt8], type: String
    ) throws {
        for judgement in [
            try Self.judgement(200, body, query: Self.fox(), type: type), try Self.judgement(200, body, type: type),
            try Self.judgement(200, body, query: .title("x", author: nil), type: type),
        ] {
            #expect(judgement.verdict == .transient)
            #expect(judgement.parsed == nil)
        }
    }

    @Test func `A byte order mark is passed over, and a number too large for any machine is no fault`() throws {
        let body =
            "\u{FEFF}" + #"{"ISBN:9780140328721":{"details":{"title":"Fox","number_of_pages":1e999,"covers":[1e999]}}}"#
        #expect(try Self.judgement(200, body, query: Self.fox()).verdict == .accepted)
        #expect(try Self.judgement(200, body).verdict == .accepted)
        #expect(try Self.judgement(200, "\u{FEFF}{}", query: Self.fox()).verdict == .absent)
    }

    @Test func `A name that is there twice leaves a book uncertain, and a path as it is`() throws {
        let body = #"{"ISBN:9780140328721":{"details":{"title":"Fox","isbn_13":[],"title":"Matilda"}}}"#
        let judgement = try Self.judgement(200, body, query: Self.fox())
        #expect(judgement.verdict == .transient)
        #expect(
            judgement.message?.hasPrefix(
                "sample answered 200 with a body of type application/json that is no certain JSON, as the name \"title\" "
                    + "is already used at line 1, column 35: {") == true)
        #expect(try Self.judgement(200, body).verdict == .accepted)
    }

    @Test func `The message says from where on an answer can't be read`() throws {
        let judgement = try Self.judgement(200, Array("{\n  \"title\": \"Caf".utf8) + [0xE9] + Array("\"}".utf8))
        #expect(
            judgement.message
                == "sample answered 200 with a body of type application/json that is no JSON from line 2, column 16 on: "
                + "{ \"title\": \"Caf\u{FFFD}\"}")
    }

    @Test(arguments: [
        #"{"ISBN:9780140328721":{}}"#, #"{"ISBN:9780140328721":{"details":null}}"#, #"{"ISBN:9780140328721":null}"#,
        #"{"ISBN:9780140328721":[]}"#, #"{"ISBN:9780140328721":{"details":{}}}"#,
        #"{"ISBN:9780140328721":{"details":["x"]}}"#,
        #"{"ISBN:9780140328721":{"details":{"authors":[]}}}"#, #"{"ISBN:9780140328721":"x"}"#, #"{"error":"notfound"}"#,
        #"{"ISBN:9780140328721":{"bib_key":"ISBN:9780451524935","details":{"title":"T"}}}"#, #"{"status":"ok"}"#,
    ])
    func `An entry that holds no edition is asked again`(body: String) throws {
        #expect(try Self.judgement(200, body, query: Self.fox()).verdict == .transient)
    }

    @Test(arguments: [
        "{}", #"{"docs":null}"#, #"{"docs":[]}"#, #"{"docs":5}"#, #"{"numFound":1,"docs":["x"]}"#, #"{"docs":["x"]}"#,
        #"{"numFound":5,"docs":[]}"#, #"{"numFound":0}"#, #"{"numFound":0,"docs":null}"#, #"{"numFound":0,"docs":{}}"#,
        #"{"numFound":"0","docs":[]}"#, #"{"numFound":null,"docs":[]}"#, #"{"numFound":false,"docs":[]}"#,
        #"{"numFound":-1,"docs":[]}"#, #"{"numFound":0.5,"docs":[]}"#, #"{"numFound":1e999,"docs":[]}"#,
        #"{"other":5}"#,
        #"{"numFound":0,"docs":[{"key":"/works/OL1W","title":"T"}]}"#, #"{"numFound":1,"docs":[null]}"#,
        #"{"numFound":3,"docs":[{"key":"/works/OL1W","title":"T"}]}"#, #"{"error":"notfound"}"#,
        #"{"numFound":1,"docs":[[{"title":"T"}]]}"#, #"{"response":{"numFound":0,"docs":[]}}"#,
    ])
    func `A search whose count and works don't agree says nothing, and is asked again`(body: String) throws {
        #expect(try Self.judgement(200, body, query: .title("T", author: nil)).verdict == .transient)
    }

    @Test func `A search that says that there is none is the one that says so`() throws {
        let none = try Self.judgement(200, #"{"numFound":0,"docs":[]}"#, query: .title("T", author: nil))
        #expect(none.verdict == .absent)
        let one = #"{"numFound":1,"docs":[{"key":"/works/OL1W","title":"T"}]}"#
        #expect(try Self.judgement(200, one, query: .title("T", author: nil)).verdict == .accepted)
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
