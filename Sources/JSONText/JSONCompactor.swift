/// One pass over a JSON text that checks it and copies its tokens without the white space between them.
struct JSONCompactor {
    private enum Expectation {
        case value, valueOrEnd, key, keyOrEnd, commaOrEnd, nothing
    }

    private let bytes: [UInt8]
    private let depthLimit: Int
    private var index: Int
    private var isObject: [Bool] = []
    private var expectation = Expectation.value
    /// Where the bytes begin that are not copied yet.
    private var uncopied: Int

    /// What was copied so far.
    private(set) var output: [UInt8] = []

    init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        uncopied = index
        output.reserveCapacity(bytes.count)
    }

    /// Does it.
    ///
    /// - Returns: Whether the text is one JSON value.
    mutating func run() -> Bool {
        while skipSpace() {
            guard step(bytes[index]) else { return false }
        }
        output.append(contentsOf: bytes[uncopied..<index])
        return expectation == .nothing
    }

    private mutating func step(_ byte: UInt8) -> Bool {
        switch expectation {
        case .nothing: return false
        case .keyOrEnd where byte == UInt8(ascii: "}"): return close()
        case .key, .keyOrEnd:
            guard byte == UInt8(ascii: "\""), string(), skipSpace(), bytes[index] == UInt8(ascii: ":") else {
                return false
            }
            index += 1
            expectation = .value
            return true
        case .valueOrEnd where byte == UInt8(ascii: "]"): return close()
        case .value, .valueOrEnd: return value(byte)
        case .commaOrEnd:
            guard let isObject = isObject.last else { return false }
            if byte == UInt8(ascii: ",") {
                index += 1
                expectation = isObject ? .key : .value
                return true
            }
            return byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) && close()
        }
    }

    private mutating func value(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"): return open(isObject: true)
        case UInt8(ascii: "["): return open(isObject: false)
        case UInt8(ascii: "\""): guard string() else { return false }
        case UInt8(ascii: "t"): guard word("true") else { return false }
        case UInt8(ascii: "f"): guard word("false") else { return false }
        case UInt8(ascii: "n"): guard word("null") else { return false }
        default: guard number() else { return false }
        }
        expectation = isObject.isEmpty ? .nothing : .commaOrEnd
        return true
    }

    private mutating func open(isObject: Bool) -> Bool {
        guard self.isObject.count < depthLimit else { return false }
        index += 1
        self.isObject.append(isObject)
        expectation = isObject ? .keyOrEnd : .valueOrEnd
        return true
    }

    private mutating func close() -> Bool {
        index += 1
        isObject.removeLast()
        expectation = isObject.isEmpty ? .nothing : .commaOrEnd
        return true
    }

    /// Leaves white space out of the copy.
    ///
    /// - Returns: Whether there is a byte behind it.
    private mutating func skipSpace() -> Bool {
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default:
                if index > start {
                    output.append(contentsOf: bytes[uncopied..<start])
                    uncopied = index
                }
                return true
            }
        }
        if index > start {
            output.append(contentsOf: bytes[uncopied..<start])
            uncopied = index
        }
        return false
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        let matches = word.withUTF8Buffer { bytes[index..<end].elementsEqual($0) }
        index = end
        return matches
    }

    private mutating func number() -> Bool {
        if at(UInt8(ascii: "-")) { index += 1 }
        if at(UInt8(ascii: "0")) { index += 1 } else { guard digits() else { return false } }
        if at(UInt8(ascii: ".")) {
            index += 1
            guard digits() else { return false }
        }
        if at(UInt8(ascii: "e")) || at(UInt8(ascii: "E")) {
            index += 1
            if at(UInt8(ascii: "+")) || at(UInt8(ascii: "-")) { index += 1 }
            guard digits() else { return false }
        }
        return true
    }

    private mutating func digits() -> Bool {
        let start = index
        while index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") { index += 1 }
        return index > start
    }

    private func at(_ byte: UInt8) -> Bool {
        index < bytes.count && bytes[index] == byte
    }

    private mutating func string() -> Bool {
        index += 1
        while true {
            while index < bytes.count, bytes[index].isPlainInString { index += 1 }
            guard index < bytes.count else { return false }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return true
            case UInt8(ascii: "\\"): guard escape() else { return false }
            case 0x80...: guard multibyte() else { return false }
            default: return false
            }
        }
    }

    private mutating func escape() -> Bool {
        guard index + 1 < bytes.count else { return false }
        switch bytes[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 2
            return true
        case UInt8(ascii: "u"):
            guard let first = fourDigits() else { return false }
            guard first >= 0xD800, first < 0xE000 else { return true }
            guard first < 0xDC00, at(UInt8(ascii: "\\")), let second = fourDigits() else { return false }
            return second >= 0xDC00 && second < 0xE000
        default: return false
        }
    }

    /// Reads a `\u` escape; nil where this is none.
    private mutating func fourDigits() -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index + 1] == UInt8(ascii: "u") else { return nil }
        var value: UInt32 = 0
        for byte in bytes[index + 2..<index + 6] {
            guard let digit = byte.hexadecimalValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        index += 6
        return value
    }

    private mutating func multibyte() -> Bool {
        guard let form = UTF8Form(lead: bytes[index]), index + form.length <= bytes.count,
            form.second.contains(bytes[index + 1])
        else { return false }
        for byte in bytes[index + 2..<index + form.length] where byte & 0xC0 != 0x80 { return false }
        index += form.length
        return true
    }
}
