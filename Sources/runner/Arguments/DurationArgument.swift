/// Durations as a person writes them: `200ms`, `1.5s`, `2m`, `12h`, `7d`, or a number of seconds.
package enum DurationArgument {
    private static let units: [(suffix: String, nanoseconds: Int64)] = [
        ("ms", 1_000_000),
        ("s", 1_000_000_000),
        ("m", 60_000_000_000),
        ("h", 3_600_000_000_000),
        ("d", 86_400_000_000_000),
        ("", 1_000_000_000),
    ]

    /// Reads a duration.
    ///
    /// - Parameter text: The text.
    /// - Returns: The duration, cut to the nanosecond; nil where the text is no duration or names one beyond 292 years.
    package static func parse(_ text: String) -> Duration? {
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        let number = text.dropLast(unit.suffix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard let wholeText = number.first, number.count <= 2, let whole = digits(wholeText) else { return nil }
        let (nanoseconds, isTooLong) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
        guard !isTooLong else { return nil }
        guard number.count == 2 else { return .nanoseconds(nanoseconds) }
        guard number[1].utf8.count <= 9, let fraction = digits(number[1]) else { return nil }
        let scale: Int64 = number[1].utf8.reduce(1) { scale, _ in scale * 10 }
        let share = scale.dividingFullWidth(fraction.multipliedFullWidth(by: unit.nanoseconds)).quotient
        let (sum, overflows) = nanoseconds.addingReportingOverflow(share)
        return overflows ? nil : .nanoseconds(sum)
    }

    /// Reads ASCII digits, at least one and nothing else, so that no sign passes.
    private static func digits(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }
}
