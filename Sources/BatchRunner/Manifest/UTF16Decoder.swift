/// Turns UTF-16 into UTF-8, piece by piece.
///
/// Half a character becomes a byte that is none in UTF-8, so that the cell that it is in is told to be bad, and no other.
struct UTF16Decoder {
    private static let broken: UInt8 = 0xFF

    private let isBigEndian: Bool
    /// The first byte of a unit whose second isn't known yet.
    private var half: UInt8?
    /// The first unit of a pair whose second isn't known yet.
    private var lead: UInt16?

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    /// Turns bytes into the text that is complete with them.
    mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            guard let first = half else {
                half = byte
                continue
            }
            half = nil
            append(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first), to: &text)
        }
        return text
    }

    /// What is left at the end.
    mutating func finish() -> [UInt8] {
        let isWhole = half == nil && lead == nil
        (half, lead) = (nil, nil)
        return isWhole ? [] : [Self.broken]
    }

    private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
        let pair = lead
        lead = nil
        switch unit {
        case 0xDC00...0xDFFF:
            guard let pair else { return text.append(Self.broken) }
            let value = 0x10000 + (UInt32(pair) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
            append(value, to: &text)
        case 0xD800...0xDBFF:
            if pair != nil { text.append(Self.broken) }
            lead = unit
        default:
            if pair != nil { text.append(Self.broken) }
            append(UInt32(unit), to: &text)
        }
    }

    private func append(_ value: UInt32, to text: inout [UInt8]) {
        if value < 0x80 { return text.append(UInt8(value)) }
        guard let scalar = Unicode.Scalar(value) else { return text.append(Self.broken) }
        text.append(contentsOf: String(scalar).utf8)
    }
}
