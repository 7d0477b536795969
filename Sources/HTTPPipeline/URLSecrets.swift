/// Finds what URLs within a text hide by custom: user and password, and the values of parameters that hold secrets.
struct URLSecrets: Sendable {
    /// The decoded names of parameters that hold secrets, besides those whose names say so.
    var parameters: Set<String>
    /// Secrets that are too short to be looked for anywhere but as a whole value or a whole segment of a path.
    var shortSecrets: Set<String>

    /// Whether a text may hold a URL or a part of one, at a glance.
    static func mayHoldURL(_ bytes: some Collection<UInt8>) -> Bool {
        var colons = 0
        for byte in bytes {
            if byte == UInt8(ascii: "?") { return true }
            if byte == UInt8(ascii: ":") {
                colons = 1
            } else if colons > 0 {
                colons = byte == UInt8(ascii: "/") ? colons + 1 : 0
                if colons == 3 { return true }
            }
        }
        return false
    }

    /// The places of the secrets in URLs, in no order.
    func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        guard Self.mayHoldURL(bytes) else { return [] }
        var ranges: [Range<Int>] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(where: { !Self.endsURL($0) }) {
            rest = rest[start...]
            let end = rest.firstIndex(where: Self.endsURL) ?? rest.endIndex
            let word = rest[..<end]
            rest = rest[end...]
            ranges += authorityAndPathRanges(in: word)
            if let start = word.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
                ranges += parameterRanges(in: word[(start + 1)...])
            }
        }
        return ranges
    }

    private static func endsURL(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"): true
        default: false
        }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private func authorityAndPathRanges(in word: ArraySlice<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var rest = word
        // Looked for once in a word, which may be as long as the text and hold many URLs.
        let lastAt = word.lastIndex(of: UInt8(ascii: "@")) ?? word.startIndex
        var pathEnd = word.startIndex
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[(colon + 1)...]
            guard rest.starts(with: "//".utf8) else { continue }
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(where: Self.endsAuthority) ?? rest.endIndex
            let authority = rest[..<end]
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                ranges.append(rest.startIndex..<at)
            } else if lastAt > end, Self.mayBeCutPassword(authority) {
                ranges.append(rest.startIndex..<lastAt)
            }
            if !shortSecrets.isEmpty, end >= pathEnd {
                let path = rest[end...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
                pathEnd = path.endIndex
                for segment in path.split(separator: UInt8(ascii: "/")) where isShortSecret(segment) {
                    ranges.append(segment.startIndex..<segment.endIndex)
                }
            }
        }
        return ranges
    }

    /// Whether what stands for a port is none, as in `http://user:pass/word@host`, where the slash should be encoded.
    private static func mayBeCutPassword(_ authority: ArraySlice<UInt8>) -> Bool {
        guard authority.first != UInt8(ascii: "["), let colon = authority.firstIndex(of: UInt8(ascii: ":")) else {
            return false
        }
        return !authority[(colon + 1)...].allSatisfy(\.isASCIIDigit)
    }

    private func parameterRanges(in part: ArraySlice<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var rest = part
        while !rest.isEmpty {
            let (pair, next) = Self.firstPair(of: rest)
            rest = rest[next...]
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else { continue }
            let value = pair[(equals + 1)...]
            if isSecret(name: pair[..<equals]) || isShortSecret(value) {
                ranges.append(value.startIndex..<value.endIndex)
            }
        }
        return ranges
    }

    /// The bytes before the next separator, which JSON may have escaped, and where the bytes after it begin.
    private static func firstPair(of part: ArraySlice<UInt8>) -> (pair: ArraySlice<UInt8>, next: Int) {
        var place = part.startIndex
        while place < part.endIndex {
            switch part[place] {
            case UInt8(ascii: "&"), UInt8(ascii: "#"): return (part[..<place], place + 1)
            case UInt8(ascii: "\\"):
                // In JSON that is a string of JSON itself there are several of them.
                let rest = part[place...].drop { $0 == UInt8(ascii: "\\") }
                if rest.isEmpty { return (part[..<place], part.endIndex) }
                if rest.starts(with: "u0026".utf8) { return (part[..<place], rest.startIndex + 5) }
                place = rest.startIndex
            default: place += 1
            }
        }
        return (part, part.endIndex)
    }

    private func isSecret(name: ArraySlice<UInt8>) -> Bool {
        // In HTML the ampersand before the name is an entity.
        let name = name.starts(with: "amp;".utf8) ? name.dropFirst(4) : name
        let text = String(decoding: PercentEncoding.decode(name), as: UTF8.self)
        return parameters.contains(text) || SecretName.isSecret(parameter: text)
    }

    private func isShortSecret(_ part: ArraySlice<UInt8>) -> Bool {
        !shortSecrets.isEmpty && shortSecrets.contains(String(decoding: PercentEncoding.decode(part), as: UTF8.self))
    }
}
