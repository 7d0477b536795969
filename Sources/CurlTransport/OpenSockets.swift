import CCurl

/// The sockets of libcurl's connections, so that a kept one can be looked at; used on the worker's thread alone.
final class OpenSockets {
    private var sockets: [Int32] = []

    /// Opens a socket for libcurl.
    func open(for address: OpaquePointer) -> Int32 {
        let socket = ccurl_socket_open(address)
        if socket != CCURL_SOCKET_BAD { sockets.append(socket) }
        return socket
    }

    /// Closes a socket of libcurl's.
    func close(_ socket: Int32) {
        sockets.removeAll { $0 == socket }
        ccurl_socket_close(socket)
    }

    /// The connection between two ends; nil where there is none.
    func wire(between ends: ConnectionEnds) -> Wire? {
        sockets.last {
            ccurl_socket_joins($0, ends.remote, ends.remotePort, ends.local, ends.localPort) == 1
        }.map(Wire.init)
    }
}

/// The two ends of a connection, as libcurl names them for as long as it calls back.
struct ConnectionEnds {
    let remote: UnsafePointer<CChar>
    let remotePort: Int32
    let local: UnsafePointer<CChar>
    let localPort: Int32
}
