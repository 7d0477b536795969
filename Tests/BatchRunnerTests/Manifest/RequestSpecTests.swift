import BatchRunner
import Books
import HTTPPipeline
import Testing

@Suite struct RequestSpecTests {
    @Test func `Each kind of request is read, with its default id and as it is written`() throws {
        let requests = try Self.requests(
            """
            {"isbn": "978-0-14-032872-1"},
            {"title": "Dune", "author": "Frank Herbert"},
            {"path": "/works/OL45804W.json?x=1"},
            {"url": "https://api.example.org/x#part", "id": "other"}
            """
        )
        #expect(
            requests.map(\.id) == [try ISBN("978-0-14-032872-1").isbn13, "Dune", "/works/OL45804W.json?x=1", "other"])
        #expect(requests[1].kind == .title("Dune", author: "Frank Herbert"))
        #expect(requests[2].kind == .path("/works/OL45804W.json?x=1"))
        #expect(requests[3].kind == .url(try HTTPURL("https://api.example.org/x")))
        #expect(
            requests.map { String(decoding: $0.written, as: UTF8.self) } == [
                #"{"isbn":"978-0-14-032872-1","line":2}"#,
                #"{"title":"Dune","author":"Frank Herbert","line":3}"#,
                #"{"path":"/works/OL45804W.json?x=1","line":4}"#,
                #"{"url":"https://api.example.org/x","line":5}"#,
            ])
        #expect(requests.map(\.api) == ["sample", "sample", "sample", nil])
    }

    @Test func `Query values are encoded so that every server reads them alike`() throws {
        let requests = try Self.requests(
            """
            {"url": "http://a.example/s?x=1#f", "query": {"q": "C++ & Дім", "n": 1.50, "b": true, "l": ["a", 2]}},
            {"path": "/s", "query": {"a b": "~-._"}}
            """
        )
        #expect(
            requests[0].kind
                == .url(
                    try HTTPURL("http://a.example/s?x=1&q=C%2B%2B%20%26%20%D0%94%D1%96%D0%BC&n=1.50&b=true&l=a&l=2"))
        )
        #expect(requests[1].kind == .path("/s?a%20b=~-._"))
    }

    @Test(
        arguments: [
            ("https://${env:A}.example/x", ["abc.example"]), ("https://${env:A}", ["abc"]),
            ("https://u:p@x-${env:A}:81/", ["x-abc"]), ("https://[::${env:P}]/", ["[::81]"]),
            ("${env:U}/x", ["h.example"]), ("https://u:${env:A}@h.example/", []),
            ("https://h.example:${env:P}/${env:A}", []), ("https://h.example?x=${env:A}", []),
            ("https://h.example/${env:U}", []),
        ] as [(String, Set<String>)])
    func `A host is secret where a placeholder is a part of it`(url: String, hosts: Set<String>) throws {
        let folder = try ManifestFolder(#"{"requests": [{"url": "\#(url)"}]}"#)
        let check = try folder.check(environment: ["A": "Abc", "P": "81", "U": "https://h.example"])
        #expect(try check.get().secretHosts == hosts)
    }

    @Test func `Secrets go where they are named and stand by their names everywhere else`() throws {
        let folder = try ManifestFolder(
            """
            {"headers": {"X-All": "${env:TOKEN}"}, "requests": [
            {"url": "https://me:${env:PASS}@${env:HOST}/x?my%20key=${env:PASS}", "query": {"sig": "a ${file:sig.txt}", "plain": "$${env:TOKEN}"},
             "method": "POST", "headers": {"Authorization": "Bearer ${env:TOKEN}"}, "json": {"t": ["${env:TOKEN}", 1.0]}}
            ]}
            """,
            files: ["sig.txt": "s/g\\n\\n".replacing("\\n", with: "\n")]
        )
        let environment = ["TOKEN": "tok\"en-1", "PASS": "p&ss@/", "HOST": "h.example:8443"]
        let check = try folder.check(environment: environment)
        let manifest = try check.get()
        #expect(manifest.secrets.map(\.name) == ["env:HOST", "env:PASS", "env:TOKEN", "file:sig.txt"])
        #expect(manifest.secrets.last?.value == "s/g\n")
        let request = try #require(try folder.requests(environment: environment).first)
        let encoded =
            "https://me:p%26ss%40%2F@h.example:8443/x?my%20key=p%26ss%40%2F&sig=a%20s%2Fg%0A&plain=%24%7Benv%3ATOKEN%7D"
        #expect(request.kind == .url(try HTTPURL(encoded)))
        #expect(request.headers["Authorization"] == "Bearer tok\"en-1" && request.headers["X-All"] == "tok\"en-1")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.body == Array(#"{"t":["tok\"en-1",1.0]}"#.utf8))
        #expect(request.sensitive.headers == ["authorization", "x-all"])
        #expect(request.sensitive.parameters == ["my key", "sig"])
        #expect(request.sensitive.includesBody)
        let shown = request.id + request.cacheIdentity + String(decoding: request.written, as: UTF8.self)
        for secret in environment.values.filter({ $0 != "h.example:8443" }) { #expect(!shown.contains(secret)) }
        #expect(!shown.contains("s/g") && !shown.contains("h.example"))
        #expect(request.cacheIdentity.contains("x-all: ${env:TOKEN}"))
        #expect(request.id.hasPrefix("https://me:${env:PASS}@${env:HOST}/x?my%20key=${env:PASS}&sig="))
    }

    @Test func `A secret's new value changes neither cache identity nor fingerprint`() throws {
        let folder = try ManifestFolder(
            #"{"requests": [{"url": "https://a.example/?key=${env:K}", "headers": {"X": "${env:K}"}}]}"#
        )
        let old = try #require(try folder.requests(environment: ["K": "first-value"]).first)
        let new = try #require(try folder.requests(environment: ["K": "second-value"]).first)
        #expect(old.kind != new.kind)
        #expect(old.cacheIdentity == new.cacheIdentity && old.fingerprint == new.fingerprint)
        #expect(old.cacheIdentity == "GET https://a.example/?key=${env:K}\nx: ${env:K}")
    }

    @Test func `Literal secrets are told apart and given away by nothing`() throws {
        let requests = try Self.requests(
            """
            {"url": "https://me:hunter22@a.example/?api_key=abcdef&author=King", "headers": {"Authorization": "Bearer xyz"}},
            {"url": "https://me:hunter22@a.example/?api_key=ghijkl&author=King", "headers": {"Authorization": "Bearer xyz"}}
            """
        )
        #expect(
            requests.map(\.id) == [
                "https://***@a.example/?api_key=***&author=King", "https://***@a.example/?api_key=***&author=King#2",
            ])
        #expect(requests[0].cacheIdentity != requests[1].cacheIdentity)
        for request in requests {
            let shown = request.cacheIdentity + String(decoding: request.written, as: UTF8.self)
            for secret in ["hunter22", "abcdef", "ghijkl", "xyz"] { #expect(!shown.contains(secret)) }
        }
    }

    @Test func `What makes a request another one changes its fingerprint`() throws {
        let requests = try Self.requests(
            """
            {"url": "http://a/", "method": "POST"}, {"url": "http://a/", "method": "POST", "body": ""},
            {"url": "http://a/", "method": "POST", "body": "x"}, {"url": "http://a/", "method": "PUT", "body": "x"},
            {"url": "http://a/", "method": "POST", "json": "x"}, {"url": "http://a/", "expect": [200]},
            {"url": "http://a/", "headers": {"A": "1"}}, {"url": "http://a/", "headers": {"A": "2"}},
            {"path": "/"}, {"path": "/", "api": "openlibrary"}, {"isbn": "9780140328721"}, {"title": "1"}, {"title": "1", "author": "2"}
            """
        )
        #expect(Set(requests.map(\.fingerprint)).count == requests.count)
        #expect(requests[0].body == nil && requests[1].body == [])
    }

    @Test func `A request's own values go before those of the manifest`() throws {
        let request = try #require(
            try ManifestFolder(
                """
                {"api": "sample", "headers": {"Accept": "a", "X": "1"}, "retry": {"attempts": 9, "maxDelay": "9s"}, "timeout": {"idle": 9},
                 "cache": false, "requests": [{"path": "/", "api": "openlibrary", "headers": {"accept": "b"}, "retry": {"attempts": 2},
                 "timeout": {"attempt": 2}, "cache": {"ttl": "1h"}, "expect": [404, 200], "method": "POST", "idempotent": true}]}
                """
            ).requests().first
        )
        #expect(request.api == "openlibrary" && request.headers["Accept"] == "b" && request.headers["X"] == "1")
        #expect(
            request.retry.attempts == 2 && request.retry.maxDelay == .seconds(9)
                && request.retry.baseDelay == .milliseconds(500))
        #expect(
            request.limits.attempt == .seconds(2) && request.limits.idle == .seconds(9)
                && request.limits.connect == .seconds(10))
        #expect(request.cache.isEnabled && request.cache.ttl == .seconds(3_600) && request.cache.notFoundTTL == nil)
        #expect(request.expect == [200, 404] && request.method == .post && request.isDeclaredIdempotent)
    }

    @Test func `Ids compare as Swift strings, case matters, and a given id goes before a default one`() throws {
        let requests = try Self.requests(
            """
            {"title": "Dune"}, {"title": "Dune"}, {"title": "dune"}, {"title": "x", "id": "Dune"}, {"title": "Dune#4"}, {"title": "Dune"}
            """
        )
        #expect(requests.map(\.id) == ["Dune#2", "Dune#3", "dune", "Dune", "Dune#4", "Dune#5"])
        let twins = "{\"id\": \"caf\u{E9}\", \"title\": \"a\"}, {\"id\": \"cafe\u{301}\", \"title\": \"b\"}"
        let report = try ManifestFolder("{\"api\": \"sample\", \"requests\": [\n\(twins)]}").report()
        #expect(report.contains("2:38: error: the id \"cafe\u{301}\" is already used at line 2, column 8"))
    }

    private static func requests(_ list: String) throws -> [RequestSpec] {
        try ManifestFolder("{\"api\": \"sample\", \"requests\": [\n\(list)\n]}").requests()
    }
}
