import CCurl

// The functions that libcurl calls. Each gets the exchange as its context; libcurl calls them on the worker's thread, from
// within `perform`, while the exchange lives.

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
    guard let exchange = exchange(context), let remote else { return CCURL_PREREQFUNC_ABORT }
    return exchange.isConnected(to: String(cString: remote), port: Int(remotePort))
        ? CCURL_PREREQFUNC_OK : CCURL_PREREQFUNC_ABORT
}

/// Is told of everything; only the writing of a head and the beginning of TLS matter.
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
    default: break
    }
    return 0
}

private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}
