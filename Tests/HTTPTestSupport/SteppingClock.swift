package import HTTPPipeline
import Synchronization

/// A clock that stands still until it is told to go on; a sleep on it moves it to the sleep's end at once.
package final class SteppingClock: Clock, Sendable {
    /// A point on the clock's time.
    package struct Instant: InstantProtocol, Hashable {
        /// The time since the clock was made.
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        package func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        package static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private struct State {
        var now = Duration.zero
        var wall: Duration
        var sleeps: [Duration] = []
        var interruption: Duration?
    }

    private let state: Mutex<State>

    /// Creates a clock.
    ///
    /// - Parameter wall: What the wall clock says at its beginning.
    package init(wall: WallTime = WallTime(year: 2026, month: 11, day: 30, hour: 1)) {
        state = Mutex(State(wall: wall.sinceEpoch))
    }

    /// The present instant.
    package var now: Instant { Instant(offset: state.withLock(\.now)) }

    /// The clock's steps have no size.
    package var minimumResolution: Duration { .nanoseconds(1) }

    /// The present moment of a timeline that was made when the clock was.
    package var moment: Moment { Moment(sinceOrigin: state.withLock(\.now)) }

    /// The present time of the wall.
    package var wallNow: WallTime { WallTime(sinceEpoch: state.withLock { $0.wall + $0.now }) }

    /// The lengths of all sleeps, in order, interrupted ones as long as they went.
    package var sleeps: [Duration] { state.withLock(\.sleeps) }

    /// Moves the clock on.
    ///
    /// - Parameter duration: How far.
    package func advance(by duration: Duration) {
        state.withLock { $0.now += duration }
    }

    /// Sets the wall clock forward or back while the clock itself goes on evenly.
    ///
    /// - Parameter duration: How far; negative for back.
    package func shiftWall(by duration: Duration) {
        state.withLock { $0.wall += duration }
    }

    /// Makes the next sleep end as if its task had been cancelled.
    ///
    /// - Parameter duration: After how much of the sleep; nil for not at all.
    package func interruptNextSleep(after duration: Duration?) {
        state.withLock { $0.interruption = duration }
    }

    /// Moves the clock to an instant.
    ///
    /// - Parameters:
    ///   - deadline: The instant; one that has passed is not slept for.
    ///   - tolerance: Has no meaning here.
    /// - Throws: `CancellationError` when the task is cancelled or the sleep is to be interrupted.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let wasInterrupted = state.withLock { state in
            let wait = max(.zero, deadline.offset - state.now)
            let slept = min(wait, state.interruption ?? wait)
            state.now += slept
            state.sleeps.append(slept)
            defer { state.interruption = nil }
            return state.interruption != nil
        }
        if wasInterrupted { throw CancellationError() }
    }

    /// A timeline on this clock, to be made before the clock moves.
    ///
    /// - Returns: The timeline.
    package func timeline() -> Timeline<SteppingClock> {
        Timeline(clock: self, wall: { self.wallNow })
    }

    /// A record of a request that begins now.
    ///
    /// - Returns: The record.
    package func record() -> RequestRecord {
        RequestRecord(started: moment, startedAt: wallNow)
    }
}
