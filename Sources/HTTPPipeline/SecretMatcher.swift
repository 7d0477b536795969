/// Finds secrets in a text as it is written, and in base 64 within it.
///
/// What is written with escapes is found in the text that ``EscapedText`` reads from it.
struct SecretMatcher: Sendable {
    /// The fewest characters of a secret that is looked for everywhere; a shorter one would be found by chance.
    static let leastLength = 8

    private let search: PatternSearch

    /// Creates a matcher.
    ///
    /// - Parameter secrets: The secret values; those of fewer than 8 characters are left out.
    init(secrets: [String]) {
        let values = Set(secrets.filter { $0.count >= Self.leastLength }.map { Array($0.utf8) })
        search = PatternSearch(Set(values.flatMap(Self.spellings)), codes: Set(values.flatMap(Self.codes)))
    }

    /// Whether there is nothing to look for.
    var isEmpty: Bool { search.isEmpty }

    /// The most bytes that a secret takes without escapes.
    var longest: Int { search.longest }

    /// Whether a text holds a secret.
    func finds(in text: [UInt8]) -> Bool { search.finds(in: text) }

    /// The places of all secrets, in no order; a code that holds a secret counts as a whole.
    func ranges(in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var endOfCode = 0
        for match in search.matches(in: text) {
            var range = match.range
            if match.isOfCode {
                guard range.upperBound > endOfCode else { continue }
                range = Self.wholeCode(around: range, in: text)
                endOfCode = range.upperBound
            }
            // A secret that ends after another one may begin before it.
            while let last = ranges.last, range.lowerBound <= last.upperBound, last.lowerBound <= range.upperBound {
                range = min(range.lowerBound, last.lowerBound)..<max(range.upperBound, last.upperBound)
                ranges.removeLast()
            }
            ranges.append(range)
        }
        return ranges
    }

    /// The secret without the white space around it, which a header loses, and what is read from it where it looks escaped itself.
    private static func spellings(of secret: [UInt8]) -> [[UInt8]] {
        var spellings = [secret]
        let inner = secret.drop { $0 <= 0x20 }
        if let end = inner.lastIndex(where: { $0 > 0x20 }), inner[...end].count >= leastLength {
            spellings = [Array(inner[...end])]
        }
        // The escapes of the text that the secret is found in are read too, and its own among them.
        for _ in 0..<EscapedText.depth {
            guard let last = spellings.last, let read = EscapedText.reading(last), read.count >= leastLength else {
                break
            }
            spellings.append(read)
        }
        return spellings
    }

    /// The characters that any base 64 text holds in which the secret begins, for each of the three places where it can stand.
    ///
    /// The user's name before a password shifts it (RFC 7617). A beginning will do, since the whole code is hidden.
    private static func codes(of secret: [UInt8]) -> [[UInt8]] {
        let beginning = secret.prefix(96)
        return (0..<3).flatMap { offset in
            let text = Array(Base64.encode(Array(repeating: 0, count: offset) + beginning).utf8)
            let code = Array(text[((offset * 8 + 5) / 6)..<((offset + beginning.count) * 8 / 6)])
            let plus = UInt8(ascii: "+")
            let slash = UInt8(ascii: "/")
            return [code, code.map { $0 == plus ? UInt8(ascii: "-") : $0 == slash ? UInt8(ascii: "_") : $0 }]
        }
    }

    private static func wholeCode(around range: Range<Int>, in text: [UInt8]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, isOfCode(text[start - 1]) { start -= 1 }
        while end < text.count, isOfCode(text[end]) { end += 1 }
        while end < text.count, text[end] == UInt8(ascii: "=") { end += 1 }
        return start..<end
    }

    private static func isOfCode(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
