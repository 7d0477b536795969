import HTTPPipeline
import Synchronization
import Testing

@Suite struct CachingHTTPClientTests {
    private let url = "http://h/x"

    // MARK: Hits

    @Test func `A hit asks nobody and looks like an answer of this moment`() async throws {
        var bench = CacheTestBench(CacheTestAnswer(headers: ["Cache-Control": "max-age=60"]))
        let first = try await bench.send(cacheGet(url))
        #expect(first.record.source == .network)
        bench.clock.advance(by: .seconds(59))
        let (response, record) = try await bench.send(cacheGet(url))
        #expect(bench.server.requests.count == 1)
        #expect(record.source == .cache)
        #expect(record.attempts.isEmpty)
        #expect(record.waits == Waits())
        #expect(response.body == Array("body".utf8))
        #expect(response.peer == nil)
        #expect(response.received == bench.clock.now)
        #expect(response.receivedAt == bench.clock.wall)
        bench.clock.advance(by: .seconds(1))
        _ = try? await bench.send(cacheGet(url))
        #expect(bench.server.requests.count == 2)
    }

    @Test func `Ten equal requests are one send`() async throws {
        var bench = CacheTestBench(CacheTestAnswer())
        for _ in 0..<10 { _ = try await bench.send(cacheGet(url, ttl: .seconds(3600))) }
        #expect(bench.server.requests.count == 1)
    }

    @Test func `The manifest's lifetime stands in place of the response's and is monotonic`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(headers: ["Cache-Control": "no-cache, max-age=0"], body: "a"),
            CacheTestAnswer(headers: ["Cache-Control": "max-age=9999"], body: "b"))
        _ = try await bench.send(cacheGet(url, ttl: .seconds(100)))
        bench.clock.setWall(back: .seconds(3600))
        bench.clock.advance(by: .seconds(99))
        #expect(try await bench.answer(to: cacheGet(url, ttl: .seconds(100))) == "cache 200 a")
        #expect(try await bench.answer(to: cacheGet(url, ttl: .seconds(50))) == "network 200 b")
        bench.clock.advance(by: .seconds(100))
        _ = try? await bench.send(cacheGet(url, ttl: .seconds(100)))
        #expect(bench.server.requests.count == 3)
    }

    @Test func `Nothing is kept where the cache is off or nobody names a lifetime`() async throws {
        var bench = CacheTestBench(CacheTestAnswer(), CacheTestAnswer(), CacheTestAnswer(), CacheTestAnswer())
        for _ in 0..<2 { #expect(try await bench.answer(to: cacheGet(url)) == "network 200 body") }
        var request = try cacheGet(url, ttl: .seconds(100))
        request.cache.isEnabled = false
        for _ in 0..<2 { #expect(try await bench.answer(to: request) == "network 200 body") }
    }

    @Test func `The time in the store is the cache's and the server's is not`() async throws {
        let clock = CacheTestClock()
        let timeline = clock.timeline
        let server = CacheTestServer([CacheTestAnswer()])
        var client = CachingHTTPClient(
            CacheTestBase(server: server, clock: clock, timeline: timeline),
            store: SlowStore(clock: clock),
            timeline: timeline,
            redaction: Redaction()
        )
        for expected in [Duration.milliseconds(7), .milliseconds(3)] {
            var record = RequestRecord(started: timeline.now, startedAt: timeline.wallNow)
            _ = try await client.send(cacheGet(url, ttl: .seconds(60)), recording: &record)
            #expect(record.cacheTime == expected)
        }
    }

    @Test func `A request that was sent in vain says so`() async throws {
        let clock = CacheTestClock()
        let timeline = clock.timeline
        var client = CachingHTTPClient(
            CacheTestBase(
                server: CacheTestServer([.failing(.connectionReset)]), clock: clock, timeline: timeline),
            store: MemoryResponseStore(),
            timeline: timeline,
            redaction: Redaction()
        )
        var record = RequestRecord(started: timeline.now, startedAt: timeline.wallNow)
        await #expect(throws: HTTPClientError.self) {
            try await client.send(cacheGet(url), recording: &record)
        }
        #expect(record.source == .network)
    }

    // MARK: What is never kept

    @Test(arguments: [429, 500, 503, 403, 400])
    func `An error is not kept and not replayed`(status: Int) async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(status: status, headers: ["Cache-Control": "max-age=60"]), CacheTestAnswer(body: "good"))
        let request = try cacheGet(url, ttl: .seconds(3600))
        #expect(try await bench.answer(to: request) == "network \(status) body")
        #expect(try await bench.answer(to: request) == "network 200 good")
        #expect(try await bench.answer(to: request) == "cache 200 good")
    }

    @Test func `An expected error is an answer that is still not kept`() async throws {
        var bench = CacheTestBench(CacheTestAnswer(status: 500), CacheTestAnswer(status: 500))
        var request = try cacheGet(url, ttl: .seconds(3600))
        request.judge = StatusJudge(expecting: [500])
        for _ in 0..<2 { #expect(try await bench.answer(to: request) == "network 500 body") }
    }

    @Test func `That there is no such thing is kept for a short time of its own`() async throws {
        var bench = CacheTestBench(CacheTestAnswer(status: 404), CacheTestAnswer(body: "found"))
        var request = try cacheGet(url, ttl: .seconds(86_400))
        request.cache.absentTTL = .seconds(60)
        _ = try await bench.send(request)
        bench.clock.advance(by: .seconds(59))
        #expect(try await bench.answer(to: request) == "cache 404 body")
        bench.clock.advance(by: .seconds(1))
        #expect(try await bench.answer(to: request) == "network 200 found")
    }

    @Test func `A server's long lifetime of an absence is cut to the short one`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(status: 404, headers: ["Cache-Control": "max-age=999999"]), CacheTestAnswer(body: "found"))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(3600))
        #expect(try await bench.answer(to: cacheGet(url)) == "network 200 found")
    }

    @Test(arguments: [
        CacheTestAnswer(headers: ["Cache-Control": "no-store"]),
        CacheTestAnswer(headers: ["Cache-Control": "max-age=60, NO-STORE"]),
        CacheTestAnswer(headers: ["Cache-Control": "x=\"a, no-store"]),
        CacheTestAnswer(headers: ["Vary": "Accept, *"]),
        CacheTestAnswer(status: 206),
        CacheTestAnswer(body: "you sent key hunter2-hunter2"),
        CacheTestAnswer(body: #"{"auth":"aHVudGVyMi1odW50ZXIy"}"#),
        CacheTestAnswer(headers: ["X-Echo": "hunter2-hunter2"]),
        CacheTestAnswer(hops: [(302, ["Cache-Control": "no-store"])]),
        CacheTestAnswer(hops: [(302, ["Vary": "*"])]),
    ])
    func `What must not be kept is asked again`(answer: CacheTestAnswer) async throws {
        var bench = CacheTestBench(secrets: ["hunter2-hunter2"], answer, answer)
        for _ in 0..<2 { _ = try await bench.send(cacheGet(url, ttl: .seconds(60))) }
        #expect(bench.server.requests.count == 2)
    }

    @Test func `An answer that must not be kept displaces the one before it`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(headers: ["Cache-Control": "max-age=1"], body: "old"),
            CacheTestAnswer(headers: ["Cache-Control": "no-store"], body: "new"), .failing(.connectionRefused))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(2))
        #expect(try await bench.answer(to: cacheGet(url)) == "network 200 new")
        await #expect(throws: HTTPClientError.self) { try await bench.send(cacheGet(url)) }
    }

    // MARK: Keys

    @Test(
        arguments: [
            ["Range": "bytes=0-9"], ["If-None-Match": "\"a\""], ["If-Modified-Since": "x"],
            ["Cache-Control": "no-cache"],
            ["pragma": "no-cache"],
        ] as [HTTPHeaders])
    func `A request with its own say passes the cache by`(headers: HTTPHeaders) async throws {
        var bench = CacheTestBench(CacheTestAnswer(body: "a"), CacheTestAnswer(body: "b"))
        _ = try await bench.send(cacheGet(url, ttl: .seconds(60)))
        #expect(try await bench.answer(to: cacheGet(url, headers: headers, ttl: .seconds(60))) == "network 200 b")
        #expect(bench.server.requests.last?.headers == headers)
    }

    @Test func `Only a GET without a body is answered from the cache`() async throws {
        var bench = CacheTestBench(CacheTestAnswer(), CacheTestAnswer(body: "b"), CacheTestAnswer(body: "c"))
        var request = try cacheGet(url, ttl: .seconds(60))
        _ = try await bench.send(request)
        request.body = []
        #expect(try await bench.answer(to: request) == "network 200 b")
        request.body = nil
        request.method = .post
        #expect(try await bench.answer(to: request) == "network 200 c")
    }

    @Test func `Whoever asks for JSON never gets the HTML copy`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(headers: ["Vary": "Accept"], body: "html"),
            CacheTestAnswer(headers: ["Vary": "Accept"], body: "json"))
        let html = try cacheGet(url, headers: ["Accept": "text/html"], ttl: .seconds(60))
        let json = try cacheGet(url, headers: ["Accept": "application/json"], ttl: .seconds(60))
        #expect(try await bench.answer(to: html) == "network 200 html")
        #expect(try await bench.answer(to: json) == "network 200 json")
        #expect(try await bench.answer(to: html) == "cache 200 html")
        #expect(try await bench.answer(to: json) == "cache 200 json")
    }

    @Test func `An answer chosen by a header is only for requests with that header`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(headers: ["Vary": "accept-LANGUAGE"], body: "plain"),
            CacheTestAnswer(headers: ["Vary": "Accept-Language"], body: "uk"))
        let plain = try cacheGet(url, ttl: .seconds(60))
        let ukrainian = try cacheGet(url, headers: ["Accept-Language": "uk"], ttl: .seconds(60))
        _ = try await bench.send(plain)
        #expect(try await bench.answer(to: plain) == "cache 200 plain")
        #expect(try await bench.answer(to: ukrainian) == "network 200 uk")
        #expect(try await bench.answer(to: ukrainian) == "cache 200 uk")
    }

    @Test func `An identity keeps a request with secrets under their names`() async throws {
        var bench = CacheTestBench(CacheTestAnswer())
        var request = try cacheGet("http://h/x?key=one", headers: ["Authorization": "Bearer one"], ttl: .seconds(60))
        request.cache.identity = "GET http://h/x?key=${env:KEY}"
        _ = try await bench.send(request)
        var rotated = try cacheGet("http://h/x?key=two", headers: ["Authorization": "Bearer two"], ttl: .seconds(60))
        rotated.cache.identity = request.cache.identity
        let (response, record) = try await bench.send(rotated)
        #expect(record.source == .cache)
        #expect(response.url == rotated.url)
    }

    // MARK: Changes

    @Test(arguments: ["PUT", "DELETE", "POST", "PATCH", "PROPPATCH", "get"])
    func `A method that isn't known to be safe ends what is kept of its URL`(method: String) async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(headers: ["ETag": "\"a\""], body: "old"), CacheTestAnswer(body: "other"),
            CacheTestAnswer(status: 204), CacheTestAnswer(body: "new"))
        let get = try cacheGet(url, ttl: .seconds(60))
        let other = try cacheGet(url + "?other", ttl: .seconds(60))
        _ = try await bench.send(get)
        _ = try await bench.send(other)
        var change = get
        change.method = HTTPMethod(method)
        change.cache.isEnabled = false
        _ = try await bench.send(change)
        #expect(try await bench.answer(to: other) == "cache 200 other")
        #expect(try await bench.answer(to: get) == "network 200 new")
        // Not asked whether what was kept still holds, either: it is gone.
        #expect(bench.server.requests.last?.headers.fields.isEmpty == true)
    }

    @Test(arguments: [HTTPMethod.head, .options])
    func `A safe method leaves what is kept`(method: HTTPMethod) async throws {
        var bench = CacheTestBench(CacheTestAnswer(body: "old"), CacheTestAnswer())
        let get = try cacheGet(url, ttl: .seconds(60))
        _ = try await bench.send(get)
        var look = get
        look.method = method
        _ = try await bench.send(look)
        #expect(try await bench.answer(to: get) == "cache 200 old")
    }

    @Test(arguments: [(400, "cache"), (500, "cache"), (200, "network"), (302, "network")])
    func `Only a change that the server didn't refuse ends what is kept`(status: Int, source: String) async throws {
        var bench = CacheTestBench(CacheTestAnswer(), CacheTestAnswer(status: status), CacheTestAnswer())
        let get = try cacheGet(url, ttl: .seconds(60))
        _ = try await bench.send(get)
        var change = get
        change.method = .put
        _ = try await bench.send(change)
        #expect(try await bench.answer(to: get) == "\(source) 200 body")
    }

    @Test(arguments: [true, false])
    func `A change without an answer ends what is kept where it has left`(hasLeft: Bool) async throws {
        var failure = HTTPClientError(.connectionReset, "It broke.")
        failure.requestDeparted = hasLeft
        var bench = CacheTestBench(CacheTestAnswer(body: "old"), CacheTestAnswer(error: failure), CacheTestAnswer())
        let get = try cacheGet(url, ttl: .seconds(60))
        _ = try await bench.send(get)
        var change = get
        change.method = .post
        await #expect(throws: HTTPClientError.self) { try await bench.send(change) }
        #expect(try await bench.answer(to: get) == (hasLeft ? "network 200 body" : "cache 200 old"))
    }

    @Test(arguments: [
        ("Location", "/made", "network"), ("Content-Location", "http://h/made", "network"),
        ("Location", "http://other/made", "cache"), ("Location", "http://h:81/made", "cache"),
        ("X-Location", "/made", "cache"),
    ])
    func `A change ends what is kept of the URLs of its origin that the answer names`(
        name: String, value: String, source: String
    ) async throws {
        let made = try cacheGet(value.hasPrefix("/") ? "http://h" + value : value, ttl: .seconds(60))
        var bench = CacheTestBench(
            CacheTestAnswer(), CacheTestAnswer(status: 201, headers: [name: value]), CacheTestAnswer())
        _ = try await bench.send(made)
        _ = try await bench.send(HTTPRequest(method: .post, url: HTTPURL(url)))
        #expect(try await bench.answer(to: made) == "\(source) 200 body")
    }

    @Test(.timeLimit(.minutes(1)))
    func `A head that names thousands of fields costs no more than its size`() throws {
        var headers: HTTPHeaders = ["Connection": Array(repeating: "a", count: 65_000).joined(separator: ",")]
        for number in 0..<30_000 { headers.add("b\(number % 100)", "") }
        headers.add("a", "1")
        #expect(headers.keptFields.count == 30_000)
    }

    @Test func `Fields that Connection names, and those of one connection, are not kept`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(
                headers: [
                    "Connection": "close, X-Hop", "x-hop": "1", "Keep-Alive": "timeout=5",
                    "Transfer-Encoding": "chunked", "Set-Cookie": "a=b", "Content-Type": "text/plain", "X-Kept": "2",
                ]))
        let get = try cacheGet(url, ttl: .seconds(60))
        #expect(try await bench.send(get).response.headers["X-Hop"] == "1")
        let kept = try await bench.send(get).response.headers
        #expect(kept == ["Content-Type": "text/plain", "X-Kept": "2"])
    }

    // MARK: Judgement

    @Test func `What one question chose of a kept answer is no choice for another question`() async throws {
        var bench = CacheTestBench(CacheTestAnswer())
        for question in ["ninth", "tenth", "ninth"] {
            var request = try cacheGet(url, ttl: .seconds(60))
            request.judge = ChoosingJudge(question: question)
            #expect(try await bench.send(request).response.judgement.parsed as? String == question)
        }
    }

    @Test func `A hit is not parsed again by the same judge`() async throws {
        var bench = CacheTestBench(CacheTestAnswer())
        let judge = CountingJudge()
        var request = try cacheGet(url, ttl: .seconds(60))
        request.judge = judge
        for _ in 0..<3 { #expect(try await bench.send(request).response.judgement.parsed as? String == "parsed") }
        #expect(judge.count == 1)
    }

    @Test func `Another judge has its own say on a hit`() async throws {
        var bench = CacheTestBench(CacheTestAnswer(status: 404), CacheTestAnswer(status: 404, body: "again"))
        var request = try cacheGet(url, ttl: .seconds(60))
        #expect(try await bench.send(request).response.verdict == .absent)
        request.judge = StatusJudge(expecting: [404])
        #expect(try await bench.send(request).response.verdict == .accepted)
        #expect(bench.server.requests.count == 1)
        request.judge = StatusJudge(expecting: [200])
        #expect(try await bench.answer(to: request) == "network 404 again")
    }

    // MARK: Redirects

    @Test func `A chain is as fresh as its least fresh part`() async throws {
        let long: HTTPHeaders = ["Cache-Control": "max-age=1000"]
        var bench = CacheTestBench(
            CacheTestAnswer(headers: long, body: "a", hops: [(301, [:]), (302, ["Cache-Control": "max-age=10"])]),
            CacheTestAnswer(headers: long, body: "b", hops: [(302, [:])]),
            CacheTestAnswer(headers: long, body: "c", hops: [(301, [:])]))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(9))
        #expect(try await bench.answer(to: cacheGet(url)) == "cache 200 a")
        bench.clock.advance(by: .seconds(1))
        #expect(try await bench.answer(to: cacheGet(url)) == "network 200 b")
        #expect(try await bench.answer(to: cacheGet(url)) == "network 200 c")
        #expect(try await bench.answer(to: cacheGet(url)) == "cache 200 c")
    }

    @Test func `The validator of a target is not sent to the URL that led to it`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(
                headers: ["ETag": "\"a\"", "Cache-Control": "max-age=1"],
                hops: [(302, ["Cache-Control": "max-age=1"])]), CacheTestAnswer(body: "b"))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(2))
        #expect(try await bench.answer(to: cacheGet(url)) == "network 200 b")
        #expect(bench.server.requests.last?.headers.fields.isEmpty == true)
    }
}

/// A store that takes 3 ms to look up and 4 ms to keep.
private struct SlowStore: ResponseStore {
    var clock: CacheTestClock
    var store = MemoryResponseStore()

    mutating func response(for key: CacheKey) -> CachedResponse? {
        clock.advance(by: .milliseconds(3))
        return store.response(for: key)
    }

    mutating func store(_ response: CachedResponse, for key: CacheKey) {
        clock.advance(by: .milliseconds(4))
        store.store(response, for: key)
    }

    mutating func removeResponse(for key: CacheKey) {
        store.removeResponse(for: key)
    }

    mutating func removeResponses(from url: HTTPURL) {
        store.removeResponses(from: url)
    }
}

/// A judge that parses, and counts how often.
private final class CountingJudge: ResponseJudge {
    private let calls = Mutex(0)

    var count: Int { calls.withLock { $0 } }

    func judgement(of response: HTTPResponse) -> Judgement {
        calls.withLock { $0 += 1 }
        return Judgement(.accepted, parsed: "parsed")
    }
}

/// A judge that chooses from an answer by its question.
private struct ChoosingJudge: ResponseJudge {
    let question: String

    func judgement(of response: HTTPResponse) -> Judgement { Judgement(.accepted, parsed: question) }

    func judgesAlike(_ other: any ResponseJudge) -> Bool { (other as? Self)?.question == question }
}
