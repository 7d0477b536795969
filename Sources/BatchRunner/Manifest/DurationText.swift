/// Durations and rates as a manifest writes them.
package enum DurationText {
    private static let units: [(name: String, attoseconds: UInt128)] = [
        ("ms", 1_000_000_000_000_000), ("s", attosecondsPerSecond), ("m", 60 * attosecondsPerSecond),
        ("h", 3_600 * attosecondsPerSecond), ("d", 86_400 * attosecondsPerSecond),
    ]
    private static let attosecondsPerSecond: UInt128 = 1_000_000_000_000_000_000
    private static let longest = 36_500 * 86_400 * attosecondsPerSecond

    /// Reads a duration with its unit: `200ms`, `1.5s`, `2m`, `12h`, `7d`.
    ///
    /// - Parameter text: The duration as it is written.
    /// - Returns: The duration; nil where the text is none, or longer than a hundred years.
    package static func duration(_ text: String) -> Duration? {
        try? parse(text)
    }

    /// Reads a duration as a person types it: with its unit, or a number of seconds.
    ///
    /// - Parameter text: The text.
    /// - Returns: The duration; nil where the text is none, or longer than a hundred years.
    package static func duration(argument text: String) -> Duration? {
        duration(text) ?? duration(text + "s")
    }

    /// What is wrong with a duration as a person types it that is longer than a hundred years.
    ///
    /// - Parameter text: The text.
    /// - Returns: The sentence without a full stop; nil where the text is no duration, or one that can be used.
    package static func excess(argument text: String) -> String? {
        excess { () throws(FieldValueError) in try parse(text) }
            ?? excess { () throws(FieldValueError) in try parse(text + "s") }
    }

    /// What is wrong with a rate whose interval is longer than a hundred years.
    ///
    /// - Parameter text: The text.
    /// - Returns: The sentence without a full stop; nil where the text is no rate, or one that can be used.
    package static func excess(rate text: String) -> String? {
        excess { () throws(FieldValueError) in try parse(rate: text) }
    }

    private static func excess(_ parse: () throws(FieldValueError) -> Duration) -> String? {
        do throws(FieldValueError) {
            _ = try parse()
            return nil
        } catch {
            return error.isExcess ? error.message : nil
        }
    }

    /// Reads a rate: `3/s`, `180/m`, `1000/h`.
    ///
    /// - Parameter text: The text.
    /// - Returns: The time for one request, rounded up to the nanosecond so that the rate is never exceeded; nil where the text is no rate.
    package static func interval(rate text: String) -> Duration? {
        try? parse(rate: text)
    }

    static func parse(_ text: String) throws(FieldValueError) -> Duration {
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        guard !text.utf8.starts(with: "-".utf8) else { throw FieldValueError("a duration can't be negative") }
        guard let decimal = DecimalText(number) else { throw noDuration(text) }
        let unitName = text[number.endIndex...]
        guard !unitName.isEmpty else {
            throw FieldValueError("\"\(text)\" has no unit: write \"\(text)s\", or the number \(text)")
        }
        guard let unit = units.first(where: { $0.name == unitName }) else { throw noDuration(text) }
        return try duration(of: decimal, unit: unit.attoseconds)
    }

    /// Reads a JSON number as seconds.
    static func parse(seconds text: String) throws(FieldValueError) -> Duration {
        guard !text.utf8.starts(with: "-".utf8) else { throw FieldValueError("a duration can't be negative") }
        guard let decimal = DecimalText(text) else { throw FieldValueError("\(text) is out of range for a duration") }
        return try duration(of: decimal, unit: attosecondsPerSecond)
    }

    /// Reads requests per unit of time and gives the time for one, rounded up to the nanosecond.
    static func parse(rate text: String) throws(FieldValueError) -> Duration {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = DecimalText(parts[0]),
            !parts[0].utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }),
            let unit = units.first(where: { $0.name == parts[1] && $0.name != "ms" })
        else {
            throw FieldValueError(
                "\"\(text)\" is no rate: write requests per second, minute, hour or day, as \"3/s\" or \"180/m\"")
        }
        guard let nanoseconds = count.dividing(unit.attoseconds / 1_000_000_000) else {
            throw FieldValueError("a rate is more than 0")
        }
        guard nanoseconds <= longest / 1_000_000_000 else {
            throw FieldValueError("\"\(text)\" is slower than one request in 36500 days", isExcess: true)
        }
        return .nanoseconds(Int64(nanoseconds))
    }

    /// A duration as a manifest would write it: `500ms`, `1.5s`, `10m`.
    static func text(of duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0, seconds > 0 {
            for (unit, length) in [("d", Int64(86_400)), ("h", 3_600), ("m", 60)] where seconds % length == 0 {
                return "\(seconds / length)\(unit)"
            }
        }
        guard attoseconds != 0 else { return "\(seconds)s" }
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        return seconds == 0 ? "\(milliseconds)ms" : "\(Double(milliseconds) / 1_000)s"
    }

    private static func duration(of decimal: DecimalText, unit: UInt128) throws(FieldValueError) -> Duration {
        guard let attoseconds = decimal.times(unit), attoseconds <= longest else {
            throw FieldValueError("the duration is longer than 36500 days", isExcess: true)
        }
        return Duration(
            secondsComponent: Int64(attoseconds / attosecondsPerSecond),
            attosecondsComponent: Int64(attoseconds % attosecondsPerSecond)
        )
    }

    private static func noDuration(_ text: String) -> FieldValueError {
        FieldValueError(
            "\"\(text)\" is no duration: write \"200ms\", \"1.5s\", \"2m\", \"12h\", \"7d\" or a number of seconds")
    }
}
