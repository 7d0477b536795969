#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
package import HTTPPipeline

/// A time of the day as the clocks on the wall show it: `05:30`.
package struct LocalTime: Sendable, Hashable {
    /// The hour, 0 to 23.
    package let hour: Int
    /// The minute, 0 to 59.
    package let minute: Int

    /// Reads a time.
    ///
    /// - Parameter text: The time as `05:30` or `5:30`; nil where it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        self.hour = hour
        self.minute = minute
    }

    /// When the clocks on the wall show this time next.
    ///
    /// A time that is left out when the clocks go forward comes as much later as they jump. Of a time that comes twice when they go
    /// back, the first that is still ahead counts.
    ///
    /// - Parameters:
    ///   - now: The present time; the result is later.
    ///   - offset: How far local time is ahead of UTC at a time.
    /// - Returns: The time.
    package func next(
        after now: WallTime, offset: (WallTime) -> Duration = LocalTime.systemOffset(at:)
    ) -> WallTime {
        let today = WallTime(sinceEpoch: now.sinceEpoch + offset(now)).civil.date
        for day in 0...2 {
            let shown = WallTime(
                year: Int(today.year), month: Int(today.month), day: Int(today.day) + day, hour: hour, minute: minute)
            if let time = Self.times(showing: shown, offset: offset).first(where: { $0 > now }) { return time }
        }
        return WallTime(sinceEpoch: now.sinceEpoch + Self.day)
    }

    /// The times at which the clocks show a date and time: one, or two in order; for one left out the time it is moved to.
    ///
    /// The system's mktime leaves open what it makes of the hours around a change, so it isn't asked.
    private static func times(showing shown: WallTime, offset: (WallTime) -> Duration) -> [WallTime] {
        let before = offset(WallTime(sinceEpoch: shown.sinceEpoch - day))
        let after = offset(WallTime(sinceEpoch: shown.sinceEpoch + day))
        let candidates = Set([before, after]).map { (offset: $0, time: WallTime(sinceEpoch: shown.sinceEpoch - $0)) }
        let times = candidates.filter { offset($0.time) == $0.offset }.map(\.time).sorted()
        return times.isEmpty ? [WallTime(sinceEpoch: shown.sinceEpoch - before)] : times
    }

    /// How far the machine's local time is ahead of UTC.
    ///
    /// - Parameter time: When.
    /// - Returns: The difference; negative in the west.
    package static func systemOffset(at time: WallTime) -> Duration {
        var seconds = time_t(time.sinceEpoch.components.seconds)
        var local = tm()
        // localtime_r alone need not look at TZ (POSIX, localtime).
        tzset()
        guard localtime_r(&seconds, &local) != nil else { return .zero }
        return .seconds(local.tm_gmtoff)
    }

    private static let day = Duration.seconds(86_400)
}
