import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The sample library as an HTTP/1.1 server on the loopback interface, in a thread of this process.
///
/// It is stopped by ``stop()``, when it is released, and with the process.
package final class SampleServer: Sendable {
    /// The port that is served.
    package let port: Int
    /// The thread's end of the pipe is read; a byte in it stops the server.
    private let stopPipe: Int32
    private let isStopped = Mutex(false)
    private let thread = DispatchGroup()

    /// Starts a server with all faults ahead.
    ///
    /// - Parameter port: The port; 0 for a free one.
    /// - Throws: ``SampleServerError`` when the port can't be had.
    package init(port: Int = 0) throws(SampleServerError) {
        let listener = try LoopbackSocket.listening(on: port)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            close(listener.socket)
            throw SampleServerError("No pipe can be had: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.port = listener.port
        stopPipe = ends[1]
        SampleServer.serve(listener: listener.socket, port: listener.port, stop: ends[0], in: thread)
    }

    deinit {
        stop()
    }

    /// Where the server is, without a slash at its end.
    package var baseURL: String { "http://127.0.0.1:\(port)" }

    /// Closes all connections and frees the port; a second call does nothing.
    package func stop() {
        let isFirst = isStopped.withLock { stopped in
            defer { stopped = true }
            return !stopped
        }
        guard isFirst else { return }
        // Closing the last writer ends the pipe, which the thread sees as readable.
        close(stopPipe)
        thread.wait()
    }

    /// Starts the thread; apart from the initialiser, so that its closure belongs to no actor.
    private static func serve(listener: Int32, port: Int, stop: Int32, in group: DispatchGroup) {
        DispatchQueue(label: "sample-library").async(group: group) { @Sendable in
            var loop = SampleServerLoop(listener: listener, stop: stop, baseURL: "http://127.0.0.1:\(port)")
            loop.run()
        }
    }
}
