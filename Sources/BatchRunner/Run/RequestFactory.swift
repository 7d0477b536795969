package import Books
package import HTTPPipeline

/// Makes the requests of a run: what the manifest says, what the command line overrides, and what the API needs.
package struct RequestFactory: Sendable {
    private let manifest: Manifest
    private let options: RunOptions
    private let deadline: Moment?
    private let userAgent: String
    /// The APIs say nothing of how long their answers hold; a book changes less than twice a day.
    private static let apiTTL = Duration.seconds(12 * 3_600)

    /// Creates a factory.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - options: What the command line says.
    ///   - deadline: When the run ends.
    package init(manifest: Manifest, options: RunOptions, deadline: Moment?) {
        self.manifest = manifest
        self.options = options
        self.deadline = deadline
        userAgent =
            manifest.userAgent
            ?? "runner/\(RunIdentity.agentVersion)" + (manifest.contact.map { " (+\($0))" } ?? "")
    }

    /// The request for a URL, or for a path of an API.
    ///
    /// - Parameters:
    ///   - spec: What the manifest says of the request.
    ///   - url: The URL.
    ///   - api: The API that the path belongs to; nil for a URL of no API.
    /// - Returns: The request.
    package func request(for spec: RequestSpec, url: HTTPURL, api: (any BookAPI)?) -> HTTPRequest {
        var request = HTTPRequest(method: spec.method, url: url, headers: spec.headers, body: spec.body)
        let acceptsPart = spec.headers.contains("Range")
        // The API's judge reads a body, and an answer to HEAD has none.
        if let api, spec.method != .head {
            request.judge = api.judge(expecting: spec.expect, acceptsPart: acceptsPart)
        } else {
            request.judge = StatusJudge(expecting: spec.expect, acceptsPart: acceptsPart)
        }
        request.isDeclaredIdempotent = spec.isDeclaredIdempotent
        request.unfollowedStatuses = spec.expect ?? []
        complete(&request, for: spec, isOfAPI: api != nil)
        request.cache.identity = identity(for: spec, api: api)
        return request
    }

    /// Completes a request that a search for a book made.
    ///
    /// - Parameters:
    ///   - request: The request with its URL, `Accept` and judge.
    ///   - spec: What the manifest says of the request.
    ///   - api: The API that is searched.
    /// - Returns: The request, ready to be sent.
    package func completing(_ request: HTTPRequest, for spec: RequestSpec, api: any BookAPI) -> HTTPRequest {
        var request = request
        for field in spec.headers.fields where request.headers[field.name] == nil {
            request.headers.add(field.name, field.value)
        }
        complete(&request, for: spec, isOfAPI: true)
        request.cache.identity = identity(for: spec, api: api) + "\n" + request.url.serialized
        return request
    }

    /// What to do about an API that refuses the client, as the end of a sentence.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - spec: The request that it refused.
    /// - Returns: The advice, which asks for a contact only where the API wants one and none was sent.
    func wayOut(ofBlockBy api: any BookAPI, for spec: RequestSpec) -> String {
        let agent = spec.headers["User-Agent"] ?? userAgent
        guard api.asksForContact, !Manifest.namesContact(userAgent: agent) else { return "wait until the block ends" }
        return "set \"contact\" in the manifest to an e-mail address or URL, or wait until the block ends"
    }

    private func complete(_ request: inout HTTPRequest, for spec: RequestSpec, isOfAPI: Bool) {
        if request.headers["User-Agent"] == nil { request.headers.add("User-Agent", userAgent) }
        request.limits = spec.limits
        if let timeout = options.timeout {
            request.limits.attempt = timeout
            request.limits.connect = min(request.limits.connect, timeout)
            request.limits.idle = min(request.limits.idle, timeout)
        }
        request.maxBody = manifest.maxBody
        request.retry = spec.retry
        if let attempts = options.attempts { request.retry.attempts = attempts }
        request.cache = cachePolicy(for: spec, isOfAPI: isOfAPI)
        request.sensitive = spec.sensitive
        request.deadline = deadline
    }

    private func cachePolicy(for spec: RequestSpec, isOfAPI: Bool) -> CachePolicy {
        var policy = CachePolicy()
        policy.isEnabled = spec.cache.isEnabled && !options.ignoresCache
        policy.ttl = spec.cache.ttl ?? (isOfAPI ? Self.apiTTL : nil)
        if let absentTTL = spec.cache.notFoundTTL { policy.absentTTL = absentTTL }
        return policy
    }

    /// What tells the answers of two requests apart, secrets by their names: the API and the statuses that count as one are part of it.
    private func identity(for spec: RequestSpec, api: (any BookAPI)?) -> String {
        var lines = [spec.cacheIdentity]
        if let api { lines.append("at \(api.baseURL.withoutCredentials)") }
        if let expect = spec.expect { lines.append("expect \(expect.sorted())") }
        return lines.joined(separator: "\n")
    }
}
