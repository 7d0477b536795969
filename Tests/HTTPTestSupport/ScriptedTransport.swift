package import HTTPPipeline
import Synchronization

/// A transport without a network: it goes by a script, asks the gate as a real one does, and moves a test clock.
package struct ScriptedTransport: HTTPTransport, ~Copyable {
    /// What a transport was asked to do; it outlives the pipeline that owns the transport.
    package final class Log: Sendable {
        private struct State {
            var requests: [HTTPRequest] = []
            var departures: [Moment] = []
        }

        private let state = Mutex(State())

        /// Creates an empty log.
        package init() {}

        /// The requests whose exchange was begun.
        package var requests: [HTTPRequest] { state.withLock(\.requests) }

        /// When the heads of requests were written.
        package var departures: [Moment] { state.withLock(\.departures) }

        /// The URLs of the requests.
        package var urls: [String] { requests.map(\.url.serialized) }

        /// The times from each departure to the next.
        package var gaps: [Duration] {
            let departures = departures
            return zip(departures, departures.dropFirst()).map { $0.duration(to: $1) }
        }

        fileprivate func begin(_ request: HTTPRequest) -> Int {
            state.withLock {
                $0.requests.append(request)
                return $0.requests.count
            }
        }

        fileprivate func depart(at moment: Moment) {
            state.withLock { $0.departures.append(moment) }
        }
    }

    private let clock: SteppingClock
    private let log: Log
    private let script: @Sendable (_ request: HTTPRequest, _ number: Int) -> ScriptedExchange

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - clock: The clock it moves.
    ///   - log: Where it notes what it was asked to do.
    ///   - script: Says what to do with a request; the exchanges are numbered from 1.
    package init(
        clock: SteppingClock,
        log: Log,
        script: @escaping @Sendable (_ request: HTTPRequest, _ number: Int) -> ScriptedExchange
    ) {
        self.clock = clock
        self.log = log
        self.script = script
    }

    /// Creates a transport that goes through a list; its last exchange is repeated.
    ///
    /// - Parameters:
    ///   - clock: The clock it moves.
    ///   - log: Where it notes what it was asked to do.
    ///   - exchanges: What to do with each request.
    package init(clock: SteppingClock, log: Log, _ exchanges: [ScriptedExchange]) {
        self.init(clock: clock, log: log) { _, number in
            exchanges.isEmpty ? .response(200) : exchanges[min(number, exchanges.count) - 1]
        }
    }

    /// Performs the scripted exchange.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - gate: Is asked once the scripted connection stands.
    ///   - record: Where the times are noted.
    /// - Returns: The scripted response.
    /// - Throws: ``HTTPClientError`` as scripted, as the gate says, or of code `timedOut` at the limit of the attempt.
    package mutating func send(
        _ request: HTTPRequest,
        through gate: some DepartureGate,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        let exchange = script(request, log.begin(request))
        clock.advance(by: exchange.connect)
        var total = exchange.connect
        defer { record.updateLastAttempt { $0.total = total } }
        if case .unresolved(let code) = exchange.end {
            record.updateLastAttempt { $0.nameLookup = exchange.connect }
            throw HTTPClientError(code, "The look-up failed.")
        }
        if case .unconnected(let code) = exchange.end { throw HTTPClientError(code, "The connection failed.") }
        record.updateLastAttempt { $0.remote = exchange.peer }
        for _ in 0..<exchange.uselessConnections {
            try await wait(for: gate, to: exchange.peer)
            gate.takeBack()
        }
        try await pass(gate, to: exchange.peer)

        let left = request.limits.attempt - exchange.connect
        let time = min(exchange.answer, left)
        clock.advance(by: time)
        total += time
        if exchange.answer > left { throw departed(.timedOut, "The attempt took longer than allowed.") }
        switch exchange.end {
        case .response(let status, let headers, let body):
            return HTTPResponse(
                status: status,
                headers: headers,
                body: body,
                url: request.url,
                peer: exchange.peer,
                received: clock.moment,
                receivedAt: clock.wallNow
            )
        case .repeated:
            try await pass(gate, to: exchange.peer)
            throw departed(.transport, "The gate let a request go twice.")
        case .broken(let code), .unconnected(let code), .unresolved(let code):
            throw departed(code, "The connection broke.")
        }
    }

    private func pass(_ gate: some DepartureGate, to peer: PeerAddress) async throws(HTTPClientError) {
        try await wait(for: gate, to: peer)
        gate.departed(at: clock.moment)
        log.depart(at: clock.moment)
    }

    private func wait(for gate: some DepartureGate, to peer: PeerAddress) async throws(HTTPClientError) {
        while true {
            switch gate.decision(for: peer) {
            case .go:
                return
            case .wait(let moment):
                clock.advance(by: clock.moment.duration(to: moment))
            case .refuse(let error):
                throw error
            }
        }
    }

    private func departed(_ code: HTTPClientError.Code, _ message: String) -> HTTPClientError {
        var error = HTTPClientError(code, message)
        error.requestDeparted = true
        return error
    }
}
