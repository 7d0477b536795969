/// Connects the policies over a transport: cache → redirect → retry → rate limiter → transport.
///
/// The order is written here and nowhere else. Every request that reaches the wire has passed the limiter, be it a first try,
/// a repeat or a hop of a redirect.
///
/// - Parameters:
///   - transport: The wire; it reads the same `timeline`.
///   - store: Where the cache keeps answers.
///   - lanes: Which URLs share a lane, and how far apart the sends to each lane are.
///   - laneStore: Where the runs of a user tell each other what they do on their lanes; nil for lanes of this run alone.
///   - redaction: Masks the secrets in what is noted of each attempt.
///   - timeline: The clocks of the pipeline.
///   - randomness: The source of the jitter of backoff.
///   - observer: Is told of waits and attempts.
/// - Returns: The client; one task owns it.
public func makeHTTPPipeline<Transport, Store, C: Clock, Randomness: RandomNumberGenerator>(
    over transport: consuming Transport,
    store: consuming Store = MemoryResponseStore(),
    lanes: LanePlan = LanePlan(),
    laneStore: (any LaneStore)? = nil,
    redaction: Redaction = Redaction(),
    timeline: Timeline<C>,
    randomness: Randomness = SystemRandomNumberGenerator(),
    observer: (any PipelineObserver)? = nil
) -> some HTTPClient & ~Copyable
where Transport: HTTPTransport & ~Copyable, Store: ResponseStore & ~Copyable, C.Duration == Duration {
    let limited = RateLimitedHTTPClient(
        over: transport,
        limiter: RateLimiter(plan: lanes, store: laneStore),
        redaction: redaction,
        timeline: timeline,
        observer: observer
    )
    let retrying = RetryingHTTPClient(base: limited, timeline: timeline, generator: randomness)
    let redirecting = RedirectingHTTPClient(base: retrying)
    return CachingHTTPClient(redirecting, store: store, timeline: timeline, redaction: redaction)
}
