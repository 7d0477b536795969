extension HTTPURL {
    /// Resolves a reference against this URL (RFC 3986 section 5.2).
    ///
    /// Characters that must not stand in a path or a query are percent-encoded, since servers send them.
    ///
    /// - Parameter reference: An absolute or relative reference, as in a `Location` header; a fragment is dropped.
    /// - Returns: The target; it inherits no credentials, and those in the reference are dropped.
    /// - Throws: ``HTTPURLError`` when the target is not such a URL.
    public func resolving(_ reference: String) throws(HTTPURLError) -> HTTPURL {
        let parser = HTTPURLParser(repairs: true)
        let bytes = Self.trimmed(Array(reference.utf8)[...])
        if HTTPURLParser.lengthOfScheme(bytes) != nil {
            return try parser.url(from: String(decoding: bytes, as: UTF8.self)).withoutCredentials
        }
        if bytes.starts(with: "//".utf8) {
            return try parser.url(from: scheme + ":" + String(decoding: bytes, as: UTF8.self)).withoutCredentials
        }
        var (path, query) = try parser.pathAndQuery(bytes)
        if let relative = path {
            let folder =
                relative.hasPrefix("/") ? "" : self.path[...(self.path.lastIndex(of: "/") ?? self.path.startIndex)]
            path = HTTPURLParser.removingDotSegments(from: folder + relative)
        } else if query == nil {
            query = self.query
        }
        return HTTPURL(scheme: scheme, credentials: nil, host: host, port: port, path: path ?? self.path, query: query)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let head = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = head.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return end.map { head[...$0] } ?? []
    }
}
