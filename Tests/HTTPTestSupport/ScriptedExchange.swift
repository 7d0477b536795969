package import HTTPPipeline

/// What a ``ScriptedTransport`` does with one request.
package struct ScriptedExchange: Sendable {
    /// How an exchange ends.
    package enum End: Sendable {
        /// With a response.
        case response(status: Int, headers: HTTPHeaders, body: [UInt8])
        /// With an error before the gate is asked.
        case unconnected(HTTPClientError.Code)
        /// With an error before the host's name has an address.
        case unresolved(HTTPClientError.Code)
        /// With an error after the head was written.
        case broken(HTTPClientError.Code)
        /// With a second try on another connection, as after a kept-alive one that was dead.
        case repeated
    }

    /// How long the look-up and the connect take.
    package var connect = Duration.zero
    /// How long it takes from the departure to the end, an exchange's own time limit aside.
    package var answer = Duration.zero
    /// The address at the other end.
    package var peer = PeerAddress(address: "192.0.2.7", port: 80)
    /// How many connections turn out useless after the gate's word to go and before anything is written.
    package var uselessConnections = 0
    /// How it ends.
    package var end: End

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - end: How it ends.
    ///   - connect: How long the look-up and the connect take.
    ///   - answer: How long it takes from the departure to the end.
    package init(_ end: End, connect: Duration = .zero, answer: Duration = .zero) {
        self.end = end
        self.connect = connect
        self.answer = answer
    }

    /// An exchange that ends with a response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The headers.
    ///   - body: The body as text.
    ///   - answer: How long it takes from the departure to the end.
    /// - Returns: The exchange.
    package static func response(
        _ status: Int,
        _ headers: HTTPHeaders = [:],
        body: String = "",
        answer: Duration = .zero
    ) -> ScriptedExchange {
        ScriptedExchange(.response(status: status, headers: headers, body: Array(body.utf8)), answer: answer)
    }

    /// The same with another address at the other end.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - isProxy: Whether it is a proxy's.
    /// - Returns: The exchange.
    package func from(_ address: String, isProxy: Bool = false) -> ScriptedExchange {
        var exchange = self
        exchange.peer = PeerAddress(address: address, port: 80, isProxy: isProxy)
        return exchange
    }
}
