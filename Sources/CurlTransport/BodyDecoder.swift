import CCurl
package import HTTPPipeline

/// Undoes the content coding of a body while it comes in (RFC 9110 section 8.4.1); used on one thread at a time.
///
/// The stream must have an end of its own, so that a body that was cut is never taken for a whole one.
package final class BodyDecoder {
    private enum State {
        case empty, inStream, behindStream, inPadding
    }

    private let isGzip: Bool
    private var state = State.empty
    private var inflater: OpaquePointer?
    /// What one step makes at the most, so that a small body that decodes to a huge one takes no more room than its limit.
    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)

    /// Creates a decoder.
    ///
    /// - Parameter encoding: The codings of the body in small letters, `identity` left out, joined by commas.
    /// - Throws: ``HTTPClientError`` of code ``HTTPClientError/Code/undecodableBody`` where it can't undo them.
    package init(_ encoding: String) throws(HTTPClientError) {
        switch encoding {
        case "gzip", "x-gzip": isGzip = true
        case "deflate": isGzip = false
        default:
            isGzip = false
            throw HTTPClientError(.undecodableBody, "The body is encoded (\(encoding)), which can't be undone.")
        }
    }

    deinit {
        ccurl_inflater_free(inflater)
        room.deallocate()
    }

    /// Decodes a piece.
    ///
    /// - Parameters:
    ///   - bytes: The piece.
    ///   - body: What was decoded so far; gets the rest.
    ///   - maxBody: The largest body accepted.
    /// - Throws: ``HTTPClientError`` when the stream is broken or decodes to more than is accepted.
    package func decode(
        _ bytes: UnsafeRawBufferPointer, into body: inout [UInt8], maxBody: Int
    ) throws(HTTPClientError) {
        var rest = bytes[...]
        while let first = rest.first {
            switch state {
            case .inStream:
                try inflate(&rest, into: &body, maxBody: maxBody)
            case .behindStream where first == 0, .inPadding where first == 0:
                state = .inPadding
                rest.removeFirst()
            case .behindStream where isGzip, .empty:
                // Several members make one body (RFC 1952 section 2.2).
                try begin(with: first)
            case .behindStream, .inPadding:
                throw Self.broken
            }
        }
    }

    /// Ends the body.
    ///
    /// - Throws: ``HTTPClientError`` of code ``HTTPClientError/Code/truncatedBody`` where the stream has not ended.
    package func finish() throws(HTTPClientError) {
        if state == .inStream {
            throw HTTPClientError(.truncatedBody, "The compressed body ended before its own end.")
        }
    }

    private func begin(with first: UInt8) throws(HTTPClientError) {
        // "deflate" is zlib's format, but some servers send the bare stream, in which this first byte can't occur.
        let isBare = !isGzip && first & 0x8f != 8
        let format = isGzip ? CCURL_FORMAT_GZIP : isBare ? CCURL_FORMAT_RAW : CCURL_FORMAT_ZLIB
        if let inflater {
            guard ccurl_inflater_begin(inflater, format) == 1 else { throw Self.broken }
        } else {
            inflater = ccurl_inflater_make(format)
        }
        state = .inStream
    }

    private func inflate(
        _ rest: inout Slice<UnsafeRawBufferPointer>, into body: inout [UInt8], maxBody: Int
    ) throws(HTTPClientError) {
        guard let inflater else { throw HTTPClientError(.transport, "There is no memory to decode the body.") }
        while true {
            let bytes = UnsafeRawBufferPointer(rebasing: rest)
            var used = bytes.count
            var made = room.count
            let result = ccurl_inflate(inflater, bytes.baseAddress, &used, room.baseAddress, &made)
            rest = rest.dropFirst(used)
            guard made <= maxBody - body.count else { throw BodyFraming.tooLarge(maxBody) }
            body.append(contentsOf: room[..<made])
            switch result {
            case CCURL_INFLATE_ENDED:
                state = .behindStream
                return
            case CCURL_INFLATE_GOES_ON where made == room.count:
                // More may be ready.
                continue
            case CCURL_INFLATE_GOES_ON where rest.isEmpty:
                return
            default:
                throw Self.broken
            }
        }
    }

    private static let broken = HTTPClientError(.undecodableBody, "The body's content encoding is broken.")
}
