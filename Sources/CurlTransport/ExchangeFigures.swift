import HTTPPipeline

/// What is measured of one exchange, for its attempt's record.
struct ExchangeFigures: Sendable {
    var remote: PeerAddress?
    var status: Int?
    var reused = false
    var nameLookup: Duration?
    var connect: Duration?
    var tls: Duration?
    var firstByte: Duration?
    var bodyTime: Duration?
    var total = Duration.zero
    var bytes = 0

    /// Writes the figures into a record; what it knows besides stays.
    func note(in attempt: inout AttemptRecord) {
        attempt.remote = remote
        attempt.status = status
        attempt.reused = reused
        attempt.nameLookup = nameLookup
        attempt.connect = connect
        attempt.tls = tls
        attempt.firstByte = firstByte
        attempt.bodyTime = bodyTime
        attempt.total = total
        attempt.bytes = bytes
    }

    /// Takes the phases of making a connection.
    ///
    /// - Parameters:
    ///   - times: Where libcurl's clock stood at the end of each phase.
    ///   - failedAfter: When the making failed, in microseconds; nil where it succeeded. The phase it failed in lasted until then.
    mutating func note(_ times: ConnectionTimes, failedAfter: Int64? = nil) {
        guard times.isNew else {
            reused = failedAfter == nil
            return
        }
        let end = failedAfter ?? 0
        if !times.isLiteral {
            nameLookup = times.nameLookup > 0 ? .microseconds(times.nameLookup) : failedAfter.map(Duration.microseconds)
            if times.nameLookup == 0 { return }
        }
        guard times.connect > 0 else {
            connect = .microseconds(max(0, end - times.nameLookup))
            return
        }
        connect = .microseconds(max(0, times.connect - times.nameLookup))
        guard times.isTLS else { return }
        let tlsEnd = times.appConnect > 0 ? times.appConnect : end
        tls = .microseconds(max(0, tlsEnd - times.connect))
    }
}

/// Where libcurl's clock stood at the end of each phase of making a connection, in microseconds; 0 for what did not end.
struct ConnectionTimes {
    /// Whether a connection was made, or tried, rather than reused.
    var isNew: Bool
    /// Whether no name had to be looked up.
    var isLiteral: Bool
    var isTLS: Bool
    var nameLookup: Int64
    var connect: Int64
    var appConnect: Int64
}
