/// Finds secrets in bytes, in each of the forms in which they travel.
struct SecretMatcher: Sendable {
    /// The fewest characters of a secret that is looked for everywhere; a shorter one would be found by chance.
    static let leastLength = 8

    /// The forms by their first two bytes, which few places of a text share with them.
    private var forms: [UInt16: [[UInt8]]] = [:]
    /// Whether a form begins with these two bytes; faster to ask than the dictionary.
    private var begins: [Bool] = []
    /// The length of the longest form.
    private(set) var longest = 0

    /// Creates a matcher.
    ///
    /// - Parameter secrets: The secret values; those of fewer than 8 characters are left out.
    init(secrets: [String]) {
        let secrets = secrets.filter { $0.count >= Self.leastLength }
        guard !secrets.isEmpty else { return }
        begins = Array(repeating: false, count: 1 << 16)
        for form in Set(secrets.flatMap(SecretForms.all)) {
            let start = Self.start(form[0], form[1])
            forms[start, default: []].append(form)
            begins[Int(start)] = true
            longest = max(longest, form.count)
        }
        for start in forms.keys { forms[start]?.sort { $0.count > $1.count } }
    }

    /// Whether there is nothing to look for.
    var isEmpty: Bool { forms.isEmpty }

    /// Whether bytes hold a secret.
    func finds(in bytes: [UInt8]) -> Bool {
        nextMatch(in: bytes, from: 0) != nil
    }

    /// The places of all secrets; those that overlap or touch are one.
    func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = 0
        while let match = nextMatch(in: bytes, from: place) {
            // A secret may begin within another one and end after it.
            place = match.lowerBound + 1
            if let last = ranges.last, match.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, match.upperBound)
            } else {
                ranges.append(match)
            }
        }
        return ranges
    }

    /// The first place from a start on where a form stands, with the longest form that stands there.
    private func nextMatch(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        guard !isEmpty, bytes.count >= 2 else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            begins.withUnsafeBufferPointer { begins in
                for place in start..<max(start, bytes.count - 1) {
                    let first = Self.start(bytes[place], bytes[place + 1])
                    guard begins[Int(first)], let candidates = forms[first] else { continue }
                    for form in candidates where bytes[place...].starts(with: form) {
                        return place..<(place + form.count)
                    }
                }
                return nil
            }
        }
    }

    private static func start(_ first: UInt8, _ second: UInt8) -> UInt16 {
        UInt16(first) << 8 | UInt16(second)
    }
}

/// The forms that a secret takes on its way.
private enum SecretForms {
    /// The secret as it is, in small letters as in a host, percent-encoded, within HTML, within JSON strings, within JSON that is
    /// itself a JSON string, as in the echo of a body, and within base 64 text.
    static func all(of secret: String) -> [[UInt8]] {
        let bytes = Array(secret.utf8)
        let encoded = PercentEncoding.encode(secret)
        var forms = [bytes, bytes.map(\.asciiLowercased), Array(encoded.utf8), lowercasingTriplets(encoded)]
        forms.append(Array(encoded.utf8).replacing("%20".utf8, with: "+".utf8))
        forms.append(percentEncoded(bytes) { $0.isAllowedInPathOrQuery })
        let strings = jsonEscaped(secret)
        forms += (strings + strings.flatMap(jsonEscaped) + htmlEscaped(secret)).map { Array($0.utf8) }
        for offset in 0..<3 {
            let inner = base64(bytes, after: offset)
            forms.append(inner)
            forms.append(
                inner.map {
                    $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
                })
        }
        return forms
    }

    private static func percentEncoded(_ bytes: [UInt8], unless isPlain: (UInt8) -> Bool) -> [UInt8] {
        var encoded: [UInt8] = []
        for byte in bytes {
            if isPlain(byte) { encoded.append(byte) } else { encoded.appendTriplet(of: byte) }
        }
        return encoded
    }

    private static func lowercasingTriplets(_ encoded: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var left = 0
        for byte in encoded.utf8 {
            bytes.append(left > 0 ? byte.asciiLowercased : byte)
            left = byte == UInt8(ascii: "%") ? 2 : left - 1
        }
        return bytes
    }

    /// The characters that any base 64 text holds in which the secret stands this many bytes after a multiple of three.
    ///
    /// The user's name before a password shifts it, so all three places count (RFC 7617).
    private static func base64(_ bytes: [UInt8], after offset: Int) -> [UInt8] {
        let text = Array(Base64.encode(Array(repeating: 0, count: offset) + bytes).utf8)
        let first = (offset * 8 + 5) / 6
        let end = (offset + bytes.count) * 8 / 6
        return Array(text[first..<end])
    }

    /// The text with the characters escaped that HTML gives a meaning, in each way that is common for the quotes.
    private static func htmlEscaped(_ text: String) -> [String] {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return [("\"", "'"), ("&quot;", "'"), ("&quot;", "&#39;"), ("&quot;", "&#x27;"), ("&#34;", "&#39;")].map {
            escaped.replacing("\"", with: $0).replacing("'", with: $1)
        }
    }

    /// The text as a JSON string: with only those characters escaped that have to be, with all beyond ASCII too, and with slashes as well.
    private static func jsonEscaped(_ text: String) -> [String] {
        let ascii = jsonEscaped(text, escapingAll: true)
        return [jsonEscaped(text, escapingAll: false), ascii, ascii.replacing("/", with: "\\/")]
    }

    private static func jsonEscaped(_ text: String, escapingAll: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            case _ where scalar.value < 0x20 || (escapingAll && scalar.value > 0x7E):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
