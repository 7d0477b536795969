import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite struct MakeHTTPPipelineTests {
    @Test func `Over random scripts every wait and exchange is accounted for, and every gap is kept`() async throws {
        let interval = Duration.milliseconds(200)
        for seed in 0..<150 as Range<UInt64> {
            var pipeline = TestPipeline()
            pipeline.lanes = LanePlan(defaultInterval: interval)
            pipeline.generator = SeededGenerator(seed: seed)
            var client = pipeline.over { _, number in
                var generator = SeededGenerator(seed: seed << 32 | UInt64(number))
                var exchange: ScriptedExchange =
                    switch Int.random(in: 0..<9, using: &generator) {
                    case 0: .response(302, ["Location": "/\(number)"])
                    case 1: .response(303, ["Location": "/\(number)", "Retry-After": "1"])
                    case 2: .response(503)
                    case 3: .response(503, ["Retry-After": "2"])
                    case 4: .response(429)
                    case 5: ScriptedExchange(.broken(.connectionReset))
                    case 6: ScriptedExchange(.unconnected(.connectionRefused))
                    case 7: ScriptedExchange(.repeated)
                    default: .response(200, ["RateLimit": #""a";r=0;t=1"#])
                    }
                exchange.connect = .milliseconds(Int.random(in: 0...90, using: &generator))
                exchange.answer = .milliseconds(Int.random(in: 0...900, using: &generator))
                return exchange
            }
            for _ in 0..<3 {
                let (_, record) = await client.outcome(of: try .get("http://a.org/start"), on: pipeline)
                let waits = record.waits
                let accounted = waits.pace + waits.backoff + waits.server + record.networkTime
                #expect(accounted == record.started.duration(to: pipeline.clock.moment), "seed \(seed)")
            }
            #expect(pipeline.log.gaps.allSatisfy { $0 >= interval }, "seed \(seed)")
        }
    }

    @Test func `A cache hit neither waits for the lane nor takes its slot`() async throws {
        var pipeline = TestPipeline()
        pipeline.lanes = LanePlan(defaultInterval: .seconds(2))
        var client = pipeline.over(.response(200, ["Cache-Control": "max-age=60"]))
        for _ in 0..<10 {
            let (result, record) = await client.outcome(of: try .get("http://a.org/x"), on: pipeline)
            #expect(result.status == 200)
            #expect(record.waits == Waits())
        }
        #expect(pipeline.log.departures == [.origin])
        _ = await client.outcome(of: try .get("http://a.org/y"), on: pipeline)
        #expect(pipeline.log.gaps == [.seconds(2)])
    }

    @Test func `A lane whose quota is used up takes no request more, and a cache hit uses none up`() async throws {
        var pipeline = TestPipeline()
        pipeline.lanes = LanePlan(defaultInterval: .zero, quota: 2)
        var client = pipeline.over(.response(503), .response(200, ["Cache-Control": "max-age=60"]))
        for _ in 0..<3 {
            #expect(await client.outcome(of: try .get("http://a.org/x"), on: pipeline).result.status == 200)
        }
        let (refused, record) = await client.outcome(of: try .get("http://a.org/y"), on: pipeline)
        #expect(refused.error?.closure == LaneClosure(.allowanceSpent, until: nil))
        #expect(record.attempts.isEmpty)
        #expect(await client.outcome(of: try .get("http://b.org/y"), on: pipeline).result.status == 200)
        #expect(pipeline.log.urls == ["http://a.org/x", "http://a.org/x", "http://b.org/y"])
    }

    @Test func `A transport that doesn't tell when the head left is paced from its gate`() async throws {
        let clock = SteppingClock()
        let timeline = clock.timeline()
        var client = makeHTTPPipeline(over: SilentTransport(clock: clock), timeline: timeline)
        for second in 0..<3 {
            var record = clock.record()
            _ = try await client.send(try .get("http://a.org/"), recording: &record)
            #expect(record.attempts.map(\.send) == [second + 1])
            #expect(clock.moment.sinceOrigin == .seconds(second))
        }
    }
}

/// Goes through the gate and keeps silent about it.
private struct SilentTransport: HTTPTransport, ~Copyable {
    let clock: SteppingClock

    mutating func send(
        _ request: HTTPRequest,
        through gate: some DepartureGate,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        guard case .go = gate.decision(for: PeerAddress(address: "192.0.2.7", port: 80)) else {
            throw HTTPClientError(.transport, "The gate is closed.")
        }
        return HTTPResponse(status: 200, url: request.url, received: clock.moment, receivedAt: clock.wallNow)
    }
}
