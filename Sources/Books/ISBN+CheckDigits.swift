extension ISBN {
    /// The check digit of an ISBN-10: weights 10 to 2, modulo 11, with X for ten (ISBN Users' Manual).
    ///
    /// - Parameter digits: The nine digits before it, in ASCII.
    /// - Returns: The check digit in ASCII.
    static func checkDigit10(of digits: some Collection<UInt8>) -> UInt8 {
        var sum = 0
        for (position, digit) in digits.enumerated() { sum += (10 - position) * value(of: digit) }
        let check = (11 - sum % 11) % 11
        return check == 10 ? UInt8(ascii: "X") : UInt8(ascii: "0") + UInt8(check)
    }

    /// The check digit of an ISBN-13: weights 1 and 3, modulo 10 (ISBN Users' Manual).
    ///
    /// - Parameter digits: The twelve digits before it, in ASCII.
    /// - Returns: The check digit in ASCII.
    static func checkDigit13(of digits: some Collection<UInt8>) -> UInt8 {
        var sum = 0
        for (position, digit) in digits.enumerated() { sum += (position % 2 == 0 ? 1 : 3) * value(of: digit) }
        return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
    }

    private static func value(of digit: UInt8) -> Int {
        Int(digit) - Int(UInt8(ascii: "0"))
    }
}
