import CTestSupport
package import HTTPPipeline

/// An HTTP/1.1 server on a loopback address that answers as a script says and records what arrived when.
///
/// It runs on threads of its own, so that neither a test's executor nor the code under test can delay it. Arrival times
/// are the kernel's. Prefer ``withScriptedServer(at:script:_:)``, which stops it at the end.
package final class ScriptedServer: Sendable {
    /// The script: from a request to what is done with it; called on a thread of the request's connection.
    package typealias Script = @Sendable (ScriptedRequest) -> ScriptedAnswer

    /// The address it listens on.
    package let address: String
    /// The port it listens on.
    package let port: Int
    private let core: ScriptedServerCore

    /// Starts a server on a free port.
    ///
    /// - Parameters:
    ///   - address: A numeric loopback address: `127.0.0.1`, `127.0.0.2`, `::1`.
    ///   - script: The script.
    /// - Throws: ``ScriptedServerError`` when the address can't be listened on.
    package init(at address: String = "127.0.0.1", script: @escaping Script) throws(ScriptedServerError) {
        var port: Int32 = 0
        let listener = ctest_listen(address, 128, &port)
        guard listener >= 0 else { throw ScriptedServerError(address: address) }
        self.address = address
        self.port = Int(port)
        core = ScriptedServerCore(listener: listener, script: script)
        core.start()
    }

    /// Takes a listening socket over.
    init(taking listener: Int32, port: Int, script: @escaping Script) {
        address = "127.0.0.1"
        self.port = port
        core = ScriptedServerCore(listener: listener, script: script)
        core.start()
    }

    deinit {
        stop()
    }

    /// Ends all connections and threads; does nothing the second time.
    package func stop() {
        core.stop()
    }

    /// The host as a URL spells it.
    package var host: String { address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]" : address }

    /// A URL of this server.
    ///
    /// - Parameters:
    ///   - target: The path, with a query where wanted.
    ///   - host: Another name for the server's host, such as `localhost`.
    /// - Returns: The URL.
    /// - Throws: `HTTPURLError` when the path makes no URL.
    package func url(_ target: String = "/", host: String? = nil) throws(HTTPURLError) -> HTTPURL {
        try HTTPURL("http://\(host ?? self.host):\(port)\(target)")
    }

    /// The requests so far in the order of arrival.
    package var requests: [ScriptedRequest] { core.requests }
    /// How many connections were accepted so far.
    package var connectionCount: Int { core.connectionCount }
    /// How many of them the client or the server has ended.
    package var endedConnectionCount: Int { core.endedConnectionCount }
    /// The times between the arrivals of successive requests.
    package var arrivalGaps: [Duration] {
        let stamps = requests.map(\.arrivedNs).sorted()
        return zip(stamps.dropFirst(), stamps).map { .nanoseconds($0 - $1) }
    }

    /// Waits until a number of requests have arrived.
    ///
    /// - Parameter count: The number.
    /// - Returns: All requests so far.
    @discardableResult
    package func requests(atLeast count: Int) async -> [ScriptedRequest] {
        await core.wait(until: { $0.requests.count >= count })
        return requests
    }

    /// How many answers were played to their end so far, or broken off.
    package var answerCount: Int { core.answerCount }

    /// Waits until a number of answers have been played to their end, or broken off.
    ///
    /// - Parameter count: The number.
    package func answers(atLeast count: Int) async {
        await core.wait(until: { $0.answers >= count })
    }

    /// Waits until a number of connections have ended.
    ///
    /// - Parameter count: The number.
    package func endedConnections(atLeast count: Int) async {
        await core.wait(until: { $0.endedConnections >= count })
    }
}

/// A server could not be started.
package struct ScriptedServerError: Error {
    /// The address it was to listen on.
    package let address: String
}

/// Runs a server while a test needs it.
///
/// - Parameters:
///   - address: A numeric loopback address.
///   - script: The script.
///   - body: What to do meanwhile.
/// - Returns: What the body returns.
/// - Throws: ``ScriptedServerError``, or what the body throws.
package func withScriptedServer<Result>(
    at address: String = "127.0.0.1",
    script: @escaping ScriptedServer.Script,
    _ body: (ScriptedServer) async throws -> Result
) async throws -> Result {
    let server = try ScriptedServer(at: address, script: script)
    defer { server.stop() }
    return try await body(server)
}
