import Synchronization

/// Ends all exchanges of the transports that were given it, at once and for good.
///
/// A cancelled task may leave an exchange its grace; the switch leaves none.
public final class AbortSwitch: Sendable {
    private struct State {
        var isAborted = false
        var listeners: [Listener] = []
    }

    private struct Listener {
        weak var worker: CurlWorker?
    }

    private let state = Mutex(State())

    /// Creates a switch that has not been used.
    public init() {}

    /// Ends every exchange now, and every later one before it begins.
    public func abort() {
        let listeners = state.withLock { state in
            state.isAborted = true
            return state.listeners
        }
        for listener in listeners { listener.worker?.wake() }
    }

    var isAborted: Bool { state.withLock { $0.isAborted } }

    func add(_ worker: CurlWorker) {
        state.withLock { state in
            state.listeners.removeAll { $0.worker == nil }
            state.listeners.append(Listener(worker: worker))
        }
    }
}
