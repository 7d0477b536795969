import Synchronization

/// A time that moves only by hand.
final class HandClock: Sendable {
    private let time = Mutex(Duration.zero)

    /// The time since the start.
    var now: Duration { time.withLock(\.self) }

    /// Moves the time.
    func advance(by duration: Duration) {
        time.withLock { $0 += duration }
    }
}
