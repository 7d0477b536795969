import HTTPPipeline
import Testing

@Suite struct RevalidationTests {
    private let url = "http://h/x"
    private let old: HTTPHeaders = [
        "ETag": "W/\"a\"", "Last-Modified": "Sun, 29 Nov 2026 00:00:00 GMT", "Cache-Control": "max-age=1",
        "Content-Type": "text/plain", "Date": "Mon, 30 Nov 2026 00:00:00 GMT", "X-Kept": "1",
    ]

    @Test func `A confirmation renews freshness and headers and keeps the body`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(headers: old),
            CacheTestAnswer(
                status: 304,
                headers: ["ETag": "\"a\"", "Cache-Control": "max-age=9", "Content-Type": "x/y", "Content-Length": "0"],
                body: ""))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        let (response, record) = try await bench.send(cacheGet(url))
        #expect(record.source == .revalidated)
        #expect(record.attempts.map(\.reason) == [.revalidate])
        #expect(bench.server.requests.last?.headers["If-None-Match"] == "W/\"a\"")
        #expect(bench.server.requests.last?.headers["If-Modified-Since"] == "Sun, 29 Nov 2026 00:00:00 GMT")
        #expect(response.status == 200)
        #expect(response.verdict == .accepted)
        #expect(response.body == Array("body".utf8))
        #expect(response.headers["Cache-Control"] == "max-age=9")
        #expect(response.headers["Content-Type"] == "text/plain")
        #expect(response.headers["X-Kept"] == "1")
        #expect(response.received == bench.clock.now)
        bench.clock.advance(by: .seconds(8))
        #expect(try await bench.answer(to: cacheGet(url)) == "cache 200 body")
        #expect(bench.server.requests.count == 2)
    }

    @Test func `A confirmation renews the manifest's lifetime`() async throws {
        var bench = CacheTestBench(CacheTestAnswer(headers: old), CacheTestAnswer(status: 304, body: ""))
        let request = try cacheGet(url, ttl: .seconds(100))
        _ = try await bench.send(request)
        bench.clock.advance(by: .seconds(100))
        #expect(try await bench.answer(to: request) == "revalidated 200 body")
        bench.clock.advance(by: .seconds(99))
        #expect(try await bench.answer(to: request) == "cache 200 body")
    }

    @Test func `The layers below take the confirmation for an answer`() async throws {
        var bench = CacheTestBench(CacheTestAnswer(headers: old), CacheTestAnswer(status: 304, body: ""))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        _ = try await bench.send(cacheGet(url))
        let judge = try #require(bench.server.requests.last?.judge)
        func verdict(of status: Int) throws -> Verdict {
            judge.judgement(
                of: HTTPResponse(
                    status: status, url: try HTTPURL(url), received: .origin, receivedAt: WallTime(epochSeconds: 0))
            ).verdict
        }
        #expect(try verdict(of: 304) == .accepted)
        #expect(try verdict(of: 503) == .transient)
        #expect(try verdict(of: 404) == .absent)
    }

    @Test func `A whole answer to the question takes the old one's place`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(headers: old), CacheTestAnswer(headers: ["Cache-Control": "max-age=60"], body: "new"))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        #expect(try await bench.answer(to: cacheGet(url)) == "network 200 new")
        #expect(try await bench.answer(to: cacheGet(url)) == "cache 200 new")
    }

    @Test func `A confirmation of another answer leads to the whole one`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(headers: old), CacheTestAnswer(status: 304, headers: ["ETag": "\"b\""], body: ""),
            CacheTestAnswer(body: "b"))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        #expect(try await bench.answer(to: cacheGet(url)) == "network 200 b")
        #expect(bench.server.requests.last?.headers.contains("If-None-Match") == false)
        #expect(bench.server.requests.last?.reason == .first)
    }

    @Test func `A confirmation that forbids keeping is the last use`() async throws {
        var bench = CacheTestBench(
            CacheTestAnswer(headers: old),
            CacheTestAnswer(status: 304, headers: ["Cache-Control": "no-store"], body: ""),
            CacheTestAnswer(body: "b"))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        #expect(try await bench.answer(to: cacheGet(url)) == "revalidated 200 body")
        #expect(try await bench.answer(to: cacheGet(url)) == "network 200 b")
    }

    @Test(arguments: [500, 502, 503, 504])
    func `A stale answer stands in for a server's fault`(status: Int) async throws {
        var bench = CacheTestBench(CacheTestAnswer(headers: old), CacheTestAnswer(status: status))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        let (response, record) = try await bench.send(cacheGet(url))
        #expect(record.source == .stale)
        #expect(record.attempts.count == 1)
        #expect(response.status == 200)
        #expect(response.received == bench.clock.now)
    }

    @Test(arguments: [
        HTTPClientError.Code.nameLookup, .connectionRefused, .connectionFailed, .connectionReset, .connectionClosed,
        .truncatedBody, .timedOut,
    ])
    func `A stale answer stands in where the server can't be reached`(code: HTTPClientError.Code) async throws {
        var bench = CacheTestBench(CacheTestAnswer(headers: ["Cache-Control": "max-age=1"]), .failing(code))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        #expect(try await bench.answer(to: cacheGet(url)) == "stale 200 body")
    }

    @Test(arguments: [
        HTTPClientError.Code.tls, .cancelled, .deadline, .laneClosed, .tooLarge, .redirect, .invalidRequest,
    ])
    func `No stale answer hides another error`(code: HTTPClientError.Code) async throws {
        var bench = CacheTestBench(CacheTestAnswer(headers: old), .failing(code))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        let error = await #expect(throws: HTTPClientError.self) { try await bench.send(cacheGet(url)) }
        #expect(error?.code == code)
    }

    @Test func `A stale answer stands in for an error that rests on a server's fault`() async throws {
        var error = HTTPClientError(.throttled, "The server asks for too long a wait.")
        error.response = HTTPResponse(
            status: 503, url: try HTTPURL(url), received: .origin, receivedAt: WallTime(epochSeconds: 0))
        error.response?.judgement = Judgement(.throttled(after: .seconds(86_400)))
        var bench = CacheTestBench(CacheTestAnswer(headers: old), CacheTestAnswer(error: error))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        #expect(try await bench.answer(to: cacheGet(url)) == "stale 200 body")
    }

    @Test func `A wait that the server ordered puts the request off`() async throws {
        var error = HTTPClientError(.laneClosed, "The server asks for too long a wait.")
        error.response = HTTPResponse(
            status: 503, url: try HTTPURL(url), received: .origin, receivedAt: WallTime(epochSeconds: 0))
        error.response?.judgement = Judgement(.throttled(after: .seconds(86_400)))
        var bench = CacheTestBench(CacheTestAnswer(headers: old), CacheTestAnswer(error: error))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        await #expect(throws: HTTPClientError.self) { try await bench.send(cacheGet(url)) }
    }

    @Test(arguments: [429, 403, 501])
    func `No stale answer hides a response that is no fault of the server`(status: Int) async throws {
        var bench = CacheTestBench(CacheTestAnswer(headers: old), CacheTestAnswer(status: status))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(5))
        #expect(try await bench.answer(to: cacheGet(url)) == "network \(status) body")
    }

    @Test func `A judge that closes the lane is heard`() async throws {
        var bench = CacheTestBench(CacheTestAnswer(headers: old), CacheTestAnswer(status: 503))
        var request = try cacheGet(url)
        request.judge = BlockingJudge()
        _ = try await bench.send(request)
        bench.clock.advance(by: .seconds(5))
        #expect(try await bench.send(request).response.verdict == .blocked)
    }

    @Test(arguments: [
        "max-age=1, must-revalidate", "no-cache", "max-age=1, stale-if-error=3", "max-age=1, stale-if-error=x",
    ])
    func `A server may forbid a stale answer`(control: String) async throws {
        var headers = old
        headers["Cache-Control"] = control
        var bench = CacheTestBench(CacheTestAnswer(headers: headers), CacheTestAnswer(status: 503))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(4))
        #expect(try await bench.answer(to: cacheGet(url)) == "network 503 body")
    }

    @Test func `A server may limit for how long a stale answer stands in`() async throws {
        var headers = old
        headers["Cache-Control"] = "max-age=1, stale-if-error=60"
        var bench = CacheTestBench(CacheTestAnswer(headers: headers), CacheTestAnswer(status: 503))
        _ = try await bench.send(cacheGet(url))
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.answer(to: cacheGet(url)) == "stale 200 body")
    }
}

/// Takes a 503 for a ban.
private struct BlockingJudge: ResponseJudge {
    func judgement(of response: HTTPResponse) -> Judgement {
        Judgement(response.status == 503 ? .blocked : .accepted)
    }
}
