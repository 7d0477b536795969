/// Reads structured field values (RFC 9651), as far as the rate-limit headers need them.
///
/// Inner lists, byte sequences and dates make a value unreadable.
package enum StructuredField {
    /// A bare item.
    package enum Item: Sendable, Hashable {
        /// An integer.
        case integer(Int64)
        /// A decimal, a token, a string or a boolean; none of them is needed beyond its presence.
        case other
    }

    /// Reads a list of items.
    ///
    /// - Parameter text: The field's value, its lines joined.
    /// - Returns: The parameters of each item, in order; nil where the value is malformed.
    package static func list(_ text: String) -> [[String: Item]]? {
        var scanner = Scanner(text)
        var members: [[String: Item]] = []
        repeat {
            guard scanner.item() != nil, let parameters = scanner.parameters() else { return nil }
            members.append(parameters)
        } while scanner.skipComma()
        return scanner.isAtEnd ? members : nil
    }

    /// Reads a dictionary of items.
    ///
    /// - Parameter text: The field's value, its lines joined.
    /// - Returns: The items by key, without their parameters; nil where the value is malformed.
    package static func dictionary(_ text: String) -> [String: Item]? {
        var scanner = Scanner(text)
        var members: [String: Item] = [:]
        repeat {
            guard let key = scanner.key(), let item = scanner.value(), scanner.parameters() != nil else { return nil }
            members[key] = item
        } while scanner.skipComma()
        return scanner.isAtEnd ? members : nil
    }
}

/// Walks over the bytes of a structured field value.
private struct Scanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        skipSpace()
    }

    var isAtEnd: Bool { index == bytes.count }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { index += 1 }
    }

    private mutating func take(while belongs: (UInt8) -> Bool) -> String {
        let start = index
        while let byte = next, belongs(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Goes to the next member; false where the value ends or a comma is not followed by one.
    mutating func skipComma() -> Bool {
        skipSpace()
        guard skip(",") else { return false }
        skipSpace()
        if isAtEnd {
            // A trailing comma is malformed: step back so that the value doesn't end here.
            index -= 1
            return false
        }
        return true
    }

    mutating func key() -> String? {
        guard let first = next, first.isLowercaseLetter || first == UInt8(ascii: "*") else { return nil }
        return take { $0.isLowercaseLetter || $0.isASCIIDigit || "_-.*".utf8.contains($0) }
    }

    mutating func value() -> StructuredField.Item? {
        skip("=") ? item() : .other
    }

    mutating func parameters() -> [String: StructuredField.Item]? {
        var parameters: [String: StructuredField.Item] = [:]
        while skip(";") {
            skipSpace()
            guard let key = key(), let item = value() else { return nil }
            parameters[key] = item
        }
        return parameters
    }

    mutating func item() -> StructuredField.Item? {
        switch next {
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "?"): boolean()
        case .some(let byte) where byte.isASCIIDigit || byte == UInt8(ascii: "-"): number()
        case .some(let byte) where byte.isASCIILetter || byte == UInt8(ascii: "*"): token()
        default: nil
        }
    }

    private mutating func string() -> StructuredField.Item? {
        index += 1
        while let byte = next {
            index += 1
            if byte == UInt8(ascii: "\"") { return .other }
            guard byte >= 0x20, byte < 0x7F else { return nil }
            if byte == UInt8(ascii: "\\") { index += 1 }
        }
        return nil
    }

    private mutating func boolean() -> StructuredField.Item? {
        index += 1
        return skip("0") || skip("1") ? .other : nil
    }

    private mutating func number() -> StructuredField.Item? {
        let isNegative = skip("-")
        let digits = take(while: \.isASCIIDigit)
        // RFC 9651 section 3.3.1: at most 15 digits.
        guard digits.utf8.count <= 15, let value = Int64(digits) else { return nil }
        if skip(".") { return take(while: \.isASCIIDigit).isEmpty ? nil : .other }
        return .integer(isNegative ? -value : value)
    }

    private mutating func token() -> StructuredField.Item? {
        _ = take { $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~:/".utf8.contains($0) }
        return .other
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool { isASCIILetter && asciiLowercased == self }
}
