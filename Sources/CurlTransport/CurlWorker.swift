import CCurl
import HTTPPipeline
import Synchronization

/// The thread that drives libcurl: it takes one exchange at a time from the transport and answers it.
final class CurlWorker: Sendable {
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
        var cancelled: (number: UInt64, at: Int64)?
        var isStopped = false
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

    /// Ends the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
        bell.ring()
        ended.wait(nanoseconds: Self.patience)
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
                state.withLock { $0.job = job }
                bell.ring()
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
        while let job = nextJob() {
            if isAborted || cancellation(of: job) != nil {
                let error = HTTPClientError(.cancelled, "The request was cancelled.")
                job.continuation.resume(returning: ExchangeOutcome(result: .failure(error)))
                continue
            }
            let exchange = CurlExchange(job, worker: self, easy: easy)
            let outcome = exchange.run(in: multi)
            // The answer goes first: before 7.87 the removal of a transfer waits for its name look-up.
            job.continuation.resume(returning: outcome)
            // The removal may close the connection, which calls back.
            withExtendedLifetime(exchange) {
                multi.remove(easy)
                easy.clear()
            }
        }
        multi.close()
    }

    fileprivate func noteEnd() {
        ended.ring()
    }

    private func nextJob() -> Job? {
        while true {
            let (job, isStopped) = state.withLock { state in
                defer { state.job = nil }
                return (state.job, state.isStopped)
            }
            if let job { return job }
            if isStopped { return nil }
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
