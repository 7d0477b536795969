/// One request with the rules under which it is sent.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The target; it carries no credentials (``init(method:url:headers:body:)`` turns them into a header).
    public var url: HTTPURL
    /// The header fields to send, besides what the transport adds (`Host`, `Content-Length`, `Accept-Encoding`, `User-Agent`).
    public var headers: HTTPHeaders
    /// The body; nil for none.
    public var body: [UInt8]?

    /// Whether the request may be repeated after it reached the server though its method alone doesn't say so.
    public var isDeclaredIdempotent = false
    /// Turns the response into a verdict; at first by the status alone.
    public var judge: any ResponseJudge
    /// How long each part of the exchange may take.
    public var limits = TimeLimits()
    /// The largest body accepted, in bytes, decoded or not.
    public var maxBody = 16 * 1024 * 1024
    /// Which failures are repeated, how often and after which waits.
    public var retry = RetryPolicy()
    /// The statuses of redirects that are an answer to this request and not followed.
    public var unfollowedStatuses: Set<Int> = []
    /// Whether and for how long an answer may be kept.
    public var cache = CachePolicy()
    /// The headers and parameters that must not reach another origin.
    public var sensitive = SensitiveNames()
    /// When the run ends; a wait that would pass it ends the request at once, and an exchange is cut at it.
    public var deadline: Moment?

    /// Why the request is sent; the policies set it for what they send themselves.
    public var reason = AttemptReason.first
    /// The moment before which the request must not leave, and why; set by the policies.
    public var earliest: Hold?
    /// Whether the peer may have a private, loopback or link-local address; a redirect from a public host clears it.
    public var allowsPrivatePeer = true
    /// The number of this attempt at its URL, from 1; the retry policy counts it.
    package var attemptNumber = 1

    /// Creates a request.
    ///
    /// Credentials in the URL become an `Authorization` header of the Basic scheme (RFC 7617), where none is given.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The target.
    ///   - headers: The header fields.
    ///   - body: The body.
    public init(method: HTTPMethod = .get, url: HTTPURL, headers: HTTPHeaders = [:], body: [UInt8]? = nil) {
        self.method = method
        self.url = url.withoutCredentials
        self.headers = headers
        self.body = body
        judge = StatusJudge(acceptsPart: headers.contains("Range"))
        if let basic = url.basicAuthorization, headers["Authorization"] == nil {
            self.headers.add("Authorization", basic)
        }
    }

    /// Whether the request may be sent again after it may have reached the server.
    public var isIdempotent: Bool { method.isIdempotent || isDeclaredIdempotent }
}

/// A moment before which a request must not leave, and why.
public struct Hold: Sendable, Hashable {
    /// The moment.
    public var until: Moment
    /// What the wait until then is charged to.
    public var reason: WaitReason

    /// Creates a hold.
    ///
    /// - Parameters:
    ///   - until: The moment.
    ///   - reason: What the wait is charged to.
    public init(until: Moment, reason: WaitReason) {
        self.until = until
        self.reason = reason
    }
}
