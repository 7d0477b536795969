/// Takes a URL apart and checks each part.
struct HTTPURLParser {
    /// Whether characters that must not stand in path or query are percent-encoded, in place of an error.
    ///
    /// Servers put such characters into `Location`; in what people write they are mistakes.
    var repairs: Bool

    /// The port where a URL names none.
    static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    /// Reads an absolute URL.
    func url(from text: String) throws(HTTPURLError) -> HTTPURL {
        let bytes = Array(text.utf8)
        let (scheme, start) = try scheme(of: bytes)
        let end =
            bytes[start...].firstIndex {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
            } ?? bytes.endIndex
        let authority = bytes[start..<end]
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let credentials = try at.map { at throws(HTTPURLError) in try self.credentials(authority[..<at]) }
        let (host, port) = try hostAndPort(authority[(at.map { $0 + 1 } ?? start)...], rest: bytes[end...])
        let (path, query) = try pathAndQuery(bytes[end...])
        return HTTPURL(
            scheme: scheme,
            credentials: credentials == "" ? nil : credentials,
            host: host,
            port: port ?? Self.defaultPort(of: scheme),
            path: Self.removingDotSegments(from: path ?? "/"),
            query: query
        )
    }

    /// Reads what follows the authority; a fragment is checked and dropped.
    ///
    /// - Returns: The path as it is written, nil for an empty one, and the query, nil where there is none.
    func pathAndQuery(_ part: ArraySlice<UInt8>) throws(HTTPURLError) -> (path: String?, query: String?) {
        let hash = part.firstIndex(of: UInt8(ascii: "#")) ?? part.endIndex
        let mark = part[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let path = try checked(part[..<mark], as: "path")
        let query = try mark == hash ? nil : checked(part[(mark + 1)..<hash], as: "query")
        if !repairs, hash < part.endIndex, let bad = part[hash...].firstIndex(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            throw HTTPURLError("its fragment holds ", quoting: Self.advice(on: part[bad...]))
        }
        return (path.isEmpty ? nil : path, query)
    }

    /// Removes `.` and `..` segments (RFC 3986 section 5.2.4).
    ///
    /// - Parameter path: A path that begins with a slash.
    /// - Returns: The path without them.
    static func removingDotSegments(from path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for (place, segment) in segments.enumerated() {
            let isLast = place == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }

    private func scheme(of bytes: [UInt8]) throws(HTTPURLError) -> (scheme: String, authorityStart: Int) {
        guard let first = bytes.first else { throw HTTPURLError("it is empty") }
        if first <= 0x20 { throw HTTPURLError("it begins with white space or a control character") }
        let missing = HTTPURLError("it has no scheme: begin it with https:// or http://")
        guard let length = Self.lengthOfScheme(bytes[...]) else { throw missing }
        let scheme = String(decoding: bytes[..<length].map(\.asciiLowercased), as: UTF8.self)
        let rest = bytes[(length + 1)...]
        guard scheme == "http" || scheme == "https" else {
            // In `localhost:8080/x` the colon precedes a port.
            if rest.first?.isASCIIDigit == true { throw missing }
            throw HTTPURLError("its scheme is ", quoting: scheme, ", where http or https is expected")
        }
        guard rest.starts(with: "//".utf8) else { throw HTTPURLError("its scheme is not followed by //") }
        return (scheme, rest.startIndex + 2)
    }

    /// The number of bytes before the colon of a scheme (RFC 3986 section 3.1); nil where there is no scheme.
    static func lengthOfScheme(_ bytes: ArraySlice<UInt8>) -> Int? {
        let marks = [UInt8]("+-.".utf8)
        guard bytes.first?.isASCIILetter == true,
            let end = bytes.firstIndex(where: { !($0.isASCIILetter || $0.isASCIIDigit || marks.contains($0)) }),
            bytes[end] == UInt8(ascii: ":")
        else { return nil }
        return end - bytes.startIndex
    }

    private func credentials(_ part: ArraySlice<UInt8>) throws(HTTPURLError) -> String {
        let delimiters = [UInt8]("!$&'()*+,;=:".utf8)
        var rest = part
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), PercentEncoding.value(ofDigits: rest.prefix(2)) != nil {
                rest = rest.dropFirst(2)
            } else if !byte.isUnreservedInURL, !delimiters.contains(byte) {
                throw HTTPURLError("its user or password holds a character that must be percent-encoded")
            }
        }
        return String(decoding: part, as: UTF8.self)
    }

    private func hostAndPort(
        _ part: ArraySlice<UInt8>,
        rest: ArraySlice<UInt8>
    ) throws(HTTPURLError) -> (host: String, port: Int?) {
        let colon: Int?
        if part.first == UInt8(ascii: "[") {
            guard let bracket = part.firstIndex(of: UInt8(ascii: "]")) else {
                throw HTTPURLError("the bracket of its host is not closed")
            }
            colon = bracket + 1 < part.endIndex ? bracket + 1 : nil
            guard colon.map({ part[$0] == UInt8(ascii: ":") }) ?? true else {
                throw HTTPURLError("the bracket of its host is followed by something else than a port")
            }
        } else {
            colon = part.firstIndex(of: UInt8(ascii: ":"))
        }
        guard let colon else { return (try HTTPHost.canonical(part), nil) }
        let digits = part[(colon + 1)...]
        guard digits.allSatisfy(\.isASCIIDigit) else {
            // The password of `http://user:a/b@host` would pass for a port: don't show it.
            if rest.contains(UInt8(ascii: "@")) {
                throw HTTPURLError("its port is not a number; a slash in a password must be percent-encoded")
            }
            if digits.contains(UInt8(ascii: ":")) {
                throw HTTPURLError("its host holds several colons: an IPv6 address stands in brackets")
            }
            throw HTTPURLError("its port is not a number")
        }
        let host = try HTTPHost.canonical(part[..<colon])
        if digits.isEmpty { return (host, nil) }
        guard let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port) else {
            throw HTTPURLError(
                "its port ", quoting: String(decoding: digits, as: UTF8.self), " is not within 1 to 65535")
        }
        return (host, port)
    }

    private func checked(_ part: ArraySlice<UInt8>, as name: String) throws(HTTPURLError) -> String {
        let plain = part.prefix(while: \.isAllowedInPathOrQuery)
        var bytes = Array(plain)
        var rest = part[plain.endIndex...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "%"), PercentEncoding.value(ofDigits: rest.dropFirst().prefix(2)) != nil {
                bytes += rest.prefix(3)
                rest = rest.dropFirst(3)
                continue
            }
            if byte.isAllowedInPathOrQuery {
                bytes.append(byte)
            } else if repairs {
                bytes.appendTriplet(of: byte)
            } else if byte == UInt8(ascii: "%") {
                throw HTTPURLError("its \(name) holds a % without two hexadecimal digits: write %25 for a percent sign")
            } else {
                throw HTTPURLError("its \(name) holds ", quoting: Self.advice(on: rest))
            }
            rest = rest.dropFirst()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Names the character at the head of a part, and how it is written in a URL.
    private static func advice(on part: ArraySlice<UInt8>) -> String {
        guard let scalar = String(decoding: part.prefix(4), as: UTF8.self).unicodeScalars.first else {
            return "nothing"
        }
        let encoding = PercentEncoding.encode(String(scalar))
        if scalar == " " { return "a space: write it as \(encoding)" }
        let isControl = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        let name =
            isControl || scalar.properties.isWhitespace
            ? "U+" + String(scalar.value, radix: 16, uppercase: true) : String(scalar)
        return "the character \(name): write it as \(encoding)"
    }
}
