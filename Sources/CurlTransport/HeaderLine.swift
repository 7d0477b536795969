import HTTPPipeline

/// One header line in the form in which libcurl takes it, in a buffer that serves all lines.
struct HeaderLine {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(256)
    }

    /// Takes a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - bodySize: The size of the request's body; nil for none.
    /// - Returns: Whether there is a line to send; `Content-Length` is libcurl's own business.
    /// - Throws: `HTTPClientError` when the field would change the framing or the line structure (RFC 9110 section 5.5).
    mutating func set(_ field: HTTPHeaders.Field, bodySize: Int?) throws(HTTPClientError) -> Bool {
        guard HTTPHeaders.isValidName(field.name) else {
            throw HTTPClientError(.invalidRequest, "\(field.name.debugDescription) is not a header name.")
        }
        guard !field.value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
            throw HTTPClientError(.invalidRequest, "The value of \(field.name) contains a line break or a NUL.")
        }
        if field.name.equalsIgnoringASCIICase("Transfer-Encoding") {
            throw HTTPClientError(.invalidRequest, "Transfer-Encoding can't be set by hand.")
        }
        if field.name.equalsIgnoringASCIICase("Content-Length") {
            guard Int(field.value) == bodySize ?? 0 else {
                throw HTTPClientError(.invalidRequest, "Content-Length differs from the size of the body.")
            }
            return false
        }
        bytes.removeAll(keepingCapacity: true)
        bytes += field.name.utf8
        // A bare colon would remove the header; the semicolon is libcurl's spelling of an empty value.
        if field.value.utf8.allSatisfy({ $0 == 32 || $0 == 9 }) {
            bytes.append(UInt8(ascii: ";"))
        } else {
            bytes += ": ".utf8
            bytes += field.value.utf8
        }
        return true
    }

    /// Takes the order to leave a header out.
    mutating func remove(_ name: String) {
        bytes.removeAll(keepingCapacity: true)
        bytes += name.utf8
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        bytes.append(0)
        return bytes.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
    }
}
