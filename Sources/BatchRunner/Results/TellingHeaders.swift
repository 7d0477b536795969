import HTTPPipeline

/// The headers of a response that the results tell: those that help to understand it and hold no secret.
enum TellingHeaders {
    private static let names: Set<String> = [
        "date", "retry-after", "etag", "request-id", "x-request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray",
    ]
    private static let prefixes = ["ratelimit", "x-ratelimit-", "x-rate-limit-"]

    /// Picks the headers to tell.
    ///
    /// - Parameters:
    ///   - headers: All headers of a response.
    ///   - redaction: Masks the secrets that a server sends back.
    /// - Returns: Those of the list, in the response's order; lines of one name are joined.
    static func picked(from headers: HTTPHeaders, redaction: Redaction) -> HTTPHeaders {
        var picked = HTTPHeaders()
        for field in headers.fields {
            let name = field.name.asciiLowercased
            guard names.contains(name) || prefixes.contains(where: name.hasPrefix), !picked.contains(name),
                let value = headers[name]
            else { continue }
            picked.add(field.name, redaction.masked(value, ofHeader: name))
        }
        return picked
    }
}
