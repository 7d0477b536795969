/// Reads the escapes of JSON, URLs and HTML in a text, all at once and one level of them.
///
/// Nobody says which of them a text has, and one may stand within another: so what looks like an escape is read as one, and
/// what was read is read again.
enum EscapedText {
    /// How many levels of escapes within escapes are read.
    static let depth = 5

    /// What a text says without its escapes; nil where it has none.
    static func reading(_ text: [UInt8]) -> [UInt8]? {
        text.withUnsafeBufferPointer { text in
            guard var place = nextEscape(in: text, from: 0) else { return nil }
            var read: [UInt8] = []
            read.reserveCapacity(text.count)
            var copied = 0
            while let escape = escape(in: text, at: place) {
                read.append(contentsOf: text[copied..<place])
                escape.append(to: &read)
                copied = place + escape.length
                guard let next = nextEscape(in: text, from: copied) else { break }
                place = next
            }
            read.append(contentsOf: text[copied...])
            return read
        }
    }

    /// Where parts of what was read stand in the text itself; an escape is never cut.
    ///
    /// - Parameters:
    ///   - ranges: The parts, in order and without overlaps; none is empty.
    ///   - text: The text that was read.
    /// - Returns: Their places in the text.
    static func sources(of ranges: [Range<Int>], in text: [UInt8]) -> [Range<Int>] {
        guard !ranges.isEmpty else { return [] }
        return text.withUnsafeBufferPointer { text in
            // The next escape, and the place in the text and in what was read from which on all is copied up to it.
            var (copied, read) = (0, 0)
            var next = nextEscape(in: text, from: 0)
            return ranges.map { range in
                var start: Int?
                while let place = next, let escape = escape(in: text, at: place) {
                    let begin = read + place - copied
                    let end = begin + escape.count
                    if start == nil, range.lowerBound < end {
                        start = range.lowerBound < begin ? copied + range.lowerBound - read : place
                    }
                    if range.upperBound <= begin { break }
                    if range.upperBound <= end, let start { return start..<(place + escape.length) }
                    (copied, read) = (place + escape.length, end)
                    next = nextEscape(in: text, from: copied)
                }
                return (start ?? copied + range.lowerBound - read)..<(copied + range.upperBound - read)
            }
        }
    }

    /// Whether there may be an escape in a text, at a glance.
    static func mayHoldEscape(_ text: some Sequence<UInt8>) -> Bool {
        text.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "&") }
    }

    private static func nextEscape(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var place = start
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\\"), UInt8(ascii: "%"), UInt8(ascii: "&"), 0x0D:
                if escape(in: text, at: place) != nil { return place }
            default: break
            }
            place += 1
        }
        return nil
    }

    private static func escape(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Escape? {
        switch text[place] {
        case UInt8(ascii: "\\"): escapeOfString(in: text, at: place)
        case UInt8(ascii: "%"): number(in: text, from: place + 1, digits: 2).map { Escape(length: 3, byte: UInt8($0)) }
        case UInt8(ascii: "&"): entity(in: text, at: place)
        // Forms and HTML write a line break so.
        case 0x0D where place + 1 < text.count && text[place + 1] == 0x0A: Escape(length: 2, byte: 0x0A)
        default: nil
        }
    }

    /// An escape of JSON (RFC 8259 section 7), or one of those that JavaScript has besides.
    private static func escapeOfString(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Escape? {
        guard place + 1 < text.count else { return nil }
        let byte = text[place + 1]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Escape(length: 2, byte: byte)
        case UInt8(ascii: "b"): return Escape(length: 2, byte: 0x08)
        case UInt8(ascii: "f"): return Escape(length: 2, byte: 0x0C)
        case UInt8(ascii: "n"): return Escape(length: 2, byte: 0x0A)
        case UInt8(ascii: "r"): return Escape(length: 2, byte: 0x0D)
        case UInt8(ascii: "t"): return Escape(length: 2, byte: 0x09)
        case UInt8(ascii: "x"):
            return number(in: text, from: place + 2, digits: 2).map { Escape(length: 4, byte: UInt8($0)) }
        case UInt8(ascii: "u"):
            guard let first = number(in: text, from: place + 2, digits: 4) else { return nil }
            if let scalar = Unicode.Scalar(first) { return Escape(length: 6, scalar: scalar) }
            guard first < 0xDC00, place + 7 < text.count, text[place + 6] == UInt8(ascii: "\\"),
                text[place + 7] == UInt8(ascii: "u"), let second = number(in: text, from: place + 8, digits: 4),
                second >= 0xDC00, second < 0xE000,
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { return nil }
            return Escape(length: 12, scalar: scalar)
        default: return nil
        }
    }

    /// A character of HTML by its number or its name.
    private static func entity(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Escape? {
        let rest = text[(place + 1)..<min(place + 12, text.count)]
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")), end > place + 1 else { return nil }
        let length = end + 1 - place
        let name = String(decoding: rest[..<end], as: UTF8.self)
        guard name.hasPrefix("#") else {
            return HTMLEntities.scalar(named: name).map { Escape(length: length, scalar: $0) }
        }
        let digits = name.dropFirst()
        let value =
            digits.hasPrefix("x") || digits.hasPrefix("X") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { Escape(length: length, scalar: $0) }
    }

    private static func number(in text: UnsafeBufferPointer<UInt8>, from place: Int, digits: Int) -> UInt32? {
        guard place + digits <= text.count else { return nil }
        var value: UInt32 = 0
        for byte in text[place..<(place + digits)] {
            guard let digit = byte.hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

/// One escape.
private struct Escape {
    /// How many bytes it takes.
    var length: Int
    private var byte: UInt8 = 0
    private var scalar: Unicode.Scalar?

    init(length: Int, byte: UInt8) {
        self.length = length
        self.byte = byte
    }

    init(length: Int, scalar: Unicode.Scalar) {
        self.length = length
        self.scalar = scalar
    }

    /// How many bytes it stands for.
    var count: Int { scalar.map(UTF8.width) ?? 1 }

    /// Appends what it stands for.
    func append(to bytes: inout [UInt8]) {
        if let scalar { bytes.append(contentsOf: String(scalar).utf8) } else { bytes.append(byte) }
    }
}
