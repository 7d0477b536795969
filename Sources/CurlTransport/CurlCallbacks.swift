import CCurl

// The functions that libcurl calls, on the worker's thread. But for those of the sockets each gets the exchange as its
// context and is called from within `perform`, while the exchange lives.

/// Takes a header line.
func curlTookHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let exchange = exchange(context) else { return 0 }
    return exchange.take(header: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

/// Takes a piece of the body.
func curlTookBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard size * count > 0 else { return 0 }
    guard let exchange = exchange(context) else { return 0 }
    return exchange.take(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

/// Says whether the request may be written.
func curlIsConnected(
    _ context: UnsafeMutableRawPointer?,
    _ remote: UnsafeMutablePointer<CChar>?,
    _ local: UnsafeMutablePointer<CChar>?,
    _ remotePort: Int32,
    _ localPort: Int32
) -> Int32 {
    guard let exchange = exchange(context), let remote, let local else { return CCURL_PREREQFUNC_ABORT }
    let ends = ConnectionEnds(
        remote: String(cString: remote), remotePort: remotePort, local: String(cString: local), localPort: localPort)
    return exchange.isConnected(ends) ? CCURL_PREREQFUNC_OK : CCURL_PREREQFUNC_ABORT
}

/// Opens a socket; the context is the list of them, which outlives every exchange.
func curlOpensSocket(_ context: UnsafeMutableRawPointer?, _ purpose: Int32, _ address: OpaquePointer?) -> Int32 {
    guard let sockets = sockets(context), let address else { return CCURL_SOCKET_BAD }
    return sockets.open(for: address)
}

/// Closes a socket, perhaps long after the exchange that opened it.
func curlClosesSocket(_ context: UnsafeMutableRawPointer?, _ socket: Int32) -> Int32 {
    sockets(context)?.close(socket)
    return 0
}

/// Is told of everything; only the writing of a head, the beginning of TLS and what is said of bytes too many matter.
func curlReported(
    _ easy: UnsafeMutableRawPointer?,
    _ kind: Int32,
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    switch kind {
    case CCURLINFO_HEADER_OUT: exchange(context)?.wroteHead()
    case CCURLINFO_SSL_DATA_OUT: exchange(context)?.wroteTLS()
    case CCURLINFO_TEXT: exchange(context)?.take(note: UnsafeRawBufferPointer(start: bytes, count: count))
    default: break
    }
    return 0
}

private func sockets(_ context: UnsafeMutableRawPointer?) -> OpenSockets? {
    context.map { Unmanaged<OpenSockets>.fromOpaque($0).takeUnretainedValue() }
}

private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}
