/// The wire: one request becomes one exchange.
///
/// A transport follows no redirect, repeats nothing and keeps no cookie. It can't be called without a gate, so that
/// nothing leaves unless a limiter let it go.
public protocol HTTPTransport: ~Copyable {
    /// Performs one exchange.
    ///
    /// The transport fills the last attempt of `record` (``RequestRecord/updateLastAttempt(_:)``): phases, peer, bytes,
    /// status. It doesn't append one, and it leaves ``HTTPResponse/verdict`` as it is by default. An attempt with a look-up
    /// and no connect is taken for one that no server felt, so it costs its lane nothing. When the request left is told to the gate.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - gate: Asked just before the first byte of the request is written, once the connection stands.
    ///   - record: Where the phases of the exchange are noted.
    /// - Returns: The response, whatever its status.
    /// - Throws: ``HTTPClientError`` when the exchange failed, the gate refused it or the task was cancelled.
    mutating func send(
        _ request: HTTPRequest,
        through gate: some DepartureGate,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse
}
