/// Answers from a store what needs no server, and keeps what may be kept (RFC 9111).
///
/// It stands outermost: a hit reaches neither limiter nor network.
public struct CachingHTTPClient<Base: HTTPClient & ~Copyable, Store: ResponseStore & ~Copyable, C: Clock>: HTTPClient,
    ~Copyable
where C.Duration == Duration {
    private var base: Base
    private var store: Store
    private let timeline: Timeline<C>
    private let redaction: Redaction

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - base: Asks the server.
    ///   - store: Keeps the answers.
    ///   - timeline: The pipeline's clocks.
    ///   - redaction: Knows the secrets that must not be kept.
    public init(_ base: consuming Base, store: consuming Store, timeline: Timeline<C>, redaction: Redaction) {
        self.base = base
        self.store = store
        self.timeline = timeline
        self.redaction = redaction
    }

    /// Answers a request from the store where it is fresh there, else from the server.
    public mutating func send(
        _ request: HTTPRequest,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        guard request.method.isSafe else { return try await change(request, recording: &record) }
        guard let key = CacheKey(of: request) else { return try await ask(request, recording: &record) }
        let began = timeline.now
        let stored = store.response(for: key)?.answering(request)
        record.cacheTime += began.duration(to: timeline.now)
        switch request.cache.decision(on: stored, at: began) {
        case .serve(let stored):
            return serve(stored, as: .cache, recording: &record)
        case .refresh(let stored):
            return try await refresh(stored, for: request, under: key, recording: &record)
        case .ask:
            let response = try await ask(request, recording: &record)
            keep(response, to: request, under: key, recording: &record)
            return response
        }
    }

    private mutating func ask(
        _ request: HTTPRequest,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        do {
            let response = try await base.send(request, recording: &record)
            record.noteSource(.network)
            return response
        } catch {
            Self.noteSends(in: &record)
            throw error
        }
    }

    /// Sends what may change something at the server, and drops what is kept of it (RFC 9111 section 4.4).
    private mutating func change(
        _ request: HTTPRequest,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        do {
            let response = try await ask(request, recording: &record)
            for part in response.hops + [response] where (200..<400).contains(part.status) {
                for url in part.changedURLs { store.removeResponses(from: request.sensitive.stripped(url)) }
            }
            return response
        } catch {
            // What has left may have done its work, though no answer says so.
            if error.requestDeparted { store.removeResponses(from: request.sensitive.stripped(request.url)) }
            throw error
        }
    }

    /// Asks whether a stale answer still holds, or for another one; the stale one stands in where the server fails.
    private mutating func refresh(
        _ stored: CachedResponse,
        for request: HTTPRequest,
        under key: CacheKey,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        var response: HTTPResponse
        do {
            response = try await base.send(stored.revalidating(request), recording: &record)
        } catch {
            if request.cache.allows(stale: stored, for: error, at: timeline.now) {
                return serve(stored, as: .stale, recording: &record)
            }
            Self.noteSends(in: &record)
            throw error
        }
        if request.cache.allows(stale: stored, for: response, at: timeline.now) {
            return serve(stored, as: .stale, recording: &record)
        }
        var source = AnswerSource.network
        if stored.isConfirmed(by: response) {
            source = .revalidated
            response = stored.renewed(by: response)
        } else if stored.hasValidator, response.status == 304 {
            // The 304 speaks of another answer than the one that is stored.
            response = try await ask(request, recording: &record)
        }
        keep(response, to: request, under: key, recording: &record)
        record.noteSource(source)
        return response
    }

    /// Keeps an answer; one that must not be kept still displaces what was kept before it.
    private mutating func keep(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        under key: CacheKey,
        recording record: inout RequestRecord
    ) {
        guard response.verdict == .accepted || response.verdict == .absent else { return }
        let began = timeline.now
        let delay = record.attempts.last?.sent.map { $0.duration(to: response.received) } ?? .zero
        if let kept = CachedResponse(response, to: request, delay: max(.zero, delay), redaction: redaction) {
            store.store(kept, for: key)
        } else {
            store.removeResponse(for: key)
        }
        record.cacheTime += began.duration(to: timeline.now)
    }

    private func serve(
        _ stored: CachedResponse,
        as source: AnswerSource,
        recording record: inout RequestRecord
    ) -> HTTPResponse {
        record.noteSource(source)
        var response = stored.response
        response.peer = nil
        response.received = timeline.now
        response.receivedAt = timeline.wallNow
        return response
    }

    /// Says of a request that ends in an error where it was asked, if anything was sent.
    private static func noteSends(in record: inout RequestRecord) {
        if record.attempts.contains(where: { $0.send != nil }) { record.noteSource(.network) }
    }
}

extension HTTPResponse {
    /// What the success of a request that is not safe may have changed: its URL, and those of the same origin that the answer names
    /// (RFC 9111 section 4.4).
    fileprivate var changedURLs: [HTTPURL] {
        let named = ["Location", "Content-Location"].flatMap { headers.values(of: $0) }
            .compactMap { try? url.resolving($0) }
        return [url] + named.filter { $0.origin == url.origin }
    }
}
