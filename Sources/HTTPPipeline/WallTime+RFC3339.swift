extension WallTime {
    /// The time in the form of RFC 3339 in UTC: `2026-11-30T01:00:00.000Z`.
    ///
    /// - Parameter fractionDigits: How many digits of the second's fraction to write, 0 to 9; the rest is cut off.
    /// - Returns: The text.
    package func rfc3339(fractionDigits: Int) -> String {
        let (seconds, attoseconds) = sinceEpoch.components
        let nanoseconds = attoseconds / 1_000_000_000
        // A time before 1970 has a negative fraction: borrow a second.
        let second = nanoseconds < 0 ? seconds - 1 : seconds
        let fraction = nanoseconds < 0 ? nanoseconds + 1_000_000_000 : nanoseconds
        let day = second >= 0 ? second / 86_400 : (second - 86_399) / 86_400
        let secondOfDay = second - day * 86_400
        let date = WallTime.civilDate(fromDays: day)
        var text: [UInt8] = []
        text.reserveCapacity(30)
        text.appendDigits(date.year, count: 4)
        text.append(UInt8(ascii: "-"))
        text.appendDigits(date.month, count: 2)
        text.append(UInt8(ascii: "-"))
        text.appendDigits(date.day, count: 2)
        text.append(UInt8(ascii: "T"))
        text.appendDigits(secondOfDay / 3_600, count: 2)
        text.append(UInt8(ascii: ":"))
        text.appendDigits(secondOfDay / 60 % 60, count: 2)
        text.append(UInt8(ascii: ":"))
        text.appendDigits(secondOfDay % 60, count: 2)
        if fractionDigits > 0 {
            text.append(UInt8(ascii: "."))
            var unit: Int64 = 1
            for _ in fractionDigits..<9 { unit *= 10 }
            text.appendDigits(fraction / unit, count: fractionDigits)
        }
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// The date of a day, by eras of 400 years with the year beginning in March.
    ///
    /// - Parameter days: Days since 1970-01-01.
    /// - Returns: The year, the month from 1 and the day from 1.
    private static func civilDate(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension [UInt8] {
    /// Appends a number in decimal digits, with zeros in front up to a width.
    fileprivate mutating func appendDigits(_ value: Int64, count: Int) {
        var divisor: Int64 = 1
        for _ in 1..<Swift.max(count, 1) { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }
}
