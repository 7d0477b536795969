import HTTPPipeline
import JSONText

/// How the body of a response that is no book is told in the results.
enum RawAnswer {
    /// Tells a body.
    ///
    /// JSON is told token for token where the response says that it is JSON, or doesn't say what it is. A body with a secret in it is
    /// told masked: as JSON where the secret stands within its tokens, else as text.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - redaction: Masks the secrets that a server sends back.
    /// - Returns: The answer; nil for an empty body.
    static func telling(_ response: HTTPResponse, redaction: Redaction) -> RequestResult.Answer? {
        guard !response.body.isEmpty else { return nil }
        if redaction.findsSecret(in: response.body) {
            if mayBeJSON(response), let json = JSONText.compacted(response.body) {
                let masked = JSONMask(redaction).masking(json)
                if !redaction.findsSecret(in: masked) { return .json(masked) }
            }
            return .text(redaction.masked(String(decoding: response.body, as: UTF8.self)))
        }
        if let json = json(response.body, of: response, redaction) { return json }
        return String(validating: response.body, as: UTF8.self).map { .text($0) } ?? .bytes(response.body)
    }

    private static func json(
        _ body: [UInt8], of response: HTTPResponse, _ redaction: Redaction
    ) -> RequestResult.Answer? {
        guard mayBeJSON(response), let json = JSONText.compacted(body) else { return nil }
        // A secret may be JSON itself, and be whole only without the white space.
        return redaction.findsSecret(in: json) ? nil : .json(json)
    }

    private static func mayBeJSON(_ response: HTTPResponse) -> Bool {
        guard let type = response.headers["Content-Type"] else { return true }
        let bytes = type.utf8.prefix { $0 != UInt8(ascii: ";") }
        let essence = String(
            decoding: bytes.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }, as: UTF8.self
        ).asciiLowercased
        return essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
    }
}
