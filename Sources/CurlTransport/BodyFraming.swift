import HTTPPipeline

/// What a response's head says of its body, as far as it decides whether the body is read at all.
struct BodyFraming {
    /// The announced size; nil where there is none.
    private(set) var announcedSize: Int?
    /// The content encoding that is to be undone; nil for none.
    private(set) var encoding: String?

    /// Whether the size is given in two ways, of which one may be meant for another reader (RFC 9112 section 6.3).
    private(set) var isAmbiguous = false

    /// Reads the head.
    ///
    /// - Parameters:
    ///   - headers: The response's fields.
    ///   - hasBody: Whether the method and the status allow a body.
    ///   - maxBody: The largest body accepted.
    /// - Throws: `HTTPClientError` when the announced size is too large, or when it is none (RFC 9112 section 6.3), or when
    ///   there is a transfer coding that no request allows (RFC 9112 section 7.4).
    init(_ headers: HTTPHeaders, hasBody: Bool, maxBody: Int) throws(HTTPClientError) {
        let codings = Self.codings(in: headers.values(of: "Content-Encoding"))
        encoding = codings.isEmpty ? nil : codings.joined(separator: ", ")
        guard hasBody else { return }
        let transfer = Self.codings(in: headers.values(of: "Transfer-Encoding"))
        guard transfer.isEmpty || transfer == ["chunked"] else {
            throw HTTPClientError(
                .malformedResponse, "The response's transfer coding is \(transfer.joined(separator: ", ")).")
        }
        if !transfer.isEmpty {
            isAmbiguous = headers["Content-Length"] != nil
            return
        }
        for value in headers.values(of: "Content-Length") {
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                let digits = part.filter { $0 != " " && $0 != "\t" }
                guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
                    throw HTTPClientError(.malformedResponse, "The response's Content-Length is not a number.")
                }
                let size = Int(digits) ?? .max
                guard announcedSize == nil || announcedSize == size else {
                    throw HTTPClientError(.malformedResponse, "The response has two different Content-Lengths.")
                }
                announcedSize = size
            }
        }
        if let announcedSize, announcedSize > maxBody { throw Self.tooLarge(maxBody) }
    }

    /// The codings that a field lists, in small letters and without the one that changes nothing.
    private static func codings(in values: [String]) -> [String] {
        values.joined(separator: ",").asciiLowercased.split { $0 == "," || $0 == " " || $0 == "\t" }
            .map { String($0) }.filter { $0 != "identity" }
    }

    /// The error of a body beyond the limit.
    static func tooLarge(_ maxBody: Int) -> HTTPClientError {
        HTTPClientError(.tooLarge, "The body is larger than \(maxBody) bytes.")
    }
}
