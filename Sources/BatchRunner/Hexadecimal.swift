/// Hexadecimal digits in small letters, as bytes.
enum Hexadecimal {
    /// All digits of a whole number, those that are zero at its beginning too.
    ///
    /// - Parameter number: The number.
    /// - Returns: Two digits for each of its bytes.
    static func digits(of number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        stride(from: number.bitWidth - 4, through: 0, by: -4).map { shift in
            let digit = UInt8(truncatingIfNeeded: number >> shift) & 15
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
    }

    /// The value of a digit.
    ///
    /// - Parameter digit: The digit.
    /// - Returns: Its value; nil for anything else.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
