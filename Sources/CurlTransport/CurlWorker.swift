import CCurl
import HTTPPipeline
import Synchronization

/// The thread that drives libcurl: it takes one exchange at a time from the transport and answers it.
///
/// Between exchanges it runs the task that prefers it, which then changes no thread for an exchange. Such a task must not
/// race an exchange with a child task: nothing else of it runs while an exchange does.
final class CurlWorker: TaskExecutor {
    /// An exchange that is to be made.
    struct Job: Sendable {
        let number: UInt64
        let request: HTTPRequest
        let gate: any DepartureGate
        let started: Int64
        let continuation: UnsafeContinuation<ExchangeOutcome, Never>
    }

    private struct State {
        var lastNumber: UInt64 = 0
        var job: Job?
        /// What is to be run of the tasks that prefer this thread.
        var parts: [UnownedJob] = []
        var cancelled: (number: UInt64, at: Int64)?
        /// Whether the thread waits for the bell with nothing to do.
        var isIdle = false
        var isStopped = false

        mutating func next() -> Work? {
            isIdle = false
            if !parts.isEmpty { return .parts }
            if let job {
                self.job = nil
                return .exchange(job)
            }
            isIdle = true
            return nil
        }

        mutating func nextPart() -> UnownedJob? {
            parts.isEmpty ? nil : parts.removeFirst()
        }
    }

    /// What the thread does next.
    private enum Work {
        case parts
        case exchange(Job)
    }

    let configuration: CurlTransport.Configuration
    let timeline: Timeline<ContinuousClock>
    /// Rung when there is something to do or to stop; for the times when no poll runs.
    let bell: Bell
    /// How long an exchange on the wire may go on after its cancellation, in nanoseconds.
    let grace: Int64
    private let abort: AbortSwitch?
    private let multi: CurlMulti
    private let ended: Bell
    private let state = Mutex(State())

    /// How long the last owner waits for the thread; one that hangs in libcurl is left to itself.
    private static let patience: Int64 = 200_000_000

    init(
        configuration: CurlTransport.Configuration,
        timeline: Timeline<ContinuousClock>,
        abort: AbortSwitch?
    ) throws(HTTPClientError) {
        guard let bell = Bell(), let ended = Bell(), let multi = CurlMulti() else {
            throw HTTPClientError(.transport, "libcurl's handles could not be made.")
        }
        self.configuration = configuration
        self.timeline = timeline
        self.abort = abort
        self.bell = bell
        self.ended = ended
        self.multi = multi
        grace = max(0, configuration.cancellationGrace.saturatedNanoseconds)
    }

    func start() throws(HTTPClientError) {
        guard let easy = CurlEasy() else { throw HTTPClientError(.transport, "libcurl's handles could not be made.") }
        let context = Unmanaged.passRetained(Thread(worker: self, easy: easy))
        let run: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
            guard let context else { return }
            Unmanaged<Thread>.fromOpaque(context).takeRetainedValue().run()
        }
        guard ccurl_spawn(run, context.toOpaque()) == 0 else {
            context.release()
            throw HTTPClientError(.transport, "The transport's thread could not be started.")
        }
    }

    /// Ends the thread once it has nothing to do any more.
    func stop() {
        state.withLock { $0.isStopped = true }
        bell.ring()
    }

    /// Waits for the end of the stopped thread, on another one.
    func waitForEnd() {
        ended.wait(nanoseconds: Self.patience)
    }

    /// Takes a part of a task that prefers this thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let part = UnownedJob(job)
        add { $0.parts.append(part) }
    }

    /// Makes one exchange on the worker's thread.
    func exchange(_ request: HTTPRequest, through gate: some DepartureGate, started: Int64) async -> ExchangeOutcome {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let job = Job(
                    number: number,
                    request: request,
                    gate: gate,
                    started: started,
                    continuation: continuation
                )
                add { $0.job = job }
            }
        } onCancel: {
            state.withLock { $0.cancelled = (number, ccurl_now()) }
            wake()
        }
    }

    /// Makes the thread look at what has changed, wherever it waits.
    func wake() {
        bell.ring()
        multi.wakeUp()
    }

    var isAborted: Bool { abort?.isAborted ?? false }

    /// When the exchange was cancelled; nil where it was not.
    func cancellation(of job: Job) -> Int64? {
        state.withLock { state in
            state.cancelled.flatMap { $0.number == job.number ? $0.at : nil }
        }
    }

    fileprivate func serve(with easy: CurlEasy) {
        var kept = KeptConnections()
        while let work = nextWork() {
            switch work {
            case .parts: runParts()
            case .exchange(let job): make(job, with: easy, &kept)
            }
        }
        multi.close()
    }

    private func runParts() {
        while let part = state.withLock({ $0.nextPart() }) { part.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func make(_ job: Job, with easy: CurlEasy, _ kept: inout KeptConnections) {
        if isAborted || cancellation(of: job) != nil {
            let error = HTTPClientError(.cancelled, "The request was cancelled.")
            return job.continuation.resume(returning: ExchangeOutcome(result: .failure(error)))
        }
        let exchange = CurlExchange(
            job, worker: self, easy: easy, connection: kept.choice(for: job.request, at: ccurl_now()))
        let outcome = exchange.run(in: multi)
        kept.note(
            job.request.url.origin, over: exchange.connection, departed: exchange.departed, end: ccurl_now(),
            foundDead: exchange.foundDeadConnection)
        // The answer goes first: before 7.87 the removal of a transfer waits for its name look-up.
        job.continuation.resume(returning: outcome)
        runParts()
        // The removal may close the connection, which calls back.
        withExtendedLifetime(exchange) {
            multi.remove(easy)
            easy.clear()
        }
    }

    fileprivate func noteEnd() {
        ended.ring()
    }

    private func add(_ change: (inout State) -> Void) {
        let wasIdle = state.withLock { state in
            change(&state)
            return state.isIdle
        }
        if wasIdle { bell.ring() }
    }

    private func nextWork() -> Work? {
        while true {
            let (work, isStopped) = state.withLock { ($0.next(), $0.isStopped) }
            if work != nil || isStopped { return work }
            bell.wait()
        }
    }
}

/// What the worker's thread is started with; the handle goes over to it.
private final class Thread {
    private let worker: CurlWorker
    private var easy: CurlEasy?

    init(worker: CurlWorker, easy: CurlEasy) {
        self.worker = worker
        self.easy = easy
    }

    func run() {
        if let easy { worker.serve(with: easy) }
        // All of libcurl is put away before the owner goes on, perhaps to the process's end.
        easy = nil
        worker.noteEnd()
    }
}
