extension HTTPURL {
    /// The parameters of the query, decoded: a plus sign is a space, as servers read it; a missing value is empty.
    public var parameters: [(name: String, value: String)] {
        pairs.map { pair in
            let parts = pair.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count == 2 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The same URL with parameters added at the end of its query.
    ///
    /// - Parameter items: Names and values as they are meant; all but unreserved characters are percent-encoded.
    /// - Returns: The longer URL.
    public func appendingQuery(_ items: [(name: String, value: String)]) -> HTTPURL {
        let added = items.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }
        return replacingQuery(pairs: pairs.map(String.init) + added)
    }

    /// The same URL without some parameters; the others stay as they are written.
    ///
    /// - Parameter isUnwanted: Says of a decoded name whether the parameter goes.
    /// - Returns: The shorter URL.
    public func removingParameters(where isUnwanted: (String) -> Bool) -> HTTPURL {
        let kept = pairs.filter { !isUnwanted(Self.name(of: $0)) }
        return kept.count == pairs.count ? self : replacingQuery(pairs: kept.map(String.init))
    }

    private var pairs: [Substring] {
        query?.split(separator: "&") ?? []
    }

    private func replacingQuery(pairs: [String]) -> HTTPURL {
        let query = pairs.isEmpty ? nil : pairs.joined(separator: "&")
        return HTTPURL(scheme: scheme, credentials: credentials, host: host, port: port, path: path, query: query)
    }

    private static func name(of pair: Substring) -> String {
        decoded(pair.utf8.prefix { $0 != UInt8(ascii: "=") })
    }

    private static func decoded(_ part: Substring.UTF8View) -> String {
        let spaced = part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: PercentEncoding.decode(spaced), as: UTF8.self)
    }
}
