extension HTTPResponse {
    /// The time at which the server says it made the response (RFC 9110 section 6.6.1), else that of its receipt.
    ///
    /// The server's own times are measured against it, so that a clock that is wrong, ours or the server's, does no harm.
    package var date: WallTime {
        headers["Date"].flatMap { HTTPDate.parse($0, now: receivedAt) } ?? receivedAt
    }
}
