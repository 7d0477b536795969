import HTTPPipeline
import Synchronization

/// What the double of everything below a cache answers once.
struct CacheTestAnswer: Sendable {
    var status = 200
    var headers: HTTPHeaders = [:]
    var body = "body"
    var hops: [(status: Int, headers: HTTPHeaders)] = []
    var error: HTTPClientError?

    static func failing(_ code: HTTPClientError.Code) -> CacheTestAnswer {
        CacheTestAnswer(error: HTTPClientError(code, "It failed."))
    }
}

/// The requests that came, and the answers that are left.
final class CacheTestServer: Sendable {
    private let state: Mutex<(answers: [CacheTestAnswer], requests: [HTTPRequest])>

    init(_ answers: [CacheTestAnswer]) {
        state = Mutex((answers, []))
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func answer(to request: HTTPRequest) -> CacheTestAnswer? {
        state.withLock {
            $0.requests.append(request)
            return $0.answers.isEmpty ? nil : $0.answers.removeFirst()
        }
    }
}

/// A client without policies: each request is one send that takes 10 ms.
struct CacheTestBase: HTTPClient, ~Copyable {
    var server: CacheTestServer
    var clock: CacheTestClock
    var timeline: Timeline<CacheTestClock>

    mutating func send(
        _ request: HTTPRequest,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        var attempt = AttemptRecord(
            number: 1, reason: request.reason, method: request.method, url: "", lane: Lane(of: request.url))
        attempt.send = server.requests.count + 1
        attempt.sent = timeline.now
        clock.advance(by: .milliseconds(10))
        record.append(attempt)
        guard let answer = server.answer(to: request) else { throw HTTPClientError(.transport, "No answer is left.") }
        if let error = answer.error { throw error }
        var response = HTTPResponse(
            status: answer.status,
            headers: answer.headers,
            body: Array(answer.body.utf8),
            url: request.url,
            peer: PeerAddress(address: "192.0.2.1", port: 80),
            received: timeline.now,
            receivedAt: timeline.wallNow
        )
        for hop in answer.hops {
            response.hops.append(
                HTTPResponse(
                    status: hop.status, headers: hop.headers, url: request.url, received: response.received,
                    receivedAt: response.receivedAt))
        }
        response.judgement = request.judge.judgement(of: response)
        return response
    }
}

/// A cache over that client, and what one request through it gave.
struct CacheTestBench: ~Copyable {
    let clock = CacheTestClock()
    let server: CacheTestServer
    private let timeline: Timeline<CacheTestClock>
    private var client: CachingHTTPClient<CacheTestBase, MemoryResponseStore, CacheTestClock>

    init(secrets: [String] = [], _ answers: CacheTestAnswer...) {
        server = CacheTestServer(answers)
        timeline = clock.timeline
        client = CachingHTTPClient(
            CacheTestBase(server: server, clock: clock, timeline: timeline),
            store: MemoryResponseStore(),
            timeline: timeline,
            redaction: Redaction(secrets: secrets)
        )
    }

    mutating func send(_ request: HTTPRequest) async throws -> (response: HTTPResponse, record: RequestRecord) {
        var record = RequestRecord(started: timeline.now, startedAt: timeline.wallNow)
        let response = try await client.send(request, recording: &record)
        return (response, record)
    }

    /// Sends a request and says where its answer came from, with its body.
    mutating func answer(to request: HTTPRequest) async throws -> String {
        let (response, record) = try await send(request)
        let source = record.source.map(\.rawValue) ?? "nowhere"
        return "\(source) \(response.status) \(String(decoding: response.body, as: UTF8.self))"
    }
}

/// A GET of a URL.
func cacheGet(_ url: String, headers: HTTPHeaders = [:], ttl: Duration? = nil) throws -> HTTPRequest {
    var request = HTTPRequest(url: try HTTPURL(url), headers: headers)
    request.cache.ttl = ttl
    return request
}
