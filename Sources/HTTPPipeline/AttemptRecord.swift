/// One exchange, or the try at one, with the waits before it and the phases within it.
///
/// A phase that did not happen (the look-up of a reused connection) is nil, not zero.
public struct AttemptRecord: Sendable {
    /// The run-wide number of the send, from 1; nil where nothing was sent.
    public var send: Int?
    /// The number of the attempt at its URL, from 1.
    public var number: Int
    /// Why it was made.
    public var reason: AttemptReason
    /// The method.
    public var method: HTTPMethod
    /// The URL with its secrets masked.
    public var url: String
    /// The lane that was paid.
    public var lane: Lane
    /// The lane's interval when it was paid.
    public var interval = Duration.zero
    /// Whose word that interval is.
    public var intervalSource = LaneInterval.Source.run
    /// The address at the other end.
    public var remote: PeerAddress?
    /// When the head was written, by the wall clock.
    public var sentAt: WallTime?
    /// When the head was written, on the pipeline's timeline.
    public var sent: Moment?
    /// The waits before it, the gate's included.
    public var waits = Waits()
    /// The status of the response.
    public var status: Int?
    /// Whether a kept-alive connection was used.
    public var reused = false
    /// Name look-up.
    public var nameLookup: Duration?
    /// TCP handshake.
    public var connect: Duration?
    /// TLS handshake.
    public var tls: Duration?
    /// From the last byte of the request's head to the first byte of the response.
    public var firstByte: Duration?
    /// From the first byte of the response to the last.
    public var bodyTime: Duration?
    /// From look-up to last byte, waits excluded.
    public var total = Duration.zero
    /// How many bytes of body were received, before decoding.
    public var bytes = 0
    /// What went wrong, in one sentence.
    public var error: String?

    /// Creates an attempt of which only the beginning is known.
    ///
    /// - Parameters:
    ///   - number: The number of the attempt at its URL, from 1.
    ///   - reason: Why it is made.
    ///   - method: The method.
    ///   - url: The URL with its secrets masked.
    ///   - lane: The lane that is paid.
    public init(number: Int, reason: AttemptReason, method: HTTPMethod, url: String, lane: Lane) {
        self.number = number
        self.reason = reason
        self.method = method
        self.url = url
        self.lane = lane
    }
}

/// Why an attempt was made.
public enum AttemptReason: String, Sendable, Hashable {
    /// The request's first attempt.
    case first
    /// A repeat after a failure.
    case retry
    /// A hop of a redirect.
    case redirect
    /// The question whether a stored answer still holds.
    case revalidate
    /// A further request that the first one's answer made necessary.
    case followUp
}
