import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Watches, on a thread of its own, how long the machine stops everybody, so that a test of a span can leave that out.
package final class StallWitness: Sendable {
    private struct State {
        var lateness: Lateness
        var isOver = false
    }

    private let state: Mutex<State>

    /// Begins to watch.
    ///
    /// - Parameter allowance: How late a thread that sleeps for 5 ms may wake up; more is a stall. A busy machine takes some 50 ms.
    package init(allowing allowance: Duration = .milliseconds(50)) {
        state = Mutex(State(lateness: Lateness(of: .milliseconds(5) + allowance)))
        DispatchQueue(label: "stall witness").async { @Sendable [weak self] in
            while self?.watch() == true { usleep(5_000) }
        }
    }

    /// Ends the watch.
    ///
    /// - Returns: The sum of the stalls, each without what is allowed.
    package func end() -> Duration {
        state.withLock { state in
            state.lateness.note()
            state.isOver = true
            return state.lateness.total
        }
    }

    private func watch() -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.lateness.note()
            return true
        }
    }
}
