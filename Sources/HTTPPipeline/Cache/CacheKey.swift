/// What an answer is kept under; it never holds a secret.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
    /// The key as text: the identity that the caller gave, or method, URL and `Accept`.
    public let description: String

    /// Creates a key from its text.
    ///
    /// - Parameter text: A text of the form that ``description`` gives.
    public init(_ text: String) {
        description = text
    }

    /// The key of a request that a cache may answer; nil where the request has to pass the cache by.
    ///
    /// That is a request that isn't a GET, has a body, has its own say in caching, or holds a secret while no
    /// ``CachePolicy/identity`` names it: without the secret the key would give one reader's answer to another.
    ///
    /// - Parameter request: The request.
    public init?(of request: HTTPRequest) {
        guard request.cache.isEnabled, request.method == .get, request.body == nil,
            !request.headers.fields.contains(where: { Self.bypassing.contains($0.name.asciiLowercased) })
        else { return nil }
        if let identity = request.cache.identity {
            self.init(identity)
            return
        }
        guard !request.headers.fields.contains(where: { request.sensitive.hides(header: $0.name) }),
            !request.url.parameters.contains(where: { request.sensitive.hides(parameter: $0.name) })
        else { return nil }
        let accept = request.headers["Accept"].map { "\nAccept: \($0)" } ?? ""
        self.init("\(request.method) \(request.url.withoutCredentials)\(accept)")
    }

    /// Headers with which a request asks for a part, for a comparison of its own, or for no cache (RFC 9111 section 5.2.1).
    private static let bypassing: Set<String> = [
        "cache-control", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "pragma",
        "range",
    ]
}
