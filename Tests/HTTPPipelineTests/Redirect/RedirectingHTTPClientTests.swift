import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite struct RedirectingHTTPClientTests {
    private static func redirect(_ location: String, status: Int = 302, _ headers: HTTPHeaders = [:])
        -> ScriptedExchange
    {
        var headers = headers
        headers.add("Location", location)
        return .response(status, headers)
    }

    @Test func `Each hop pays its lane`() async throws {
        var pipeline = TestPipeline()
        pipeline.lanes = LanePlan(defaultInterval: .milliseconds(200))
        var client = pipeline.over { request, number in
            number < 6 ? Self.redirect("http://www.a.org/\(number)") : .response(200)
        }
        let (result, record) = await client.outcome(of: try .get("http://a.org/"), on: pipeline)
        #expect(result.status == 200)
        #expect(pipeline.log.gaps == Array(repeating: .milliseconds(200), count: 5))
        #expect(record.attempts.map(\.reason) == [.first] + Array(repeating: .redirect, count: 5))
        #expect(record.attempts.map(\.send) == [1, 2, 3, 4, 5, 6])
        #expect(try result.get().url.serialized == "http://www.a.org/5")
    }

    @Test func `Each hop has its own retries, and never goes back to the first URL`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { request, number in
            switch (request.url.path, number) {
            case ("/a", 3): Self.redirect("/b")
            case ("/b", 7): .response(200)
            default: .response(503)
            }
        }
        let (result, record) = await client.outcome(of: try .get("http://a.org/a"), on: pipeline)
        #expect(result.status == 200)
        #expect(pipeline.log.requests.map(\.url.path) == ["/a", "/a", "/a", "/b", "/b", "/b", "/b"])
        #expect(record.attempts.map(\.number) == [1, 2, 3, 1, 2, 3, 4])
        #expect(record.attempts.map(\.reason) == [.first, .retry, .retry, .redirect, .retry, .retry, .retry])
    }

    @Test func `The answer carries the hops without their bodies`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(
            ScriptedExchange(
                .response(status: 301, headers: ["Location": "/b", "Cache-Control": "no-store"], body: [1])),
            .response(200)
        )
        let response = try await client.outcome(of: try .get("http://a.org/a"), on: pipeline).result.get()
        #expect(response.hops.map(\.status) == [301])
        #expect(response.hops.first?.headers["Cache-Control"] == "no-store")
        #expect(response.hops.first?.body == [])
    }

    @Test func `The sixth redirect is an error and not retried`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { _, number in Self.redirect("/\(number)") }
        let (result, record) = await client.outcome(of: try .get("http://a.org/a"), on: pipeline)
        #expect(result.error?.code == .redirect)
        #expect(result.error?.message == "There are more than 5 redirects.")
        #expect(result.error?.response?.status == 302)
        #expect(record.attempts.count == 6)
    }

    @Test(arguments: [["/a"], ["/b", "/a"], ["/b", "/c", "/b"]])
    func `A loop is a final error at once`(chain: [String]) async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { _, number in Self.redirect(chain[min(number, chain.count) - 1]) }
        let (result, record) = await client.outcome(of: try .get("http://a.org/a"), on: pipeline)
        #expect(result.error?.code == .redirect)
        #expect(result.error?.message == "The redirect leads back to where the request has been.")
        #expect(record.attempts.count == chain.count)
    }

    @Test func `A POST that is answered by a 303 to its own URL is no loop`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(Self.redirect("/a", status: 303), .response(200))
        let (result, _) = await client.outcome(of: try .get("http://a.org/a", method: .post), on: pipeline)
        #expect(result.status == 200)
        #expect(pipeline.log.requests.map(\.method) == [.post, .get])
    }

    @Test func `A wait on a redirect comes before each hop and is the server's`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { _, number in
            number < 4 ? Self.redirect("/\(number)", status: 303, ["Retry-After": "1"]) : .response(200)
        }
        let (result, record) = await client.outcome(of: try .get("http://a.org/a"), on: pipeline)
        #expect(result.status == 200)
        #expect(pipeline.log.gaps == Array(repeating: .seconds(1), count: 3))
        #expect(record.waits.server == .seconds(3))
    }

    @Test func `A wait on a redirect to another lane holds the hop, and closes that lane for nobody else`() async throws
    {
        let pipeline = TestPipeline()
        var client = pipeline.over { request, _ in
            request.url.host == "a.org" ? Self.redirect("http://b.org/", ["Retry-After": "9000"]) : .response(200)
        }
        let (result, record) = await client.outcome(of: try .get("http://a.org/"), on: pipeline)
        #expect(result.error?.closure?.reason == .throttled)
        #expect(record.attempts.count == 1)
        #expect(await client.outcome(of: try .get("http://b.org/"), on: pipeline).result.status == 200)
        #expect(await client.outcome(of: try .get("http://a.org/"), on: pipeline).result.error?.code == .laneClosed)
    }

    @Test func `A host that resolves to a private address is refused at the gate`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { request, _ in
            request.url.host == "a.org"
                ? Self.redirect("http://b.org/").from("192.0.2.7") : .response(200).from("10.0.0.9")
        }
        let (result, record) = await client.outcome(of: try .get("http://a.org/"), on: pipeline)
        #expect(result.error?.code == .redirect)
        #expect(result.error?.requestDeparted == false)
        #expect(record.attempts.map(\.send) == [1, nil])
        #expect(pipeline.log.departures.count == 1)
    }

    @Test func `A proxy's address says nothing of the server`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { request, _ in
            let exchange = request.url.host == "a.org" ? Self.redirect("http://b.org/") : .response(200)
            return exchange.from("10.0.0.9", isProxy: true)
        }
        #expect(await client.outcome(of: try .get("http://a.org/"), on: pipeline).result.status == 200)
    }

    @Test func `The request's limit spans the hops`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { _, number in
            var exchange = Self.redirect("/\(number)")
            exchange.answer = .seconds(2)
            return exchange
        }
        var request = try HTTPRequest.get("http://a.org/")
        request.limits.request = .seconds(5)
        let (result, record) = await client.outcome(of: request, on: pipeline)
        #expect(result.error?.code == .timedOut)
        #expect(record.attempts.count == 3)
        #expect(pipeline.clock.moment.sinceOrigin == .seconds(5))
    }

    @Test func `A 3xx without a target is the judge's`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(302))
        #expect(try await client.outcome(of: try .get("http://a.org/"), on: pipeline).result.get().verdict == .refused)
    }
}
