import HTTPPipeline

/// A point in time by the clocks that outlive a process, in nanoseconds.
package struct LaneTime: Sendable, Hashable {
    /// Which start of the machine ``sinceBoot`` counts from; empty where that can't be told.
    package var boot: String
    /// The time since the machine's start.
    package var sinceBoot: Int64
    /// The time since 1970 by the wall clock.
    package var wall: Int64
    /// The local day, counted from 1970-01-01.
    package var day: Int

    /// Creates a point in time.
    ///
    /// - Parameters:
    ///   - boot: Which start of the machine the monotonic time counts from.
    ///   - sinceBoot: The time since the machine's start.
    ///   - wall: The time since 1970 by the wall clock.
    ///   - day: The local day.
    package init(boot: String, sinceBoot: Int64, wall: Int64, day: Int) {
        self.boot = boot
        self.sinceBoot = sinceBoot
        self.wall = wall
        self.day = day
    }
}

extension LaneTime {
    /// The present time by the machine's own clocks.
    package static var current: LaneTime {
        let wall = WallTime.current()
        return LaneTime(
            boot: BootClock.identifier, sinceBoot: BootClock.now.boundedNanoseconds,
            wall: wall.sinceEpoch.boundedNanoseconds, day: LocalDay(of: wall).number)
    }
}

extension Duration {
    /// The duration in nanoseconds, at most 73 years either way, so that sums of a few don't overflow.
    var boundedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds.magnitude < 2_305_843_009 else { return (seconds < 0 ? -1 : 1) * 2_305_843_009_000_000_000 }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
