/// The last word before a request is written to the wire.
///
/// A transport asks the gate on its own thread when the connection stands, and tells it the moment at which the head of
/// the request was handed to the kernel.
public protocol DepartureGate: Sendable {
    /// Says whether the head of the request may be written now.
    ///
    /// - Parameter peer: The address the transport is connected to.
    /// - Returns: To go, to wait and ask again, or to give up.
    func decision(for peer: PeerAddress) -> GateDecision

    /// Notes that the head of the request was written.
    ///
    /// - Parameter moment: When it was written.
    func departed(at moment: Moment)

    /// Takes back the word to go after which nothing was written, nor will be; the gate may then be asked again.
    ///
    /// So an exchange whose connection proves useless at the last moment goes on over another.
    func takeBack()
}

/// What a ``DepartureGate`` answers.
public enum GateDecision: Sendable {
    /// Write the request now.
    case go
    /// Keep the connection, write nothing, and ask again at this moment.
    case wait(until: Moment)
    /// Write nothing and end the exchange with this error.
    case refuse(HTTPClientError)
}
