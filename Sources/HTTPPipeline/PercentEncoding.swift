/// Percent-encoding (RFC 3986 section 2.1).
package enum PercentEncoding {
    /// Encodes a text for use as one component: all but the unreserved characters become triplets of capital letters.
    ///
    /// - Parameter text: The text.
    /// - Returns: The encoded text; a space is `%20`, a plus sign `%2B`, a slash `%2F`.
    package static func encode(_ text: String) -> String {
        guard text.utf8.contains(where: { !$0.isUnreservedInURL }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3)
        for byte in text.utf8 {
            if byte.isUnreservedInURL { bytes.append(byte) } else { bytes.appendTriplet(of: byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces each valid triplet by its byte; a lone percent sign stays.
    ///
    /// - Parameter bytes: The encoded text.
    /// - Returns: The bytes it stands for.
    package static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = value(ofDigits: rest.prefix(2)) {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// The byte that two hexadecimal digits name.
    ///
    /// - Parameter digits: The digits.
    /// - Returns: The byte; nil where they are not two hexadecimal digits.
    package static func value(ofDigits digits: some Collection<UInt8>) -> UInt8? {
        guard digits.count == 2 else { return nil }
        var value: UInt8 = 0
        for digit in digits {
            guard let nibble = digit.hexDigitValue else { return nil }
            value = value << 4 | nibble
        }
        return value
    }
}

extension UInt8 {
    /// Whether this is an unreserved character of a URL (RFC 3986 section 2.3).
    var isUnreservedInURL: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
    }

    /// Whether this may stand as it is in a path or a query.
    ///
    /// Square brackets belong to hosts alone by RFC 3986, yet many servers name parameters with them.
    var isAllowedInPathOrQuery: Bool {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "#"),
            UInt8(ascii: "%"):
            false
        default: self > 0x20 && self < 0x7F
        }
    }

    /// The value of a hexadecimal digit; nil for any other byte.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension [UInt8] {
    /// Appends the percent-encoding of a byte.
    mutating func appendTriplet(of byte: UInt8) {
        append(UInt8(ascii: "%"))
        for nibble in [byte >> 4, byte & 15] {
            append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10)
        }
    }
}
