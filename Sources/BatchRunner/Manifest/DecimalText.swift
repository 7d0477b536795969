/// A number without sign as its digits and a power of ten, so that nothing is rounded.
struct DecimalText {
    /// The digits as a whole number.
    private(set) var digits: UInt128 = 0
    /// The power of ten to multiply them by.
    private(set) var exponent = 0

    /// Reads `12`, `1.5` or, as JSON writes it, `1.5e3`; nil for anything else, and for more than 24 digits.
    init?(_ text: some StringProtocol) {
        var significant = 0
        var hasPoint = false
        var hasDigit = false
        var rest = text.utf8[...]
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = digits * 10 + UInt128(byte - UInt8(ascii: "0"))
                if digits > 0 { significant += 1 }
                if hasPoint { exponent -= 1 }
                hasDigit = true
                guard significant <= 24, exponent >= -24 else { return nil }
            case UInt8(ascii: ".") where !hasPoint && hasDigit: hasPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                guard let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)), (-99...99).contains(power)
                else {
                    return nil
                }
                exponent += power
                rest = rest[rest.endIndex...]
                continue
            default: return nil
            }
            rest = rest.dropFirst()
        }
        guard hasDigit, !text.hasSuffix(".") else { return nil }
    }

    /// The number times a factor, rounded down; nil where it is beyond 128 bits.
    func times(_ factor: UInt128) -> UInt128? {
        guard digits > 0 else { return 0 }
        let (product, overflow) = digits.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        guard exponent > 0 else { return DecimalText.powerOfTen(-exponent).map { product / $0 } ?? 0 }
        guard let power = DecimalText.powerOfTen(exponent) else { return nil }
        let (scaled, overflowed) = product.multipliedReportingOverflow(by: power)
        return overflowed ? nil : scaled
    }

    /// A number divided by this one, rounded up; nil where this is zero or the result beyond 128 bits.
    func dividing(_ dividend: UInt128) -> UInt128? {
        guard digits > 0, exponent <= 0, let power = DecimalText.powerOfTen(-exponent) else { return nil }
        let (scaled, overflow) = dividend.multipliedReportingOverflow(by: power)
        return overflow ? nil : (scaled + digits - 1) / digits
    }

    private static func powerOfTen(_ exponent: Int) -> UInt128? {
        guard exponent <= 38 else { return nil }
        return (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
