/// A strict absolute `http` or `https` URL; its serialised form is what the transport gets.
public struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
    /// The scheme, `http` or `https`.
    public let scheme: String
    /// User and password as they stand in the URL, percent-encoded: `user:secret`; nil for none.
    public let credentials: String?
    /// The canonical host: small letters, IPv6 in brackets.
    public let host: String
    /// The port, the scheme's default included.
    public let port: Int
    /// The path, percent-encoded, from its leading slash.
    public let path: String
    /// The query, percent-encoded, without its question mark; nil for none.
    public let query: String?

    /// Reads a URL.
    ///
    /// - Parameter text: The URL; a fragment is dropped.
    /// - Throws: ``HTTPURLError`` when the text is not such a URL; the error says why.
    public init(_ text: String) throws(HTTPURLError) {
        guard let schemeEnd = text.range(of: "://") else { throw HTTPURLError("it has no scheme") }
        scheme = String(text[..<schemeEnd.lowerBound]).asciiLowercased
        let rest = text[schemeEnd.upperBound...].prefix { $0 != "#" }
        let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        var authority = rest[..<authorityEnd]
        if let at = authority.lastIndex(of: "@") {
            credentials = String(authority[..<at])
            authority = authority[authority.index(after: at)...]
        } else {
            credentials = nil
        }
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            port = Int(authority[authority.index(after: colon)...]) ?? 0
            host = String(authority[..<colon]).asciiLowercased
        } else {
            port = scheme == "https" ? 443 : 80
            host = String(authority).asciiLowercased
        }
        let tail = rest[authorityEnd...]
        let mark = tail.firstIndex(of: "?") ?? tail.endIndex
        path = tail[..<mark].isEmpty ? "/" : String(tail[..<mark])
        query = mark == tail.endIndex ? nil : String(tail[tail.index(after: mark)...])
    }

    private init(copying url: HTTPURL, credentials: String?) {
        scheme = url.scheme
        self.credentials = credentials
        host = url.host
        port = url.port
        path = url.path
        query = url.query
    }

    /// The same URL without user and password.
    public var withoutCredentials: HTTPURL {
        credentials == nil ? self : HTTPURL(copying: self, credentials: nil)
    }

    /// The value of an `Authorization` header of the Basic scheme (RFC 7617) for the URL's credentials; nil for none.
    public var basicAuthorization: String? { nil }

    /// The strict origin.
    public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

    /// The URL as text; the default port is left out.
    public var serialized: String {
        let isDefaultPort = port == (scheme == "https" ? 443 : 80)
        return scheme + "://" + (credentials.map { $0 + "@" } ?? "") + host + (isDefaultPort ? "" : ":\(port)") + path
            + (query.map { "?" + $0 } ?? "")
    }

    /// The URL as text, user and password included: never print it; see ``Redaction``.
    public var description: String { serialized }

    /// Resolves a reference against this URL (RFC 3986 section 5.2).
    ///
    /// - Parameter reference: An absolute or relative reference, as in a `Location` header.
    /// - Returns: The target; it never inherits credentials.
    /// - Throws: ``HTTPURLError`` when the target is not such a URL.
    public func resolving(_ reference: String) throws(HTTPURLError) -> HTTPURL {
        try HTTPURL(reference)
    }
}

/// Why a text is not an ``HTTPURL``.
public struct HTTPURLError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, as the end of a sentence: `its host is empty`.
    public let description: String

    /// Creates an error.
    ///
    /// - Parameter description: What is wrong, as the end of a sentence.
    public init(_ description: String) {
        self.description = description
    }
}

extension String {
    fileprivate func range(of needle: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
