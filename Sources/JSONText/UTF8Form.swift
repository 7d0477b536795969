/// How a scalar that begins with a certain byte goes on in UTF-8 (RFC 3629 section 4).
struct UTF8Form {
    /// How many bytes the scalar has.
    var length: Int
    /// What its second byte may be; every later one is 80 to BF.
    var second: ClosedRange<UInt8>

    /// The form of a lead byte; nil for a byte that begins no scalar of several bytes.
    init?(lead: UInt8) {
        switch lead {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
    }
}
