#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The thread of a sample server: it serves all connections by turns.
struct SampleServerLoop {
    /// How many connections are held at once; further ones wait in the kernel.
    private static let maxConnections = 128
    /// How long no connection is accepted after one could not be, as for lack of descriptors, which `poll` can't tell.
    private static let acceptPause = Duration.milliseconds(100)
    private let listener: Int32
    private let stop: Int32
    private var router: SampleRouter
    private var connections: [SampleConnection] = []
    private var acceptTime: ContinuousClock.Instant?
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

    /// Creates a loop that owns both descriptors.
    ///
    /// - Parameters:
    ///   - listener: The listening socket.
    ///   - stop: A descriptor that becomes readable when the server is to stop.
    ///   - baseURL: Where the server is.
    init(listener: Int32, stop: Int32, baseURL: String) {
        self.listener = listener
        self.stop = stop
        router = SampleRouter(baseURL: baseURL)
    }

    /// Serves until it is to stop, then closes everything.
    mutating func run() {
        while true {
            if let time = acceptTime, time <= .now { acceptTime = nil }
            let accepts = acceptTime == nil && connections.count < Self.maxConnections
            var descriptors = [
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
                pollfd(fd: accepts ? listener : -1, events: Int16(POLLIN), revents: 0),
            ]
            for connection in connections {
                descriptors.append(pollfd(fd: connection.socket, events: connection.awaitedEvents, revents: 0))
            }
            guard poll(&descriptors, nfds_t(descriptors.count), timeout()) >= 0 || errno == EINTR else { break }
            if descriptors[0].revents != 0 { break }
            // From the last, so that removing one leaves the others in their place.
            for index in connections.indices.reversed() {
                let isReady = descriptors[index + 2].revents != 0
                if !connections[index].serve(isReady: isReady, router: &router, buffer: &buffer) {
                    close(connections[index].socket)
                    connections.remove(at: index)
                }
            }
            guard descriptors[1].revents != 0 else { continue }
            if let socket = LoopbackSocket.accepted(from: listener) {
                connections.append(SampleConnection(socket: socket))
            } else {
                acceptTime = .now + Self.acceptPause
            }
        }
        for connection in connections { close(connection.socket) }
        close(listener)
        close(stop)
    }

    /// The time to the next thing that happens by itself, in milliseconds; -1 for none.
    private func timeout() -> Int32 {
        guard let next = (connections.map(\.wakeTime) + [acceptTime].compactMap { $0 }).min() else { return -1 }
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: next).components
        // Rounded up, else the last millisecond would be waited for without a pause.
        return Int32(clamping: max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
}
