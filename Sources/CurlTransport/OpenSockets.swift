import CCurl

/// The sockets of libcurl's connections, so that a kept one can be looked at; used on the worker's thread alone.
final class OpenSockets {
    private var sockets: [Int32] = []
    /// The ends of those that were looked up, which stay the same for as long as they are open.
    private var ends: [Int32: ConnectionEnds] = [:]

    /// Opens a socket for libcurl.
    func open(for address: OpaquePointer) -> Int32 {
        let socket = ccurl_socket_open(address)
        if socket != CCURL_SOCKET_BAD { sockets.append(socket) }
        return socket
    }

    /// Closes a socket of libcurl's.
    func close(_ socket: Int32) {
        sockets.removeAll { $0 == socket }
        ends[socket] = nil
        ccurl_socket_close(socket)
    }

    /// The connection between two ends; nil where there is none.
    func wire(between ends: ConnectionEnds) -> Wire? {
        let joining = sockets.last { socket in
            self.ends[socket].map { $0 == ends }
                ?? (ccurl_socket_joins(socket, ends.remote, ends.remotePort, ends.local, ends.localPort) == 1)
        }
        guard let joining else { return nil }
        self.ends[joining] = ends
        return Wire(joining)
    }
}

/// The two ends of a connection, as libcurl names them.
struct ConnectionEnds: Hashable {
    let remote: String
    let remotePort: Int32
    let local: String
    let localPort: Int32
}
