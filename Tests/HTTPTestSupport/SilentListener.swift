import CTestSupport

/// A listening socket whose backlog is full, so that a further connect gets no answer.
///
/// Linux drops the handshake's first packet then; other systems may refuse it.
package final class SilentListener: Sendable {
    /// The port it listens on, on 127.0.0.1.
    package let port: Int
    private let listener: Int32
    private let fillers: [Int32]

    /// Listens and fills the backlog.
    ///
    /// - Throws: ``ScriptedServerError`` when the address can't be listened on or the backlog never fills.
    package init() throws(ScriptedServerError) {
        let address = "127.0.0.1"
        var port: Int32 = 0
        let listener = ctest_listen(address, 0, &port)
        guard listener >= 0 else { throw ScriptedServerError(address: address) }
        var fillers: [Int32] = []
        var isFull = false
        while !isFull, fillers.count < 16 {
            let filler = ctest_begin_connect(address, port)
            guard filler >= 0 else { break }
            fillers.append(filler)
            isFull = ctest_connected(filler, 100) == 0
        }
        self.port = Int(port)
        self.listener = listener
        self.fillers = fillers
        guard isFull else { throw ScriptedServerError(address: address) }
    }

    deinit {
        for descriptor in [listener] + fillers { ctest_close(descriptor) }
    }

    /// Breaks the silence: whoever repeats its connect gets through.
    ///
    /// - Parameter script: Answers the requests that come then.
    /// - Returns: The server, which takes the connections.
    package func open(script: @escaping ScriptedServer.Script) -> ScriptedServer {
        ScriptedServer(taking: ctest_duplicate(listener), port: port, script: script)
    }
}
