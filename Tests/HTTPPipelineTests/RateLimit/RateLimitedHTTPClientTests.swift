import HTTPPipeline
import HTTPTestSupport
import Synchronization
import Testing

@Suite struct RateLimitedHTTPClientTests {
    private let url = "http://example.org/a"
    private let lane = Lane(name: "example.org")

    private func paced(_ interval: Duration) -> TestPipeline {
        var pipeline = TestPipeline()
        pipeline.lanes = LanePlan(defaultInterval: interval)
        return pipeline
    }

    @Test func `Sends are one interval apart from start to start, however long the answers take`() async throws {
        let pipeline = paced(.milliseconds(500))
        var client = pipeline.limited(.response(200, answer: .milliseconds(300)))
        for _ in 0..<5 { _ = await client.outcome(of: try .get(url), on: pipeline) }
        #expect(pipeline.log.departures.map(\.sinceOrigin) == [0, 500, 1000, 1500, 2000].map { .milliseconds($0) })
    }

    @Test func `After a long idle the next sends are still spaced`() async throws {
        let pipeline = paced(.milliseconds(500))
        var client = pipeline.limited(.response(200))
        _ = await client.outcome(of: try .get(url), on: pipeline)
        pipeline.clock.advance(by: .seconds(50))
        for _ in 0..<5 { _ = await client.outcome(of: try .get(url), on: pipeline) }
        #expect(pipeline.log.gaps == [.seconds(50)] + Array(repeating: .milliseconds(500), count: 4))
    }

    @Test func `The wall clock has no say in the pace`() async throws {
        let pipeline = paced(.seconds(1))
        var client = pipeline.limited(.response(200))
        for shift in [0, -3600, 7200] {
            pipeline.clock.shiftWall(by: .seconds(shift))
            _ = await client.outcome(of: try .get(url), on: pipeline)
        }
        #expect(pipeline.log.gaps == [.seconds(1), .seconds(1)])
    }

    @Test func `A suspended machine wakes to no burst`() async throws {
        let pipeline = paced(.seconds(5))
        var client = pipeline.limited(.response(200))
        _ = await client.outcome(of: try .get(url), on: pipeline)
        pipeline.clock.advance(by: .seconds(13))
        for _ in 0..<2 { _ = await client.outcome(of: try .get(url), on: pipeline) }
        #expect(pipeline.log.gaps == [.seconds(13), .seconds(5)])
    }

    @Test func `A slow connect squeezes no two sends together`() async throws {
        let pipeline = paced(.seconds(1))
        var client = pipeline.limited(
            ScriptedExchange(.response(status: 200, headers: [:], body: []), connect: .milliseconds(900)),
            .response(200)
        )
        for _ in 0..<2 { _ = await client.outcome(of: try .get(url), on: pipeline) }
        #expect(pipeline.log.gaps == [.seconds(1)])
    }

    @Test(arguments: [
        (ScriptedExchange.End.unconnected(.connectionRefused), 1000), (.unconnected(.tls), 1000),
        (.unconnected(.timedOut), 1000), (.unconnected(.cancelled), 300), (.unresolved(.nameLookup), 300),
        (.unresolved(.timedOut), 300),
    ])
    func `A failed connect counts from its start, a failed look-up not at all`(
        end: ScriptedExchange.End, next: Int
    ) async throws {
        let pipeline = paced(.seconds(1))
        var client = pipeline.limited(
            ScriptedExchange(end, connect: .milliseconds(300)), .response(200)
        )
        let (failed, record) = await client.outcome(of: try .get(url), on: pipeline)
        #expect(failed.error?.requestDeparted == false)
        #expect(record.attempts.first?.send == nil)
        _ = await client.outcome(of: try .get(url), on: pipeline)
        #expect(pipeline.log.departures.map(\.sinceOrigin) == [.milliseconds(next)])
    }

    @Test func `A cancelled wait sends nothing, holds nothing and is accounted for`() async throws {
        let pipeline = paced(.seconds(5))
        var client = pipeline.limited(.response(200))
        _ = await client.outcome(of: try .get(url), on: pipeline)
        pipeline.clock.interruptNextSleep(after: .seconds(3))
        let (cancelled, record) = await client.outcome(of: try .get(url), on: pipeline)
        #expect(cancelled.error?.code == .cancelled)
        #expect(record.attempts.isEmpty)
        #expect(record.fruitlessWaits.pace == .seconds(3))
        _ = await client.outcome(of: try .get(url), on: pipeline)
        #expect(pipeline.log.gaps == [.seconds(5)])
    }

    @Test func `A cancelled task sends nothing even when no wait is due`() async throws {
        let pipeline = paced(.zero)
        let request = try HTTPRequest.get(url)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var client = pipeline.limited(.response(200))
            return await client.outcome(of: request, on: pipeline).result.error?.code
        }
        #expect(await task.value == .cancelled)
        #expect(pipeline.log.requests.isEmpty)
    }

    @Test func `Lanes don't wait for each other, and aliases share one`() async throws {
        var pipeline = paced(.seconds(1))
        pipeline.lanes.aliases = [Lane(name: "covers.example.org"): lane]
        var client = pipeline.limited(.response(200))
        for url in [
            "http://example.org/", "http://other.org/", "https://www.example.org/", "http://covers.example.org/",
        ] {
            _ = await client.outcome(of: try .get(url), on: pipeline)
        }
        #expect(pipeline.log.departures.map(\.sinceOrigin) == [.zero, .zero, .seconds(1), .seconds(2)])
    }

    @Test func `An attempt tells its number, its moment and its wait`() async throws {
        let pipeline = paced(.seconds(2))
        var client = pipeline.limited(.response(200), .response(404))
        _ = await client.outcome(of: try .get(url), on: pipeline)
        let began = pipeline.clock.wallNow
        let (_, record) = await client.outcome(of: try .get(url), on: pipeline)
        let attempt = try #require(record.attempts.first)
        #expect(attempt.send == 2)
        #expect(attempt.sent == Moment(sinceOrigin: .seconds(2)))
        #expect(attempt.sentAt == WallTime(sinceEpoch: began.sinceEpoch + .seconds(2)))
        #expect(attempt.waits.pace == .seconds(2))
        #expect(attempt.status == 404)
        #expect(attempt.lane == lane)
        #expect(record.waits.pace == .seconds(2))
    }

    @Test func `A transport's second try at a dead connection is refused`() async throws {
        let pipeline = paced(.seconds(1))
        var client = pipeline.limited(ScriptedExchange(.repeated))
        let (result, record) = await client.outcome(of: try .get(url), on: pipeline)
        #expect(result.error?.code == .connectionReset)
        #expect(result.error?.requestDeparted == true)
        #expect(record.attempts.map(\.send) == [1])
        #expect(pipeline.log.departures.count == 1)
    }

    @Test(arguments: [(429, true), (503, true), (302, true), (200, false), (404, false), (500, false)])
    func `Retry-After holds the lane where it has a meaning`(status: Int, holds: Bool) async throws {
        let pipeline = paced(.zero)
        var client = pipeline.limited(.response(status, ["Retry-After": "7"], answer: .seconds(1)), .response(200))
        _ = await client.outcome(of: try .get(url), on: pipeline)
        let (_, record) = await client.outcome(of: try .get("http://example.org/other"), on: pipeline)
        #expect(record.waits.server == (holds ? .seconds(7) : .zero))
        let (_, elsewhere) = await client.outcome(of: try .get("http://other.org/"), on: pipeline)
        #expect(elsewhere.waits.server == .zero)
    }

    @Test func `A spent quota holds the lane even on a 200`() async throws {
        let pipeline = paced(.seconds(1))
        var client = pipeline.limited(.response(200, ["RateLimit": #""default";r=0;t=30"#]), .response(200))
        for _ in 0..<3 { _ = await client.outcome(of: try .get(url), on: pipeline) }
        #expect(pipeline.log.gaps == [.seconds(30), .seconds(1)])
    }

    @Test(arguments: [("1", "2s", 2000), ("50", "1s", 1000)])
    func `Crossref's headers can only make the lane slower`(limit: String, interval: String, gap: Int) async throws {
        let pipeline = paced(.seconds(1))
        var client = pipeline.limited(
            .response(200, ["X-Rate-Limit-Limit": limit, "X-Rate-Limit-Interval": interval]), .response(200)
        )
        for _ in 0..<3 { _ = await client.outcome(of: try .get(url), on: pipeline) }
        #expect(pipeline.log.gaps == [.milliseconds(gap), .milliseconds(gap)])
    }

    @Test(arguments: [
        (Verdict.blocked, LaneClosure(.blocked, until: nil), 999_999.0),
        (.quotaSpent(after: nil), LaneClosure(.quotaSpent, until: nil), 999_999),
        (.quotaSpent(after: .seconds(60)), LaneClosure(.quotaSpent, until: Moment(sinceOrigin: .seconds(60))), 59),
    ])
    func `A ban and a spent quota close the lane at once`(
        verdict: Verdict, closure: LaneClosure, later: Double
    ) async throws {
        let pipeline = paced(.zero)
        var client = pipeline.limited(.response(403), .response(200))
        var request = try HTTPRequest.get(url)
        request.judge = FixedJudge(verdict)
        _ = await client.outcome(of: request, on: pipeline)
        pipeline.clock.advance(by: .seconds(later))
        let (result, record) = await client.outcome(of: try .get(url), on: pipeline)
        #expect(result.error?.code == .laneClosed)
        #expect(result.error?.closure == closure)
        #expect(record.attempts.isEmpty)
        #expect(await client.outcome(of: try .get("http://other.org/"), on: pipeline).result.status == 200)
    }

    @Test func `A lane whose quota is renewed opens again`() async throws {
        let pipeline = paced(.zero)
        var client = pipeline.limited(.response(429), .response(200))
        var request = try HTTPRequest.get(url)
        request.judge = FixedJudge(.quotaSpent(after: .seconds(60)))
        _ = await client.outcome(of: request, on: pipeline)
        pipeline.clock.advance(by: .seconds(60))
        #expect(await client.outcome(of: try .get(url), on: pipeline).result.status == 200)
    }

    @Test func `A redirect that is followed isn't judged, all else is`() async throws {
        let pipeline = paced(.zero)
        var client = pipeline.limited(
            .response(302, ["Location": "/b"]),
            .response(302),
            .response(300, ["Location": "/b"]),
            .response(304)
        )
        var request = try HTTPRequest.get(url)
        request.judge = FixedJudge(.refused)
        var verdicts: [Verdict] = []
        for _ in 0..<4 { verdicts.append(try await client.outcome(of: request, on: pipeline).result.get().verdict) }
        #expect(verdicts == [.accepted, .refused, .refused, .refused])
    }

    @Test func `An observer hears of each wait before it and of each attempt before and after it`() async throws {
        let observer = Recorder()
        var pipeline = paced(.seconds(1))
        pipeline.observer = observer
        var client = pipeline.limited(.response(200), .response(500))
        for _ in 0..<2 { _ = await client.outcome(of: try .get(url), on: pipeline) }
        #expect(
            observer.lines == [
                "attempting", "attempted 200", "waiting pace example.org until 1.0 seconds", "attempting",
                "attempted 500",
            ]
        )
    }
}

/// Gives every response the same verdict.
struct FixedJudge: ResponseJudge {
    let verdict: Verdict

    init(_ verdict: Verdict) {
        self.verdict = verdict
    }

    func judgement(of response: HTTPResponse) -> Judgement {
        Judgement(verdict)
    }
}

private final class Recorder: PipelineObserver {
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock { $0 } }

    func observe(_ event: PipelineEvent) {
        let line =
            switch event {
            case .waiting(let reason, let lane, let until): "waiting \(reason) \(lane) until \(until.sinceOrigin)"
            case .attempting: "attempting"
            case .attempted(let attempt): "attempted \(attempt.status ?? 0)"
            }
        state.withLock { $0.append(line) }
    }
}
