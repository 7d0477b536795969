import Synchronization

/// The latest reading of a clock; one that is earlier than another before it counts as that one.
///
/// The monotonic clock of some machines, virtual ones above all, now and then reads a few milliseconds early. Differences of such
/// readings would be times below zero.
package final class LatestReading: Sendable {
    private let latest: Mutex<Duration>

    /// Creates it with the reading that all others are at or after.
    ///
    /// - Parameter first: The reading.
    package init(_ first: Duration = .zero) {
        latest = Mutex(first)
    }

    /// Takes two readings that follow one another, of which the later counts.
    ///
    /// After a wait there is none before that would show that a reading is too early, so one of its own is taken along.
    ///
    /// - Parameter read: Reads the clock.
    /// - Returns: The reading that counts.
    package func taking(_ read: () -> Duration) -> Duration {
        let reading = max(read(), read())
        return latest.withLock { latest in
            latest = max(latest, reading)
            return latest
        }
    }
}
