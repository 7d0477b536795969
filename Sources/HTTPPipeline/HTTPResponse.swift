/// What came back for a request.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields, trailers excluded.
    public var headers: HTTPHeaders
    /// The body with its content encoding removed.
    public var body: [UInt8]
    /// The URL that was asked in the end.
    public var url: HTTPURL
    /// The address that answered; nil for an answer from the cache.
    public var peer: PeerAddress?
    /// When the last byte came, on the pipeline's timeline.
    public var received: Moment
    /// When the last byte came, by the wall clock.
    public var receivedAt: WallTime
    /// The redirects that led here, in their order and without their bodies; the client that follows them fills it.
    public var hops: [HTTPResponse] = []
    /// What the request's judge said of it.
    public var judgement = Judgement(.accepted)

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - body: The decoded body.
    ///   - url: The URL that was asked.
    ///   - peer: The address that answered.
    ///   - received: When the last byte came, on the pipeline's timeline.
    ///   - receivedAt: When the last byte came, by the wall clock.
    public init(
        status: Int,
        headers: HTTPHeaders = [:],
        body: [UInt8] = [],
        url: HTTPURL,
        peer: PeerAddress? = nil,
        received: Moment,
        receivedAt: WallTime
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
        self.peer = peer
        self.received = received
        self.receivedAt = receivedAt
    }

    /// The verdict of the request's judge.
    public var verdict: Verdict { judgement.verdict }
}
