/// Rates as a person writes them: `3/s`, `180/m`, `1000/h`.
package enum RateArgument {
    /// Reads a rate.
    ///
    /// - Parameter text: The text.
    /// - Returns: The interval between two sends, rounded up to the nanosecond so that the rate is never exceeded; nil
    ///   where the text is no rate.
    package static func parse(_ text: String) -> Duration? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        guard let count = Int64(parts[0]), count > 0 else { return nil }
        let seconds: Int64
        switch parts[1] {
        case "s": seconds = 1
        case "m": seconds = 60
        case "h": seconds = 3_600
        default: return nil
        }
        let (nanoseconds, rest) = (seconds * 1_000_000_000).quotientAndRemainder(dividingBy: count)
        return .nanoseconds(rest == 0 ? nanoseconds : nanoseconds + 1)
    }
}
