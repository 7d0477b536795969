import HTTPPipeline
import HTTPTestSupport

/// The clocks, the log and the settings of a pipeline under test.
struct TestPipeline {
    let clock: SteppingClock
    let timeline: Timeline<SteppingClock>
    let log = ScriptedTransport.Log()
    var lanes = LanePlan(defaultInterval: .zero)
    var store: (any LaneStore)?
    var generator = SeededGenerator(seed: 1)
    var observer: (any PipelineObserver)?

    init(wall: WallTime = WallTime(year: 2026, month: 11, day: 30, hour: 1)) {
        clock = SteppingClock(wall: wall)
        timeline = clock.timeline()
    }

    /// A pipeline over exchanges of which the last one repeats.
    func over(_ exchanges: ScriptedExchange...) -> some HTTPClient & ~Copyable {
        over(ScriptedTransport(clock: clock, log: log, exchanges))
    }

    /// A pipeline over a script.
    func over(
        script: @escaping @Sendable (HTTPRequest, Int) -> ScriptedExchange
    ) -> some HTTPClient & ~Copyable {
        over(ScriptedTransport(clock: clock, log: log, script: script))
    }

    /// The limited client alone, over exchanges of which the last one repeats.
    func limited(_ exchanges: ScriptedExchange...) -> RateLimitedHTTPClient<ScriptedTransport, SteppingClock> {
        limited(ScriptedTransport(clock: clock, log: log, exchanges))
    }

    /// The limited client alone, over a script.
    func limited(
        script: @escaping @Sendable (HTTPRequest, Int) -> ScriptedExchange
    ) -> RateLimitedHTTPClient<ScriptedTransport, SteppingClock> {
        limited(ScriptedTransport(clock: clock, log: log, script: script))
    }

    private func limited(
        _ transport: consuming ScriptedTransport
    ) -> RateLimitedHTTPClient<ScriptedTransport, SteppingClock> {
        RateLimitedHTTPClient(
            over: transport,
            limiter: RateLimiter(plan: lanes, store: store),
            redaction: Redaction(),
            timeline: timeline,
            observer: observer
        )
    }

    private func over(_ transport: consuming ScriptedTransport) -> some HTTPClient & ~Copyable {
        makeHTTPPipeline(
            over: transport,
            lanes: lanes,
            laneStore: store,
            timeline: timeline,
            randomness: generator,
            observer: observer
        )
    }
}

extension HTTPClient where Self: ~Copyable {
    /// Sends a request with a record of its own and gives what came of it.
    mutating func outcome(
        of request: HTTPRequest,
        on pipeline: TestPipeline
    ) async -> (result: Result<HTTPResponse, HTTPClientError>, record: RequestRecord) {
        var record = pipeline.clock.record()
        do {
            return (.success(try await send(request, recording: &record)), record)
        } catch {
            return (.failure(error), record)
        }
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPClientError {
    /// The status of the response; nil for a failure.
    var status: Int? { try? get().status }

    /// The failure; nil for a response.
    var error: HTTPClientError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension HTTPRequest {
    /// A GET of a URL that a test knows to be good.
    static func get(_ url: String, method: HTTPMethod = .get) throws -> HTTPRequest {
        HTTPRequest(method: method, url: try HTTPURL(url))
    }
}
