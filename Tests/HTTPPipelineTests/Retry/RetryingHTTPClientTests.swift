import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite struct RetryingHTTPClientTests {
    private let url = "http://example.org/a"

    private func request(
        method: HTTPMethod = .get, _ change: (inout HTTPRequest) -> Void = { _ in }
    ) throws -> HTTPRequest {
        var request = try HTTPRequest.get(url, method: method)
        change(&request)
        return request
    }

    @Test func `Every retry passes the limiter`() async throws {
        var pipeline = TestPipeline()
        pipeline.lanes = LanePlan(defaultInterval: .seconds(1))
        var client = pipeline.over(.response(503), .response(503), .response(200))
        let quick = try request { $0.retry.baseDelay = .milliseconds(50) }
        let (result, record) = await client.outcome(of: quick, on: pipeline)
        #expect(result.status == 200)
        #expect(pipeline.log.gaps == [.seconds(1), .seconds(1)])
        #expect(record.attempts.map(\.number) == [1, 2, 3])
        #expect(record.attempts.map(\.reason) == [.first, .retry, .retry])
        #expect(record.attempts.map(\.send) == [1, 2, 3])
        #expect(record.waits.pace == .seconds(2))
        #expect(record.waits.backoff == .zero)
    }

    @Test func `A pause longer than the pace is charged to backoff`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503), .response(200))
        let (_, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(record.waits.backoff > .zero && record.waits.backoff <= .milliseconds(500))
        #expect(record.waits.pace == .zero)
        #expect(pipeline.log.gaps == [record.waits.backoff])
    }

    @Test(arguments: [1, 2, 4])
    func `Attempts are bounded, and the last response is returned as it is`(attempts: Int) async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503, body: "later"))
        let (result, record) = await client.outcome(of: try request { $0.retry.attempts = attempts }, on: pipeline)
        #expect(try result.get().verdict == .transient)
        #expect(try result.get().body == Array("later".utf8))
        #expect(record.attempts.count == attempts)
    }

    @Test func `After the last attempt its error is thrown as it is`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(ScriptedExchange(.unconnected(.connectionRefused)))
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(result.error?.code == .connectionRefused)
        #expect(record.attempts.count == 4)
        #expect(record.attempts.allSatisfy { $0.send == nil && $0.error == "The connection failed." })
    }

    @Test(arguments: [HTTPClientError.Code.tls, .tooLarge])
    func `A failure that won't heal is tried once`(code: HTTPClientError.Code) async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(ScriptedExchange(.broken(code)))
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(result.error?.code == code)
        #expect(record.attempts.count == 1)
    }

    @Test func `A look-up that fails once is tried again`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(ScriptedExchange(.unconnected(.nameLookup)), .response(200))
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(result.status == 200)
        #expect(record.attempts.map(\.send) == [nil, 1])
    }

    @Test func `A cut body is asked for again and replaced`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(ScriptedExchange(.broken(.truncatedBody)), .response(200, body: "whole"))
        let (result, _) = await client.outcome(of: try request(), on: pipeline)
        #expect(try result.get().body == Array("whole".utf8))
    }

    @Test(arguments: [(HTTPMethod.get, 2), (.post, 1)])
    func `A re-send on a new connection is our own attempt, and no POST is sent twice`(
        method: HTTPMethod, sends: Int
    ) async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(ScriptedExchange(.repeated), .response(200))
        let (result, record) = await client.outcome(of: try request(method: method), on: pipeline)
        #expect(result.status == (sends == 2 ? 200 : nil))
        #expect(pipeline.log.departures.count == sends)
        #expect(record.attempts.map(\.send) == (1...sends).map { $0 })
    }

    @Test func `A POST is sent again while nothing has left`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(ScriptedExchange(.unconnected(.connectionRefused)), .response(503), .response(200))
        let (result, record) = await client.outcome(of: try request(method: .post), on: pipeline)
        #expect(result.status == 503)
        #expect(record.attempts.map(\.send) == [nil, 1])
    }

    // MARK: The server's waits

    @Test(arguments: [429, 503])
    func `Retry-After is waited for in seconds and charged to the server`(status: Int) async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(status, ["Retry-After": "2"], answer: .seconds(1)), .response(200))
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(result.status == 200)
        #expect(pipeline.log.gaps == [.seconds(3)])
        #expect(record.waits.server == .seconds(2))
        #expect(record.waits.backoff == .zero)
    }

    @Test(arguments: ["0", "Wed, 21 Oct 2015 07:28:00 GMT"])
    func `A wait of nothing leaves the backoff`(value: String) async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(429, ["Retry-After": value]), .response(200))
        let (_, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(record.waits.server == .zero)
        #expect(record.waits.backoff > .zero && record.waits.backoff <= .milliseconds(500))
    }

    @Test(arguments: ["1m0s", "-1", "", "5;x", "²"])
    func `A wait that can't be read leaves the slow backoff and all attempts`(value: String) async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(429, ["Retry-After": value]))
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(try result.get().verdict == .throttled(after: nil))
        #expect(record.attempts.count == 4)
        let bounds: [Duration] = [.seconds(5), .seconds(10), .seconds(20)]
        for (gap, bound) in zip(pipeline.log.gaps, bounds) { #expect(gap > bound / 2 && gap <= bound) }
    }

    @Test func `A throttle without a time holds every request to the lane, after the last attempt too`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { _, number in .response(number == 1 ? 429 : 200) }
        _ = await client.outcome(of: try request { $0.retry.attempts = 1 }, on: pipeline)
        let (_, other) = await client.outcome(of: try .get("http://example.org/other"), on: pipeline)
        #expect(other.waits.backoff > .seconds(2.5) && other.waits.backoff <= .seconds(5))
        let (_, elsewhere) = await client.outcome(of: try .get("http://other.org/"), on: pipeline)
        #expect(elsewhere.waits == Waits())
    }

    @Test func `A judge's time is waited for like a header's`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { _, number in .response(number == 1 ? 403 : 200) }
        let judged = try request { $0.judge = SecondChance(.throttled(after: .seconds(40))) }
        let (result, record) = await client.outcome(of: judged, on: pipeline)
        #expect(result.status == 200)
        #expect(record.waits.server == .seconds(40))
    }

    @Test func `A 403 that only hints at a limit is final`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(403, ["X-RateLimit-Remaining": "12"]))
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(try result.get().verdict == .refused)
        #expect(record.attempts.count == 1)
    }

    @Test(arguments: [
        "86400", "9999999999", "99999999999", "1796000000", String(repeating: "7", count: 5000), "601",
    ])
    func `A wait beyond the limit defers this request and its lane at once`(value: String) async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { request, _ in
            request.url.host == "example.org" ? .response(503, ["Retry-After": value]) : .response(200)
        }
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        let error = try #require(result.error)
        #expect(error.code == .laneClosed)
        #expect(error.closure?.reason == .throttled)
        #expect(error.response?.status == 503)
        #expect(error.description.contains(value.prefix(40)))
        #expect(record.attempts.count == 1)
        #expect(pipeline.clock.sleeps.isEmpty)

        let (next, unsent) = await client.outcome(of: try .get("http://example.org/other"), on: pipeline)
        #expect(next.error?.code == .laneClosed)
        #expect(next.error?.closure == error.closure)
        #expect(unsent.attempts.isEmpty)
        #expect(await client.outcome(of: try .get("http://other.org/"), on: pipeline).result.status == 200)
    }

    @Test func `A deferred lane opens at its time and not before`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503, ["Retry-After": "601"]), .response(200))
        _ = await client.outcome(of: try request(), on: pipeline)
        pipeline.clock.advance(by: .seconds(600))
        #expect(await client.outcome(of: try request(), on: pipeline).result.error?.code == .laneClosed)
        pipeline.clock.advance(by: .seconds(1))
        #expect(await client.outcome(of: try request(), on: pipeline).result.status == 200)
    }

    @Test func `The message states the wait, the limit and the raw value`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503, ["Retry-After": "86400"]))
        let (result, _) = await client.outcome(of: try request(), on: pipeline)
        #expect(
            result.error?.description
                == "The server asks for a wait of 86400 s, which is longer than the limit of 600 s. "
                + "(Retry-After: 86400)"
        )
    }

    @Test func `The wait in the message is the server's, not what is left of it after the answer came`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { _, _ in
            pipeline.clock.advance(by: .microseconds(300))
            return .response(503, ["Retry-After": "86400"])
        }
        let (result, _) = await client.outcome(of: try request(), on: pipeline)
        #expect(result.error?.message.contains("a wait of 86400 s,") == true)
    }

    @Test func `The last attempt's wait beyond the limit defers as well`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503), .response(429, ["Retry-After": "86400"]))
        let (result, _) = await client.outcome(of: try request { $0.retry.attempts = 2 }, on: pipeline)
        #expect(result.error?.code == .laneClosed)
    }

    @Test func `A POST that was answered is not deferred, though its lane waits`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(429, ["Retry-After": "86400"]))
        #expect(await client.outcome(of: try request(method: .post), on: pipeline).result.status == 429)
        let (next, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(next.error?.code == .laneClosed)
        #expect(record.attempts.isEmpty)
    }

    @Test func `Under fail a wait beyond the limit fails, and nothing is sent before its time`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503, ["Retry-After": "3600"]), .response(200))
        let failing = try request { $0.retry.overLimit = .fail }
        let (first, _) = await client.outcome(of: failing, on: pipeline)
        #expect(first.error?.code == .throttled)
        let (second, record) = await client.outcome(of: failing, on: pipeline)
        #expect(second.error?.code == .throttled)
        #expect(record.attempts.isEmpty)
        #expect(pipeline.log.requests.count == 1)
    }

    @Test func `Under wait the server's time is slept out in full, outside the request's limit`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503, ["Retry-After": "86400"]), .response(200))
        let patient = try request { $0.retry.overLimit = .wait }
        let (result, record) = await client.outcome(of: patient, on: pipeline)
        #expect(result.status == 200)
        #expect(record.waits.server == .seconds(86_400))
    }

    @Test func `A server's wait that doesn't fit the request's limit counts as beyond the limit`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503, ["Retry-After": "6"]))
        let (result, _) = await client.outcome(of: try request { $0.limits.request = .seconds(5) }, on: pipeline)
        #expect(result.error?.code == .laneClosed)
        #expect(result.error?.message.contains("wait of 6 s, which does not fit the request's limit of 5 s") == true)
    }

    @Test func `A server's wait that one request has no time for is waited for by the others`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503, ["Retry-After": "1"]), .response(200))
        let (hasty, _) = await client.outcome(
            of: try request { $0.limits.request = .milliseconds(500) }, on: pipeline)
        #expect(hasty.error?.closure?.until == Moment(sinceOrigin: .seconds(1)))
        let (next, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(next.status == 200)
        #expect(record.waits.server == .seconds(1))
    }

    @Test(arguments: [(RetryPolicy.OverLimit.wait, 1), (.defer, 3_600)])
    func `A lane that is closed to the impatient is waited for by who bears the wait`(
        policy: RetryPolicy.OverLimit, limit: Int
    ) async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503, ["Retry-After": "601"]), .response(200))
        #expect(await client.outcome(of: try request(), on: pipeline).result.error?.code == .laneClosed)
        let patient = try request {
            $0.retry.overLimit = policy
            $0.retry.retryAfterLimit = .seconds(limit)
        }
        let (result, record) = await client.outcome(of: patient, on: pipeline)
        #expect(result.status == 200)
        #expect(record.waits.server == .seconds(601))
    }

    @Test func `A wait told for this request alone is waited for and holds no other`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over { request, number in
            number == 1 ? .response(202, ["Retry-After": "40"]) : .response(200)
        }
        let expecting = try request { $0.judge = StatusJudge(expecting: [200]) }
        let (result, record) = await client.outcome(of: expecting, on: pipeline)
        #expect(result.status == 200)
        #expect(record.waits.server == .seconds(40))
        #expect(record.waits.backoff == .zero)
    }

    @Test(arguments: [500, 502, 504, 425])
    func `A fault that tells a long wait fails after its attempts, and is not put off for ever`(status: Int)
        async throws
    {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(status, ["Retry-After": "3600"]))
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(result.status == status)
        #expect(record.attempts.count == 4)
        #expect(record.waits.server == .zero)
        #expect(record.waits.backoff < .seconds(4))
    }

    @Test func `A wait told for one request alone that is beyond the limit puts off that one and leaves its lane open`()
        async throws
    {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(202, ["Retry-After": "601"]), .response(200))
        let expecting = try request { $0.judge = StatusJudge(expecting: [200]) }
        let (result, _) = await client.outcome(of: expecting, on: pipeline)
        #expect(result.error?.closure == LaneClosure(.throttled, until: Moment(sinceOrigin: .seconds(601))))
        let (next, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(next.status == 200)
        #expect(record.waits == Waits())
    }

    @Test func `An answer that isn't there yet is asked for until the attempts are used up, and a POST once`()
        async throws
    {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(202))
        let expecting = try request { $0.judge = StatusJudge(expecting: [200]) }
        #expect(await client.outcome(of: expecting, on: pipeline).record.attempts.count == 4)
        var post = expecting
        post.method = .post
        #expect(await client.outcome(of: post, on: pipeline).record.attempts.count == 1)
    }

    @Test func `A reset that is given as an epoch defers or waits like a delay`() async throws {
        let pipeline = TestPipeline(wall: WallTime(epochSeconds: 1_372_700_813))
        var client = pipeline.over(.response(429, ["X-RateLimit-Reset": "1372700820"]), .response(200))
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(result.status == 200)
        #expect(record.waits.server == .seconds(7))
    }

    // MARK: Bans and quotas

    @Test func `A ban is returned, is not repeated, and closes the lane`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(403))
        let banned = try request { $0.judge = FixedJudge(.blocked) }
        #expect(try await client.outcome(of: banned, on: pipeline).result.get().verdict == .blocked)
        let (next, _) = await client.outcome(of: banned, on: pipeline)
        #expect(next.error?.closure == LaneClosure(.blocked, until: nil))
        #expect(pipeline.log.requests.count == 1)
    }

    @Test func `A spent quota is thrown with its time and its response, once`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(429, body: "daily", answer: .seconds(1)))
        let spent = try request { $0.judge = FixedJudge(.quotaSpent(after: .seconds(9))) }
        let (result, record) = await client.outcome(of: spent, on: pipeline)
        #expect(result.error?.code == .laneClosed)
        #expect(result.error?.closure == LaneClosure(.quotaSpent, until: Moment(sinceOrigin: .seconds(10))))
        #expect(result.error?.response?.body == Array("daily".utf8))
        #expect(record.attempts.count == 1)
    }

    // MARK: Limits of time

    @Test func `A total is not the limit of an attempt`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(
            ScriptedExchange(.response(status: 200, headers: [:], body: []), answer: .seconds(99)))
        let limited = try request {
            $0.limits.attempt = .seconds(1)
            $0.limits.request = .seconds(3)
            $0.retry.baseDelay = .milliseconds(1)
            $0.retry.maxDelay = .milliseconds(1)
            $0.retry.attempts = 6
        }
        let (result, record) = await client.outcome(of: limited, on: pipeline)
        #expect(result.error?.code == .timedOut)
        #expect(result.error?.message == "The request's limit of 3 s passed.")
        #expect(record.attempts.count == 3)
        #expect(pipeline.clock.moment.sinceOrigin == .seconds(3))
    }

    @Test func `A pause that doesn't fit the limit is not begun, and is named`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(500, answer: .seconds(2)))
        let limited = try request {
            $0.limits.request = .seconds(5)
            $0.retry.attempts = 10
            $0.retry.baseDelay = .seconds(64)
            $0.retry.maxDelay = .seconds(64)
        }
        let (result, record) = await client.outcome(of: limited, on: pipeline)
        let error = try #require(result.error)
        #expect(error.code == .timedOut)
        #expect(error.message.hasPrefix("A pause of "))
        #expect(error.message.hasSuffix(" before the next attempt does not fit the request's limit of 5 s."))
        #expect(error.response?.status == 500)
        #expect(pipeline.clock.moment.sinceOrigin <= .seconds(5))
        #expect(record.attempts.count <= 2)
    }

    @Test func `The pace never uses up the request's limit`() async throws {
        var pipeline = TestPipeline()
        pipeline.lanes = LanePlan(defaultInterval: .seconds(100))
        var client = pipeline.over(.response(200), .response(503), .response(200))
        let limited = try request { $0.limits.request = .seconds(5) }
        _ = await client.outcome(of: limited, on: pipeline)
        let (result, record) = await client.outcome(of: limited, on: pipeline)
        #expect(result.status == 200)
        #expect(record.waits.pace == .seconds(200))
    }

    @Test(arguments: [WaitReason.pace, .backoff, .server])
    func `A wait that would pass the deadline ends the request at once`(reason: WaitReason) async throws {
        var pipeline = TestPipeline()
        if reason == .pace { pipeline.lanes = LanePlan(defaultInterval: .seconds(60)) }
        var client = pipeline.over(
            reason == .backoff ? .response(429) : .response(503, reason == .server ? ["Retry-After": "60"] : [:])
        )
        let limited = try request { $0.deadline = Moment(sinceOrigin: .seconds(2)) }
        let (result, record) = await client.outcome(of: limited, on: pipeline)
        #expect(result.error?.code == .deadline)
        #expect(record.attempts.count == 1)
        #expect(pipeline.clock.sleeps.isEmpty)
    }

    @Test func `An exchange is cut at the deadline and not repeated`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(200, answer: .seconds(20)))
        let limited = try request { $0.deadline = Moment(sinceOrigin: .seconds(7)) }
        let (result, record) = await client.outcome(of: limited, on: pipeline)
        #expect(result.error?.code == .deadline)
        #expect(record.attempts.count == 1)
        #expect(pipeline.clock.moment.sinceOrigin == .seconds(7))
    }

    @Test func `After the deadline nothing is sent`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(200))
        pipeline.clock.advance(by: .seconds(7))
        let late = try request { $0.deadline = Moment(sinceOrigin: .seconds(7)) }
        #expect(await client.outcome(of: late, on: pipeline).result.error?.code == .deadline)
        #expect(pipeline.log.requests.isEmpty)
    }

    @Test func `A cancel during a pause ends the request and sends nothing`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(429))
        pipeline.clock.interruptNextSleep(after: .seconds(1))
        let (result, record) = await client.outcome(of: try request(), on: pipeline)
        #expect(result.error?.code == .cancelled)
        #expect(record.attempts.count == 1)
        #expect(record.fruitlessWaits.backoff == .seconds(1))
        #expect(pipeline.log.requests.count == 1)
    }

    @Test func `Endless throttling is bounded in attempts and in time`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(429))
        for _ in 0..<3 { _ = await client.outcome(of: try request(), on: pipeline) }
        #expect(pipeline.log.requests.count == 12)
        #expect(pipeline.log.gaps.allSatisfy { $0 > .seconds(2.5) && $0 <= .seconds(60) })
    }

    @Test func `Many attempts stay at the cap`() async throws {
        let pipeline = TestPipeline()
        var client = pipeline.over(.response(503))
        let stubborn = try request {
            $0.retry.attempts = 70
            $0.retry.baseDelay = .milliseconds(100)
            $0.retry.maxDelay = .seconds(1)
        }
        _ = await client.outcome(of: stubborn, on: pipeline)
        #expect(pipeline.log.gaps.count == 69)
        #expect(pipeline.log.gaps.allSatisfy { $0 > .zero && $0 <= .seconds(1) })
    }
}

/// Gives a verdict to the first status that is not 200.
private struct SecondChance: ResponseJudge {
    let verdict: Verdict

    init(_ verdict: Verdict) {
        self.verdict = verdict
    }

    func judgement(of response: HTTPResponse) -> Judgement {
        Judgement(response.status == 200 ? .accepted : verdict)
    }
}
