import BatchRunner
import Books
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite struct AskerTests {
    private let clock = SteppingClock()
    private let log = ScriptedTransport.Log()

    private func results(
        of manifest: String, environment: [String: String] = [:],
        script: @escaping @Sendable (HTTPRequest, Int) -> ScriptedExchange
    ) async throws -> [RequestResult] {
        let folder = try ManifestFolder(manifest)
        let manifest = try folder.check(environment: environment).get()
        let redaction = Redaction(secrets: manifest.secrets.map(\.value))
        let timeline = clock.timeline()
        var asker = Asker(
            client: makeHTTPPipeline(
                over: ScriptedTransport(clock: clock, log: log, script: script),
                lanes: LanePlan(defaultInterval: .zero), redaction: redaction, timeline: timeline,
                randomness: SeededGenerator(seed: 1)),
            factory: RequestFactory(manifest: manifest, options: RunOptions(manifest: "books.json"), deadline: nil),
            apis: [
                "sample": OpenLibraryAPI(name: "sample", baseURL: try HTTPURL("http://a.example/ol/")),
                "openlibrary": OpenLibraryAPI(
                    name: "openlibrary", baseURL: try HTTPURL("http://b.example"), hasRules: true),
            ],
            redaction: redaction, timeline: timeline)
        var results: [RequestResult] = []
        var requests = manifest.requests()
        while let request = try requests.next() { results.append(await asker.ask(request)) }
        return results
    }

    private static let edition =
        #"{"ISBN:9780140328721": {"details": {"key": "/books/OL1M", "title": "Fox", "works": [{"key": "/works/OL1W"}]}}}"#

    private static func json(_ text: String, status: Int = 200) -> ScriptedExchange {
        .response(status, ["Content-Type": "application/json"], body: text)
    }

    @Test func `One path of two APIs is asked of both, each below its own base`() async throws {
        let results = try await results(
            of:
                #"{"requests": [{"path": "/works/OL1W.json", "api": "sample"}, {"path": "/works/OL1W.json", "api": "openlibrary"}]}"#
        ) { request, _ in Self.json(#"{"host": "\#(request.url.host)"}"#) }
        #expect(log.urls == ["http://a.example/ol/works/OL1W.json", "http://b.example/works/OL1W.json"])
        #expect(results.map(\.outcome) == [.ok, .ok])
        #expect(results.map(\.record.source) == [.network, .network])
    }

    @Test func `A book that is asked for again comes from the cache, though a header of the manifest is secret`()
        async throws
    {
        let results = try await results(
            of:
                #"{"api": "sample", "headers": {"X-Api-Key": "${env:K}"}, "requests": [{"isbn": "9780140328721"}, {"isbn": "0140328726"}]}"#,
            environment: ["K": "very-secret-value"]
        ) { request, _ in
            request.url.path.hasSuffix("books.json")
                ? Self.json(Self.edition) : Self.json(#"{"key": "/works/OL1W", "type": {"key": "/type/work"}}"#)
        }
        #expect(results.map(\.record.source) == [.network, .cache])
        #expect(results.map(\.record.attempts.count) == [2, 0])
        #expect(log.requests.allSatisfy { $0.headers["X-Api-Key"] == "very-secret-value" })
    }

    @Test func `A follow-up that fails is not described by the answer before it`() async throws {
        let results = try await results(
            of: #"{"api": "sample", "retry": {"attempts": 2}, "requests": [{"isbn": "9780140328721"}]}"#
        ) { request, _ in
            request.url.path.hasSuffix("books.json")
                ? Self.json(Self.edition) : ScriptedExchange(.unconnected(.connectionRefused))
        }
        let result = try #require(results.first)
        #expect(result.outcome == .failed)
        #expect(result.reason == .connection)
        #expect(result.status == nil)
        #expect(result.url == nil)
        #expect(result.error == nil)
        #expect(result.record.attempts.map(\.reason) == [.first, .followUp, .retry])
    }

    @Test func `The sentence on a failure counts the attempts at the last URL, not the good ones before`() async throws
    {
        let results = try await results(
            of: #"{"requests": [{"url": "http://a.example/x"}]}"#
        ) { _, number in number == 1 ? .response(302, ["Location": "/y"]) : .response(500) }
        #expect(results.first?.message == "The server answered with status 500 at the last of 4 attempts.")
        #expect(log.urls.count == 5)
    }

    @Test func `A URL that is answered as its expect says is ok, and one that isn't failed by its status`() async throws
    {
        let results = try await results(
            of:
                #"{"requests": [{"url": "http://a.example/x", "expect": [404]}, {"url": "http://a.example/y", "expect": [404]}]}"#
        ) { request, _ in .response(request.url.path == "/x" ? 404 : 200) }
        #expect(results.map(\.outcome) == [.ok, .failed])
        #expect(results.map(\.reason) == [nil, .httpStatus])
    }

    @Test func `Of a response's headers only those that help are told, and a secret sent back is masked`() async throws
    {
        let results = try await results(
            of: #"{"requests": [{"url": "http://a.example/x", "headers": {"Authorization": "Bearer ${env:K}"}}]}"#,
            environment: ["K": "very-secret-value"]
        ) { _, _ in
            .response(
                403,
                ["Set-Cookie": "sid=1", "X-Echo": "very-secret-value", "X-Request-Id": "7 very-secret-value"],
                body: "no entry for very-secret-value")
        }
        let result = try #require(results.first)
        #expect(result.headers == ["X-Request-Id": "7 ***"])
        #expect(result.error == "no entry for ***")
    }

    @Test(arguments: [
        (#"{"key": "very-secret-value", "n": 1.0}"#, "application/json", #"json {"key":"***","n":1.0}"#),
        (#"{"key": "very-secret-value", "n": 1.0}"#, "text/plain", #"text {"key": "***", "n": 1.0}"#),
        (#"{"very-secret-value": 1} 2"#, "application/json", #"text {"***": 1} 2"#),
        (#"{"key": 4711471147114711, "n": 47}"#, "application/json", #"json {"key":"***","n":47}"#),
        (
            #"{"very-secret\u002Dvalue": [{"b": "\u0076ery-secret-value;\u0076"}]}"#, "application/json",
            #"json {"***":[{"b":"***;v"}]}"#
        ),
        (
            #"{"body": "{\"a\": \"very-secret-value\"}"}"#, "application/json",
            #"json {"body":"{\"a\": \"***\"}"}"#
        ),
        (#"{"key": ["a", "bcd"]}"#, "application/json", #"text {"key": ["a", "bcd"]}"#),
        (#"{"key": ["a", "bcde"]}"#, "application/json", #"json {"key":["a","bcde"]}"#),
    ])
    func `A JSON answer with a secret in it is told masked, as JSON where the secret is within its tokens`(
        body: String, type: String, told: String
    ) async throws {
        let results = try await results(
            of: #"{"requests": [{"url": "http://a.example/", "headers": {"X-A": "${env:A} ${env:B} ${env:C}"}}]}"#,
            environment: ["A": "very-secret-value", "B": "4711471147114711", "C": #"["a","bcd"]"#]
        ) { _, _ in .response(200, ["Content-Type": type], body: body) }
        let answer: String? =
            switch results.first?.answer {
            case .json(let bytes): "json " + String(decoding: bytes, as: UTF8.self)
            case .text(let text): "text " + text
            default: nil
            }
        #expect(answer == told)
    }

    @Test(arguments: [
        ("openlibrary", "", true), ("openlibrary", #", "userAgent": "mine/1""#, true),
        ("openlibrary", #", "contact": "library@example.org""#, false),
        ("openlibrary", #", "userAgent": "mine/1 (+https://example.org)""#, false), ("sample", "", false),
    ])
    func `A ban asks for a contact only where one is wanted and none was sent`(
        api: String, settings: String, asks: Bool
    ) async throws {
        for request in [#"{"isbn": "9780140328721"}"#, #"{"path": "/works/OL1W.json"}"#] {
            let results = try await results(of: #"{"api": "\#(api)", "requests": [\#(request)]\#(settings)}"#) { _, _ in
                Self.json("{}", status: 403)
            }
            let advice = asks ? "set \"contact\" in the manifest to an e-mail address or URL, or " : ""
            #expect(results.first?.message == "\(api) refuses this client (403): \(advice)wait until the block ends")
        }
    }

    @Test(arguments: [
        (#""method": "POST""#, ScriptedExchange(.broken(.connectionClosed)), true),
        (#""method": "PATCH""#, ScriptedExchange(.broken(.timedOut)), true),
        (#""method": "POST", "idempotent": true"#, ScriptedExchange(.broken(.connectionClosed)), false),
        (#""method": "PUT""#, ScriptedExchange(.broken(.connectionClosed)), false),
        (#""method": "POST""#, ScriptedExchange(.unconnected(.connectionRefused)), false),
        (#""method": "POST""#, .response(500), false),
    ])
    func `What was sent, had no answer and may not be repeated leaves open what it did, and says so`(
        fields: String, exchange: ScriptedExchange, isOpen: Bool
    ) async throws {
        let manifest = #"{"requests": [{"url": "http://a.example/x", "retry": {"attempts": 1}, \#(fields)}]}"#
        let result = try #require(try await results(of: manifest) { _, _ in exchange }.first)
        #expect(result.outcome == .failed)
        #expect(result.message?.hasSuffix(" Whether it did its work is unknown.") == isOpen)
    }

    @Test func `A hop that breaks after a POST was answered leaves nothing open`() async throws {
        let results = try await results(
            of: #"{"requests": [{"url": "http://a.example/x", "method": "POST", "retry": {"attempts": 1}}]}"#
        ) { _, number in number == 1 ? .response(303, ["Location": "/y"]) : ScriptedExchange(.broken(.connectionClosed))
        }
        #expect(results.first?.outcome == .failed)
        #expect(results.first?.message?.contains("unknown") == false)
    }

    @Test(arguments: [
        (#"{"url": "http://a.example/x"}"#, "The server answered with status 302 without a Location header."),
        (#"{"path": "/x.json", "api": "sample"}"#, "sample answered 302 without a Location header"),
    ])
    func `A redirect that says nowhere to go is failed and says so`(request: String, message: String) async throws {
        for headers in [[:], ["Location": ""]] as [HTTPHeaders] {
            let results = try await results(of: #"{"requests": [\#(request)]}"#) { _, _ in .response(302, headers) }
            #expect(results.first?.reason == .httpStatus)
            #expect(results.first?.message == message)
        }
        let elsewhere = try await results(of: #"{"requests": [\#(request)]}"#) { _, _ in .response(304) }
        #expect(elsewhere.first?.message?.contains("Location") == false)
    }

    @Test func `A redirect that its expect names is the answer`() async throws {
        let results = try await results(
            of: #"{"requests": [{"url": "http://a.example/x", "expect": [301]}]}"#
        ) { _, _ in .response(301, ["Location": "/y"]) }
        #expect(results.map(\.outcome) == [.ok])
        #expect(results.map(\.status) == [301])
        #expect(log.urls == ["http://a.example/x"])
    }

    @Test func `A book that was found is described by its own answer, not by that of an author it lacks`() async throws
    {
        let results = try await results(
            of: #"{"api": "sample", "requests": [{"isbn": "9780140328721"}]}"#
        ) { request, _ in
            request.url.path.hasSuffix("books.json") ? Self.json(Self.edition) : Self.json("{}", status: 404)
        }
        #expect(results.map(\.outcome) == [.ok])
        #expect(results.map(\.status) == [200])
        #expect(results.first?.url?.contains("books.json") == true)
    }

    @Test func `A request put off without a send costs no time, and one that was sent says when to ask again`()
        async throws
    {
        let results = try await results(
            of: #"{"requests": [{"url": "http://a.example/x"}, {"url": "http://a.example/y"}]}"#
        ) { _, _ in .response(429, ["Retry-After": "3600"]) }
        #expect(results.map(\.outcome) == [.deferred, .deferred])
        #expect(results.map(\.reason) == [.throttled, .throttled])
        #expect(results[0].retryAfter == .seconds(3_600))
        #expect(results[0].status == 429)
        #expect(results[1].times == RequestTimes())
        #expect(results[1].record.source == nil)
        #expect(log.urls == ["http://a.example/x"])
    }
}
