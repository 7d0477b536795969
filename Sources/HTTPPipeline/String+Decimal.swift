extension String {
    /// The number that the text spells in decimal digits and nothing else, saturating at the largest; else nil.
    ///
    /// White space around it is allowed, as around any field value (RFC 9110 section 5.5).
    package var saturatingDecimal: Int64? {
        var bytes = Substring(self).utf8
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        guard !bytes.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in bytes {
            guard byte.isASCIIDigit else { return nil }
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            value = isTooLarge || overflows ? .max : sum
        }
        return value
    }
}
