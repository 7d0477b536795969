import CTestSupport

/// A listening socket whose backlog is full, so that a further connect gets no answer.
///
/// Linux drops the handshake's first packet then; other systems may refuse it.
package final class SilentListener: Sendable {
    /// The port it listens on, on 127.0.0.1.
    package let port: Int
    private let descriptors: [Int32]

    /// Listens and fills the backlog.
    ///
    /// - Throws: ``ScriptedServerError`` when the address can't be listened on or the backlog never fills.
    package init() throws(ScriptedServerError) {
        let address = "127.0.0.1"
        var port: Int32 = 0
        let listener = ctest_listen(address, 0, &port)
        guard listener >= 0 else { throw ScriptedServerError(address: address) }
        var descriptors = [listener]
        var isFull = false
        while !isFull, descriptors.count < 16 {
            let filler = ctest_begin_connect(address, port)
            guard filler >= 0 else { break }
            descriptors.append(filler)
            isFull = ctest_connected(filler, 100) == 0
        }
        self.port = Int(port)
        self.descriptors = descriptors
        guard isFull else { throw ScriptedServerError(address: address) }
    }

    deinit {
        for descriptor in descriptors { ctest_close(descriptor) }
    }
}
