/// Durations and counts as a person reads them.
package enum HumanText {
    /// A duration in its two largest units: `350 ms`, `1.2 s`, `4 min 10 s`, `4 h 52 min`.
    ///
    /// - Parameter duration: The duration; a negative one counts as zero.
    /// - Returns: The text, rounded to the last digit shown.
    package static func duration(_ duration: Duration) -> String {
        let microseconds = max(duration.microseconds, 0)
        let tenthsOfMillisecond = rounded(microseconds, to: 100)
        if tenthsOfMillisecond < 100 { return "\(tenths(tenthsOfMillisecond)) ms" }
        let milliseconds = rounded(microseconds, to: 1_000)
        if milliseconds < 1_000 { return "\(milliseconds) ms" }
        let tenthsOfSecond = rounded(microseconds, to: 100_000)
        if tenthsOfSecond < 600 { return "\(tenths(tenthsOfSecond)) s" }
        let seconds = rounded(microseconds, to: 1_000_000)
        if seconds < 3_600 { return pair(seconds, per: 60, "min", "s") }
        let minutes = rounded(microseconds, to: 60_000_000)
        if minutes < 2_880 { return pair(minutes, per: 60, "h", "min") }
        return pair(rounded(microseconds, to: 3_600_000_000), per: 24, "d", "h")
    }

    /// A duration as it was asked for, to the microsecond: `350 ms`, `333.334 ms`, `1.5 s`.
    ///
    /// - Parameter duration: The duration; a negative one counts as zero.
    /// - Returns: The text.
    package static func setting(_ duration: Duration) -> String {
        let microseconds = max(duration.microseconds, 0)
        guard microseconds >= 1_000_000 else { return "\(decimal(microseconds, of: 1_000)) ms" }
        guard microseconds < 60_000_000 else { return Self.duration(duration) }
        return "\(decimal(microseconds, of: 1_000_000)) s"
    }

    /// A measured gap in milliseconds, cut to a tenth so that it never looks longer than it was: `350.0 ms`.
    ///
    /// - Parameter duration: The gap.
    /// - Returns: The text.
    package static func gap(_ duration: Duration) -> String {
        let tenthsOfMillisecond = max(duration.microseconds, 0) / 100
        return "\(count(Int(tenthsOfMillisecond / 10))).\(tenthsOfMillisecond % 10) ms"
    }

    /// The time left, steady in width while it counts down: `3.2 s`, `42 s`, `4 min 10 s`.
    ///
    /// - Parameter duration: The time left.
    /// - Returns: The text.
    package static func countdown(_ duration: Duration) -> String {
        let microseconds = max(duration.microseconds, 0)
        guard microseconds < 10_000_000 else {
            return Self.duration(.seconds((microseconds + 999_999) / 1_000_000))
        }
        let tenthsOfSecond = (microseconds + 99_999) / 100_000
        return "\(tenthsOfSecond / 10).\(tenthsOfSecond % 10) s"
    }

    /// A count with a comma between thousands: `50,000`.
    ///
    /// - Parameter count: The count.
    /// - Returns: The text.
    package static func count(_ count: Int) -> String {
        let digits = Array(String(count.magnitude).utf8)
        var text: [UInt8] = count < 0 ? [UInt8(ascii: "-")] : []
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A count with its noun: `1 request`, `2 requests`.
    ///
    /// - Parameters:
    ///   - count: The count.
    ///   - noun: The noun in the singular.
    ///   - plural: The noun in the plural; nil where it takes an s.
    /// - Returns: The text.
    package static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        "\(Self.count(count)) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    private static func rounded(_ value: Int64, to unit: Int64) -> Int64 {
        value / unit + (value % unit * 2 >= unit ? 1 : 0)
    }

    private static func tenths(_ value: Int64) -> String {
        value.isMultiple(of: 10) ? "\(value / 10)" : "\(value / 10).\(value % 10)"
    }

    private static func pair(_ value: Int64, per size: Int64, _ large: String, _ small: String) -> String {
        let rest = value % size
        return rest == 0 ? "\(value / size) \(large)" : "\(value / size) \(large) \(rest) \(small)"
    }

    private static func decimal(_ value: Int64, of unit: Int64) -> String {
        let (whole, rest) = value.quotientAndRemainder(dividingBy: unit)
        guard rest > 0 else { return "\(whole)" }
        var fraction = String(String(unit + rest).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(whole).\(fraction)"
    }
}

extension Duration {
    /// The duration in microseconds, cut; the largest number for what is longer.
    fileprivate var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? .max / 2 : product + attoseconds / 1_000_000_000_000
    }
}
