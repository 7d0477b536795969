import CCurl
public import HTTPPipeline

/// The transport on the system's libcurl: one handle and one thread for its whole life, HTTP/1.1, connections kept alive.
///
/// It follows no redirect, repeats nothing, keeps no cookie and reads no `.netrc`. Of the environment it reads
/// `SSL_CERT_FILE` and `CURL_CA_BUNDLE`, and the proxy variables unless the configuration names its own.
public struct CurlTransport: HTTPTransport, ~Copyable {
    private let worker: CurlWorker
    /// Whether the thread ends with the transport, and not with the task that it runs.
    private let ownsThread: Bool

    /// Creates a transport and starts its thread.
    ///
    /// - Parameters:
    ///   - configuration: What differs from the defaults.
    ///   - timeline: The clocks of the pipeline that it is part of.
    ///   - abort: A switch that ends all exchanges at once.
    /// - Throws: ``HTTPClientError`` of code ``HTTPClientError/Code/transport`` when libcurl is older than 7.80 or can't be set up.
    public init(
        configuration: Configuration = .init(),
        timeline: Timeline<ContinuousClock>,
        abort: AbortSwitch? = nil
    ) throws(HTTPClientError) {
        worker = try Self.makeWorker(configuration, timeline, abort)
        ownsThread = true
    }

    private init(on worker: CurlWorker) {
        self.worker = worker
        ownsThread = false
    }

    deinit {
        guard ownsThread else { return }
        worker.stop()
        worker.waitForEnd()
    }

    /// Runs a task's part on a transport's thread, so that no exchange has to wake another thread and be waited for by it.
    ///
    /// - Parameters:
    ///   - configuration: What differs from the defaults.
    ///   - timeline: The clocks of the pipeline that it is part of.
    ///   - abort: A switch that ends all exchanges at once.
    ///   - body: What is done with the transport; no child task of it runs while an exchange does.
    /// - Returns: What the body returns.
    /// - Throws: ``HTTPClientError`` of code ``HTTPClientError/Code/transport`` when libcurl is older than 7.80 or can't be
    ///   set up.
    package static func withTransport<Value>(
        configuration: Configuration = .init(),
        timeline: Timeline<ContinuousClock>,
        abort: AbortSwitch? = nil,
        _ body: (consuming CurlTransport) async -> Value
    ) async throws(HTTPClientError) -> Value {
        let worker = try makeWorker(configuration, timeline, abort)
        // Before that version the thread can hang in a name look-up that was given up, and the task must go on.
        let executor = ccurl_version_number() >= firstWithQuickExit ? worker : nil
        let value = await withTaskExecutorPreference(executor) { await body(CurlTransport(on: worker)) }
        worker.stop()
        worker.waitForEnd()
        return value
    }

    /// The version of the libcurl in use.
    public static var libraryVersion: String { String(cString: ccurl_version_text()) }

    /// Performs one exchange.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - gate: Asked on the transport's thread once the connection stands, and again whenever its wait is over.
    ///   - record: Its last attempt gets the peer, the phases, the status and the bytes, whether or not an error is thrown.
    /// - Returns: The response, whatever its status.
    /// - Throws: ``HTTPClientError`` when the exchange failed, the gate refused it or the task was cancelled.
    public mutating func send(
        _ request: HTTPRequest,
        through gate: some DepartureGate,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        let started = ccurl_now()
        let outcome = await worker.exchange(request, through: gate, started: started)
        record.updateLastAttempt { outcome.figures.note(in: &$0) }
        return try outcome.result.get()
    }

    /// Set once for the process; libcurl before 7.84 is not thread-safe here, Swift's static properties are.
    private static let setUpResult = ccurl_global_init()
    private static let oldestVersion: UInt32 = 0x07_50_00
    private static let firstWithQuickExit: UInt32 = 0x07_57_00

    private static func makeWorker(
        _ configuration: Configuration,
        _ timeline: Timeline<ContinuousClock>,
        _ abort: AbortSwitch?
    ) throws(HTTPClientError) -> CurlWorker {
        guard ccurl_version_number() >= oldestVersion else {
            throw HTTPClientError(.transport, "libcurl 7.80 or later is needed; this is \(libraryVersion).")
        }
        guard setUpResult == CCURLE_OK else {
            throw HTTPClientError(.transport, "libcurl could not be set up.", cause: CurlFailure.text(of: setUpResult))
        }
        let worker = try CurlWorker(configuration: configuration, timeline: timeline, abort: abort)
        try worker.start()
        abort?.add(worker)
        return worker
    }
}
