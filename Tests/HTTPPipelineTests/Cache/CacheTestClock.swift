import HTTPPipeline
import Synchronization

/// A clock that stands still until it is moved, with a wall clock that can be set apart from it.
final class CacheTestClock: Clock, Sendable {
    typealias Instant = Moment
    typealias Duration = Swift.Duration

    private let times = Mutex((now: Moment.origin, wall: WallTime(year: 2026, month: 11, day: 30)))

    var now: Moment { times.withLock { $0.now } }
    var wall: WallTime { times.withLock { $0.wall } }
    var minimumResolution: Duration { .nanoseconds(1) }
    var timeline: Timeline<CacheTestClock> { Timeline(clock: self) { [self] in wall } }

    func sleep(until deadline: Moment, tolerance: Duration?) async throws {
        advance(by: now.duration(to: deadline))
    }

    func advance(by duration: Duration) {
        times.withLock {
            $0.now = $0.now.advanced(by: duration)
            $0.wall.sinceEpoch += duration
        }
    }

    func setWall(back duration: Duration) {
        times.withLock { $0.wall.sinceEpoch -= duration }
    }
}
