import HTTPPipeline

/// The limits of one exchange on a clock of nanoseconds; the time spent in the gate counts for none of them.
struct ExchangeTimers {
    /// A limit that has passed.
    enum Limit {
        case connect, idle, attempt
    }

    private let limits: TimeLimits
    private let connect: Int64
    private let idle: Int64
    private let attempt: Int64
    /// When the exchange began.
    let started: Int64
    /// When the making of the connection began that is used, or is to be.
    private(set) var connectBegan: Int64
    /// How long it was in the gate.
    private(set) var waited: Int64 = 0
    private var lastByte: Int64
    /// Whether the connection stands, so that the limit for making it no longer counts.
    var isConnected = false

    init(limits: TimeLimits, started: Int64) {
        self.limits = limits
        self.started = started
        connectBegan = started
        lastByte = started
        connect = limits.connect.saturatedNanoseconds
        idle = limits.idle.saturatedNanoseconds
        attempt = limits.attempt.saturatedNanoseconds
    }

    /// Notes that another connection is made.
    mutating func beginConnection(at now: Int64) {
        connectBegan = now
        lastByte = now
        isConnected = false
    }

    mutating func noteBytes(at now: Int64) {
        lastByte = now
    }

    mutating func noteWait(_ nanoseconds: Int64) {
        waited += nanoseconds
        lastByte += nanoseconds
    }

    /// The limit that passes first, and when.
    var next: (limit: Limit, at: Int64) {
        var first = (limit: Limit.attempt, at: started + waited + attempt)
        let idleEnd = lastByte + idle
        if idleEnd < first.at { first = (.idle, idleEnd) }
        let connectEnd = connectBegan + connect
        if !isConnected, connectEnd <= first.at { first = (.connect, connectEnd) }
        return first
    }

    /// The error of a limit that has passed.
    func error(of limit: Limit) -> HTTPClientError {
        switch limit {
        case .connect: HTTPClientError(.timedOut, "No connection was made within \(limits.connect.inSeconds).")
        case .idle: HTTPClientError(.timedOut, "No byte came for \(limits.idle.inSeconds).")
        case .attempt: HTTPClientError(.timedOut, "The exchange was not complete after \(limits.attempt.inSeconds).")
        }
    }
}

extension Duration {
    /// The duration in nanoseconds, within what can be added to a clock without overflow.
    var saturatedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds > -1_000_000_000 else { return -1_000_000_000_000_000_000 }
        guard seconds < 1_000_000_000 else { return 1_000_000_000_000_000_000 }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
