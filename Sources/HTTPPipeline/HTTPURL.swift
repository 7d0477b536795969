/// A strict absolute `http` or `https` URL; its serialised form is what the transport gets.
///
/// Every part has one spelling that all readers understand alike, so that what decides about origin, lane and secrets
/// and what opens the connection see the same host.
public struct HTTPURL: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
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
    /// - Throws: ``HTTPURLError`` when the text is not such a URL; the error says why, and never shows the credentials.
    public init(_ text: String) throws(HTTPURLError) {
        self = try HTTPURLParser(repairs: false).url(from: text)
    }

    /// Puts checked parts together.
    init(scheme: String, credentials: String?, host: String, port: Int, path: String, query: String?) {
        self.scheme = scheme
        self.credentials = credentials
        self.host = host
        self.port = port
        self.path = path
        self.query = query
    }

    /// The same URL without user and password.
    public var withoutCredentials: HTTPURL {
        credentials == nil
            ? self : HTTPURL(scheme: scheme, credentials: nil, host: host, port: port, path: path, query: query)
    }

    /// The value of an `Authorization` header of the Basic scheme (RFC 7617) for the URL's credentials; nil for none.
    public var basicAuthorization: String? {
        guard let credentials else { return nil }
        let parts = credentials.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let password = parts.count == 2 ? PercentEncoding.decode(parts[1]) : []
        return "Basic " + Base64.encode(PercentEncoding.decode(parts[0]) + [UInt8(ascii: ":")] + password)
    }

    /// The strict origin.
    public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

    /// The URL as text, user and password included; the default port is left out.
    public var serialized: String {
        var text = scheme
        text += "://"
        if let credentials { text += credentials + "@" }
        text += host
        if port != HTTPURLParser.defaultPort(of: scheme) { text += ":" + String(port) }
        text += path
        if let query { text += "?" + query }
        return text
    }

    /// The URL as it may be printed: user, password and the usual key parameters are masked; ``serialized`` is all of it.
    public var description: String { Self.redaction.masked(serialized) }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// What `dump` shows: no more than ``description``.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }

    private static let redaction = Redaction()
}
