/// Durations and counts as a person reads them.
package enum DurationWords {
    /// A duration in at most two units: `350 ms`, `1.5 s`, `4 h 52 min`.
    ///
    /// - Parameter duration: The duration, not negative.
    /// - Returns: The words.
    package static func telling(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        if milliseconds < 1_000 { return "\(milliseconds) ms" }
        if milliseconds < 60_000 {
            let tenths = (milliseconds + 50) / 100
            return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
        }
        if seconds < 3_600 {
            return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
        }
        // From an hour on the seconds don't count, but a least time must not be told shorter than it is.
        let minutes = (milliseconds + 59_999) / 60_000
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// A count with its thousands set apart: `50,000`.
    ///
    /// - Parameter count: The count, not negative.
    /// - Returns: The digits.
    package static func telling(_ count: Int) -> String {
        var groups: [String] = []
        var rest = count
        while rest >= 1_000 {
            let group = String(rest % 1_000)
            groups.append(String(repeating: "0", count: 3 - group.utf8.count) + group)
            rest /= 1_000
        }
        groups.append(String(rest))
        return groups.reversed().joined(separator: ",")
    }
}
