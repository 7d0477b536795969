import CTestSupport
import Synchronization

/// What the threads of a ``ScriptedServer`` share.
final class ScriptedServerCore: Sendable {
    /// What has happened so far.
    struct State {
        var requests: [ScriptedRequest] = []
        var connections = 0
        var endedConnections = 0
        var answers = 0
        var threads: [UInt64] = []
        var isStopped = false
        var waiters: [Waiter] = []
    }

    /// A test that waits for something to happen.
    struct Waiter {
        var condition: @Sendable (State) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    let script: ScriptedServer.Script
    /// Fires at all threads when the server stops.
    let stopSignal: Int32
    private let stopTrigger: Int32
    private let listener: Int32
    private let state = Mutex(State())

    init(listener: Int32, script: @escaping ScriptedServer.Script) {
        self.listener = listener
        self.script = script
        var ends: [Int32] = [-1, -1]
        precondition(ctest_pipe(&ends) == 0, "a pipe can be made")
        stopSignal = ends[0]
        stopTrigger = ends[1]
    }

    deinit {
        ctest_close(stopSignal)
    }

    var requests: [ScriptedRequest] { state.withLock { $0.requests } }
    var connectionCount: Int { state.withLock { $0.connections } }
    var endedConnectionCount: Int { state.withLock { $0.endedConnections } }

    var answerCount: Int { state.withLock { $0.answers } }

    func start() {
        spawn { $0.acceptConnections() }
    }

    /// Stops all threads and waits for them; what waits for an event is let go.
    func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        ctest_close(stopTrigger)
        while let thread = state.withLock({ $0.threads.popLast() }) { ctest_join(thread) }
        ctest_close(listener)
        for waiter in state.withLock({ $0.waiters }) { waiter.continuation.resume() }
    }

    /// Waits until the condition holds or the server stops.
    func wait(until condition: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let holds = state.withLock { state in
                if state.isStopped || condition(state) { return true }
                state.waiters.append(Waiter(condition: condition, continuation: continuation))
                return false
            }
            if holds { continuation.resume() }
        }
    }

    /// Records a request and gives it its number.
    func note(_ request: ScriptedRequest) -> ScriptedRequest {
        change { state in
            var numbered = request
            numbered.number = state.requests.count + 1
            state.requests.append(numbered)
            return numbered
        }
    }

    /// Notes that an answer has been played, or broken off.
    func noteAnswer() {
        change { $0.answers += 1 }
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, ready) = state.withLock { state in
            let result = body(&state)
            guard !state.isStopped, !state.waiters.isEmpty else { return (result, [Waiter]()) }
            let waiters = state.waiters
            state.waiters = []
            var ready: [Waiter] = []
            for waiter in waiters {
                if waiter.condition(state) { ready.append(waiter) } else { state.waiters.append(waiter) }
            }
            return (result, ready)
        }
        for waiter in ready { waiter.continuation.resume() }
        return result
    }

    private func acceptConnections() {
        while true {
            let descriptor = ctest_accept(listener, stopSignal)
            guard descriptor >= 0 else { return }
            let number = change { state in
                state.connections += 1
                return state.connections
            }
            spawn { core in
                var connection = ScriptedConnection(descriptor: descriptor, number: number, core: core)
                connection.serve()
                core.change { $0.endedConnections += 1 }
            }
        }
    }

    private func spawn(_ body: @escaping @Sendable (ScriptedServerCore) -> Void) {
        let start = Unmanaged.passRetained(ThreadStart(core: self, body: body))
        let run: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
            guard let context else { return }
            let start = Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
            start.body(start.core)
        }
        var thread: UInt64 = 0
        precondition(ctest_spawn(run, start.toOpaque(), &thread) == 0, "a thread can be started")
        let identity = thread
        state.withLock { $0.threads.append(identity) }
    }
}

/// What a thread is started with.
private final class ThreadStart: Sendable {
    let core: ScriptedServerCore
    let body: @Sendable (ScriptedServerCore) -> Void

    init(core: ScriptedServerCore, body: @escaping @Sendable (ScriptedServerCore) -> Void) {
        self.core = core
        self.body = body
    }
}
