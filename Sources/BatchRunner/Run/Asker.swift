package import Books
package import HTTPPipeline
import JSONText

/// Asks for one request of the manifest after another; it owns the client.
package struct Asker<Client: HTTPClient & ~Copyable, C: Clock>: ~Copyable where C.Duration == Duration {
    private var client: Client
    private let factory: RequestFactory
    private let apis: [String: any BookAPI]
    private let redaction: Redaction
    private let timeline: Timeline<C>
    private static var snippetLimit: Int { 200 }

    /// Creates an asker.
    ///
    /// - Parameters:
    ///   - client: The pipeline.
    ///   - factory: Makes the requests.
    ///   - apis: The APIs by their names in the manifest.
    ///   - redaction: Masks secrets in the results.
    ///   - timeline: The pipeline's timeline.
    package init(
        client: consuming Client, factory: RequestFactory, apis: [String: any BookAPI], redaction: Redaction,
        timeline: Timeline<C>
    ) {
        self.client = client
        self.factory = factory
        self.apis = apis
        self.redaction = redaction
        self.timeline = timeline
    }

    /// Asks for one request, with all its attempts and follow-ups.
    ///
    /// - Parameter spec: The request.
    /// - Returns: How it ended.
    package mutating func ask(_ spec: RequestSpec) async -> RequestResult {
        var record = RequestRecord(started: timeline.now, startedAt: timeline.wallNow)
        var ending = Ending()
        let api = spec.api.flatMap { apis[$0] }
        do throws(HTTPClientError) {
            switch (spec.kind, api) {
            case (.url(let url), _):
                try await askRaw(factory.request(for: spec, url: url, api: nil), &record, &ending)
            case (.path(let path), let api?):
                try await askPath(path, of: api, spec, &record, &ending)
            case (.isbn(let isbn), let api?):
                try await search(.isbn(isbn), in: api, spec, &record, &ending)
            case (.title(let title, let author), let api?):
                try await search(.title(title, author: author), in: api, spec, &record, &ending)
            case (.invalid(let message), _):
                ending.conclusion = Conclusion(.failed, .invalidRequest, "line \(spec.place.line): \(message)")
            case (_, nil):
                ending.conclusion = Conclusion(.failed, .invalidRequest, "The request names no API.")
            }
        } catch {
            let leavesOpen =
                error.requestDeparted && !spec.isDeclaredIdempotent && record.attempts.last?.mayHaveActed == true
            ending.take(error, leavesOpen: leavesOpen, now: timeline.now, wallNow: timeline.wallNow)
        }
        if ending.conclusion.outcome == .failed, ending.conclusion.reason == .blocked, let api {
            ending.conclusion.message? += ": " + factory.wayOut(ofBlockBy: api, for: spec)
        }
        return result(of: spec, record, ending)
    }

    private mutating func askPath(
        _ path: String, of api: any BookAPI, _ spec: RequestSpec, _ record: inout RequestRecord, _ ending: inout Ending
    ) async throws(HTTPClientError) {
        let url: HTTPURL
        do throws(HTTPURLError) {
            url = try api.url(path)
        } catch {
            ending.conclusion = Conclusion(.failed, .invalidRequest, "The path makes no URL: \(error).")
            return
        }
        try await askRaw(factory.request(for: spec, url: url, api: api), &record, &ending)
    }

    private mutating func askRaw(
        _ request: HTTPRequest, _ record: inout RequestRecord, _ ending: inout Ending
    ) async throws(HTTPClientError) {
        let response = try await client.send(request, recording: &record)
        ending.take(response, attempts: record.attempts.last?.number ?? 1)
        if ending.conclusion.outcome == .ok { ending.answer = RawAnswer.telling(response, redaction: redaction) }
    }

    private mutating func search(
        _ query: BookQuery, in api: any BookAPI, _ spec: RequestSpec, _ record: inout RequestRecord,
        _ ending: inout Ending
    ) async throws(HTTPClientError) {
        var lookup = api.lookup(query)
        var response: HTTPResponse?
        var main: HTTPResponse?
        while true {
            switch lookup.next(after: response) {
            case .send(let request):
                let answer = try await client.send(factory.completing(request, for: spec, api: api), recording: &record)
                ending.take(answer, attempts: record.attempts.last?.number ?? 1)
                guard answer.verdict == .accepted || answer.verdict == .absent else { return }
                if response == nil { main = answer }
                response = answer
            case .found(let book, let match):
                ending.conclusion = Conclusion(.ok)
                ending.response = main
                ending.answer = .book(book)
                ending.match = match
                return
            case .notFound(let message):
                ending.conclusion = Conclusion(.notFound, nil, message)
                return
            case .ambiguous(let message):
                ending.conclusion = Conclusion(.failed, .ambiguous, message)
                return
            case .mismatch(let message):
                ending.conclusion = Conclusion(.failed, .mismatch, message)
                return
            case .invalidResponse(let message):
                ending.conclusion = Conclusion(.failed, .invalidResponse, message)
                return
            }
        }
    }

    private func result(of spec: RequestSpec, _ record: RequestRecord, _ ending: Ending) -> RequestResult {
        let conclusion = ending.conclusion
        var result = RequestResult(id: spec.id, request: spec.written, outcome: conclusion.outcome, record: record)
        result.reason = conclusion.reason
        result.message = conclusion.message.map(redaction.sentence)
        result.error = conclusion.error.map(redaction.sentence)
        result.retryAfter = ending.retryAfter
        // An answer from the cache says nothing of the server, and a stale one that it failed.
        if !record.attempts.isEmpty { result.serverSign = record.source == .stale ? .exhausted : ending.sign }
        result.api = spec.api
        result.answer = ending.answer
        result.match = ending.match
        if let response = ending.response {
            result.status = response.status
            result.url = redaction.masked(response.url)
            result.headers = TellingHeaders.picked(from: response.headers, redaction: redaction)
            if result.error == nil, result.reason != nil, !response.body.isEmpty {
                result.error = redaction.snippet(of: response.body, limit: Self.snippetLimit)
            }
        }
        if record.hasSends || conclusion.outcome == .failed || conclusion.reason == nil {
            result.times = RequestTimes(of: record, until: timeline.now)
        }
        return result
    }
}

/// What is known of the end of a request while it is asked for.
private struct Ending {
    var conclusion = Conclusion(.ok)
    var response: HTTPResponse?
    var answer: RequestResult.Answer?
    var match: BookMatch?
    var retryAfter: Duration?
    var sign: ServerSign?

    mutating func take(_ response: HTTPResponse, attempts: Int) {
        self.response = response
        conclusion = Conclusion(of: response, attempts: attempts)
        sign = ServerSign(of: response.verdict)
        switch response.verdict {
        case .throttled(let after), .quotaSpent(let after): retryAfter = after
        default: break
        }
    }

    mutating func take(_ error: HTTPClientError, leavesOpen: Bool, now: Moment, wallNow: WallTime) {
        conclusion = Conclusion(of: error, leavesOpen: leavesOpen)
        sign = ServerSign(of: error)
        answer = nil
        // The answer to an earlier request of a search says nothing of this failure.
        response = error.response
        guard let closure = error.closure else { return }
        let message = conclusion.message ?? ""
        if let until = closure.until {
            let wait = max(.zero, now.duration(to: until))
            retryAfter = wait
            let moment = WallTime(sinceEpoch: (wallNow.sinceEpoch + wait).roundedUpToSecond)
            conclusion.message = "\(message) It may be asked again at \(moment.rfc3339(fractionDigits: 0))."
        } else {
            conclusion.message = "\(message) Nothing more is asked of it in this run."
        }
    }
}

extension AttemptRecord {
    /// Whether the server may have acted on a request that had no answer; one that may be sent twice has done no harm by that.
    fileprivate var mayHaveActed: Bool { status == nil && !method.isIdempotent }
}
