#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
package import HTTPPipeline

/// A day by the local time, which a change of summer time makes an hour longer or shorter.
package struct LocalDay: Sendable, Hashable {
    /// The day, counted from 1970-01-01.
    package let number: Int
    /// When it begins.
    package let begins: WallTime
    /// When the next one begins.
    package let ends: WallTime

    /// Finds the day of a time.
    ///
    /// - Parameter time: The time.
    package init(of time: WallTime) {
        var seconds = time_t(time.sinceEpoch.components.seconds)
        var fields = tm()
        localtime_r(&seconds, &fields)
        let date = WallTime(year: Int(fields.tm_year) + 1_900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday))
        number = Int(date.sinceEpoch.components.seconds / 86_400)
        begins = Self.midnight(of: fields, daysLater: 0)
        ends = Self.midnight(of: fields, daysLater: 1)
    }

    /// Whether a time is on this day.
    ///
    /// - Parameter time: The time.
    /// - Returns: Whether it is.
    package func contains(_ time: WallTime) -> Bool {
        begins <= time && time < ends
    }

    private static func midnight(of fields: tm, daysLater days: Int32) -> WallTime {
        var midnight = tm()
        midnight.tm_year = fields.tm_year
        midnight.tm_mon = fields.tm_mon
        midnight.tm_mday = fields.tm_mday + days
        midnight.tm_isdst = -1
        return WallTime(epochSeconds: Int64(mktime(&midnight)))
    }
}
