#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A time of the wall clock in UTC; for reports, HTTP dates and state that outlives the process.
public struct WallTime: Sendable, Hashable, Comparable {
    /// The time since 1970-01-01T00:00:00Z; leap seconds don't count.
    public var sinceEpoch: Duration

    /// Creates a time.
    ///
    /// - Parameter sinceEpoch: The time since 1970-01-01T00:00:00Z.
    public init(sinceEpoch: Duration) {
        self.sinceEpoch = sinceEpoch
    }

    /// Creates a time from whole seconds.
    ///
    /// - Parameter seconds: The seconds since 1970-01-01T00:00:00Z.
    public init(epochSeconds seconds: Int64) {
        self.init(sinceEpoch: .seconds(seconds))
    }

    /// Creates a time from a date in the proleptic Gregorian calendar; fields out of range carry over.
    ///
    /// - Parameters:
    ///   - year: The year.
    ///   - month: The month, 1 to 12.
    ///   - day: The day of the month, from 1.
    ///   - hour: The hour.
    ///   - minute: The minute.
    ///   - second: The second.
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        // Days from a date by eras of 400 years, with the year beginning in March so that the leap day comes last.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        self.init(epochSeconds: Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second))
    }

    /// Reads the machine's wall clock.
    ///
    /// - Returns: The present time.
    @Sendable public static func current() -> WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(sinceEpoch: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)))
    }

    /// Whether the left time is the earlier one.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.sinceEpoch < right.sinceEpoch
    }
}
