import Synchronization

/// The latest reading of a clock; one that is earlier than another before it counts as that one.
///
/// The monotonic clock of some machines, virtual ones above all, now and then reads a few milliseconds early. Differences of such
/// readings would be times below zero.
package final class LatestReading: Sendable {
    private let read: @Sendable () -> Duration
    private let latest = Mutex(Duration.zero)

    /// Creates it.
    ///
    /// - Parameter read: Reads the clock; readings below zero count as zero.
    package init(_ read: @escaping @Sendable () -> Duration) {
        self.read = read
    }

    /// The present reading: of two that follow one another, and all before, the latest.
    ///
    /// After a wait there is none before that would show that a reading is too early, so a second one is taken along.
    package var now: Duration {
        let reading = max(read(), read())
        return latest.withLock { latest in
            latest = max(latest, reading)
            return latest
        }
    }
}
