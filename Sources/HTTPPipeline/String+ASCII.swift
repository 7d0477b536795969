extension String {
    /// Whether both are the same but for the case of ASCII letters, as protocol names compare.
    ///
    /// - Parameter other: The string to compare with.
    /// - Returns: Whether they are equal.
    package func equalsIgnoringASCIICase(_ other: String) -> Bool {
        let left = utf8
        let right = other.utf8
        guard left.count == right.count else { return false }
        for (a, b) in zip(left, right) where a != b {
            guard a.asciiLowercased == b.asciiLowercased else { return false }
        }
        return true
    }

    /// The string with ASCII capitals made small and all else untouched.
    package var asciiLowercased: String {
        guard utf8.contains(where: { $0 >= 65 && $0 <= 90 }) else { return self }
        return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }
}

extension UInt8 {
    /// The byte of the small letter where this is an ASCII capital, else the byte itself.
    package var asciiLowercased: UInt8 {
        self >= 65 && self <= 90 ? self | 0x20 : self
    }

    /// Whether this is the byte of a decimal digit.
    package var isASCIIDigit: Bool { self >= 48 && self <= 57 }

    /// Whether this is the byte of an ASCII letter.
    package var isASCIILetter: Bool { (asciiLowercased &- 97) < 26 }
}
