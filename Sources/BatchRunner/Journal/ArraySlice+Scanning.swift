#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension ArraySlice<UInt8> {
    /// Steps over a text where the slice begins with it.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it was there.
    mutating func skip(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return false }
        let isThere = text.withUTF8Buffer { expected in
            for offset in 0..<length where self[startIndex + offset] != expected[offset] { return false }
            return true
        }
        if isThere { self = self[(startIndex + length)...] }
        return isThere
    }

    /// Steps over a decimal number of at most eighteen digits.
    ///
    /// - Returns: The number; nil where there is none.
    mutating func skipNumber() -> Int? {
        var value = 0
        var index = startIndex
        while index < endIndex, index - startIndex < 19, case let digit = self[index] &- UInt8(ascii: "0"), digit < 10 {
            value = value &* 10 &+ Int(digit)
            index += 1
        }
        guard index > startIndex, index - startIndex < 19 else { return nil }
        self = self[index...]
        return value
    }

    /// Steps over a whole number that may have a sign.
    ///
    /// - Returns: The number; nil where there is none.
    mutating func skipInteger() -> Int? {
        let isNegative = skip("-")
        return skipNumber().map { isNegative ? -$0 : $0 }
    }

    /// Steps over eight hexadecimal digits in small letters.
    ///
    /// - Returns: Their value; nil where they are none.
    mutating func skipHexadecimal() -> UInt32? {
        guard count >= 8 else { return nil }
        var value: UInt32 = 0
        for byte in prefix(8) {
            guard let digit = Hexadecimal.value(of: byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        self = dropFirst(8)
        return value
    }

    /// Steps over a string without escapes, its quotes included.
    ///
    /// - Returns: What is between the quotes; nil where there is no such string.
    mutating func skipPlainString() -> ArraySlice<UInt8>? {
        guard first == UInt8(ascii: "\"") else { return nil }
        let body = self[(startIndex + 1)...]
        guard let end = body.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        self = self[(end + 1)...]
        return body[..<end]
    }

    /// Whether the slice ends with a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it does.
    func hasSuffix(_ text: StaticString) -> Bool {
        var tail = suffix(text.utf8CodeUnitCount)
        return tail.skip(text)
    }

    /// Where a byte occurs first at or after an index.
    ///
    /// - Parameters:
    ///   - byte: The byte.
    ///   - start: Where to begin.
    /// - Returns: The index; nil where it doesn't occur.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        self[start...].withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
            return start + (UnsafeRawPointer(found) - base)
        }
    }
}
