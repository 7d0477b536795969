#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The sockets of the sample library: they never block, and only this machine reaches them.
enum LoopbackSocket {
    /// What a read or write came to.
    enum Transfer {
        case bytes(Int)
        case later
        case ended
    }

    /// Opens a listening socket on 127.0.0.1.
    ///
    /// - Parameter port: The port; 0 for a free one.
    /// - Returns: The socket and its port.
    /// - Throws: ``SampleServerError`` when the port can't be had.
    static func listening(on port: Int) throws(SampleServerError) -> (socket: Int32, port: Int) {
        guard let number = UInt16(exactly: port) else {
            throw SampleServerError("\(port) is not a port: it must be 0 to 65535")
        }
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, stream, 0)
        guard listener >= 0 else { throw failure(port) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = number.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        setOption(SO_REUSEADDR, on: listener)
        prepare(listener)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard isOpen else {
            let error = failure(port)
            close(listener)
            throw error
        }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Takes a connection that waits.
    ///
    /// - Parameter listener: The listening socket.
    /// - Returns: The connection; nil where none waits or the system has no descriptor left.
    static func accepted(from listener: Int32) -> Int32? {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return nil }
        prepare(connection)
        var on: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
            setOption(SO_NOSIGPIPE, on: connection)
        #endif
        return connection
    }

    /// Reads what has come.
    static func read(from socket: Int32, into buffer: inout [UInt8]) -> Transfer {
        outcome(of: recv(socket, &buffer, buffer.count, 0))
    }

    /// Writes as much as the kernel takes.
    static func write(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Transfer {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        return outcome(of: bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) })
    }

    private static func outcome(of count: Int) -> Transfer {
        if count > 0 { return .bytes(count) }
        if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return .later }
        return .ended
    }

    private static func prepare(_ socket: Int32) {
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    }

    private static func setOption(_ option: Int32, on socket: Int32) {
        var on: Int32 = 1
        setsockopt(socket, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func failure(_ port: Int) -> SampleServerError {
        SampleServerError("127.0.0.1:\(port) can't be served: \(String(cString: strerror(errno)))")
    }
}
