extension WallTime {
    private static let earliest = WallTime(year: 0, month: 1, day: 1)
    private static let latest = WallTime(
        sinceEpoch: WallTime(year: 10_000, month: 1, day: 1).sinceEpoch - .nanoseconds(1))

    /// Reads a time in the form of RFC 3339 section 5.6: `2026-11-30T02:00:00.5+01:00`, the letters in any case.
    ///
    /// - Parameter text: The text; the result is nil where it has another form or names a date that doesn't exist.
    package init?(rfc3339 text: String) {
        var reader = DateReader(text)
        guard let year = reader.number(digits: 4), reader.literal("-"), let month = reader.number(digits: 2),
            (1...12).contains(month), reader.literal("-"), let day = reader.number(digits: 2),
            // The section allows a space for the letter.
            reader.literal("T") || reader.literal("t") || reader.literal(" "),
            let second = reader.timeOfDay(), let fraction = reader.fraction(), let offset = reader.offset(),
            reader.isAtEnd, let time = HTTPDate.time(year: year, month: month, day: day, second: second)
        else { return nil }
        self.init(sinceEpoch: time.sinceEpoch + fraction - offset)
    }

    /// The time in the form of RFC 3339 in UTC: `2026-11-30T01:00:00.000Z`.
    ///
    /// The form has four digits for the year (RFC 3339 section 5.6), so a time outside the years 0 to 9999 is told as the nearest within.
    ///
    /// - Parameter fractionDigits: How many digits of the second's fraction to write, 0 to 9; the rest is cut off.
    /// - Returns: The text.
    package func rfc3339(fractionDigits: Int) -> String {
        let (seconds, attoseconds) = min(max(self, Self.earliest), Self.latest).sinceEpoch.components
        let nanoseconds = attoseconds / 1_000_000_000
        // A time before 1970 has a negative fraction: borrow a second.
        let second = nanoseconds < 0 ? seconds - 1 : seconds
        let fraction = nanoseconds < 0 ? nanoseconds + 1_000_000_000 : nanoseconds
        let (date, secondOfDay) = WallTime(epochSeconds: second).civil
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
