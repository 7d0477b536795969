/// Writes compact JSON to a buffer of bytes.
///
/// The writer places commas and colons; it does not check that keys and values alternate.
package struct JSONWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates a writer with an empty buffer.
    package init() {}

    /// Empties the buffer and keeps its storage.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Opens an object.
    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Closes an object.
    package mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Opens an array.
    package mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Closes an array.
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the key of the next value.
    ///
    /// - Parameter name: The key; escaped as needed.
    package mutating func key(_ name: String) {
        separate()
        appendQuoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    ///
    /// - Parameter value: The string.
    package mutating func value(_ value: String) {
        separate()
        appendQuoted(value)
        needsComma = true
    }

    /// Writes a whole number.
    ///
    /// - Parameter value: The number.
    package mutating func value(_ value: Int) {
        separate()
        appendDecimal(value)
        needsComma = true
    }

    /// Writes a boolean.
    ///
    /// - Parameter value: The boolean.
    package mutating func value(_ value: Bool) { raw(value ? "true" : "false") }

    /// Writes a null.
    package mutating func null() { raw("null") }

    /// Writes a duration in milliseconds with three decimals, the rest cut off.
    ///
    /// - Parameter value: The duration.
    package mutating func milliseconds(_ value: Duration) {
        // Some 280,000 years, so that no duration has more microseconds than can be counted.
        let limit = Duration.seconds(1 << 43)
        let (seconds, attoseconds) = min(max(value, .zero - limit), limit).components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        separate()
        if microseconds < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDecimal(Int(microseconds.magnitude / 1_000))
        let fraction = Int(microseconds.magnitude % 1_000)
        bytes.append(UInt8(ascii: "."))
        for divisor in [100, 10, 1] { bytes.append(UInt8(ascii: "0") + UInt8(fraction / divisor % 10)) }
        needsComma = true
    }

    /// Writes a text that is one JSON value already.
    ///
    /// - Parameter json: The text.
    package mutating func raw(_ json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
        needsComma = true
    }

    /// Writes bytes that are one JSON value already.
    ///
    /// - Parameter json: The bytes.
    package mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    private mutating func open(_ byte: UInt8) {
        separate()
        bytes.append(byte)
        needsComma = false
    }

    private mutating func close(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func appendDecimal(_ value: Int) {
        if value >= 0 && value < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(value))
            return
        }
        bytes.append(contentsOf: String(value).utf8)
    }

    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            // A text is copied as it is up to what has to be escaped, which most have none of.
            var rest = text[...]
            while let place = rest.firstIndex(where: Self.isEscaped) {
                bytes.append(contentsOf: rest[..<place])
                appendEscaped(rest[place])
                rest = rest[(place + 1)...]
            }
            bytes.append(contentsOf: rest)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        default:
            bytes.append(contentsOf: "\\u00".utf8)
            for nibble in [byte >> 4, byte & 15] {
                bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
            }
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
