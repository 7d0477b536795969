import CCurl
import HTTPPipeline

/// One exchange while it runs; used on the worker's thread alone, also by libcurl's callbacks.
final class CurlExchange {
    private let job: CurlWorker.Job
    private let worker: CurlWorker
    private let easy: CurlEasy
    private let proxy: String?
    private(set) var connection: ConnectionChoice
    /// Whether a kept connection was dead when the request was written to it.
    private(set) var foundDeadConnection = false
    private(set) var timers: ExchangeTimers
    private var figures = ExchangeFigures()
    private var head = ResponseHead()
    private var headers = HTTPHeaders()
    /// The content coding that is to be undone; nil for none.
    private var encoding: String?
    private var decoder: BodyDecoder?
    private var body: [UInt8] = []
    private var failure: HTTPClientError?
    /// Whether the gate let the request go over the present connection.
    private var hasDeparted = false
    /// The present connection as it was when the gate let the request go.
    private var wire: Wire?
    /// Whether the present connection is given up for another one, before anything was written to it.
    private var changesConnection = false
    private var changes = 0
    private(set) var departed: Int64?
    private var tlsBegan: Int64?
    private var firstByte: Int64?

    init(_ job: CurlWorker.Job, worker: CurlWorker, easy: CurlEasy, connection: ConnectionChoice) {
        self.connection = connection
        self.job = job
        self.worker = worker
        self.easy = easy
        proxy = worker.configuration.proxies.proxy(for: job.request.url)
        timers = ExchangeTimers(limits: job.request.limits, started: job.started)
    }

    /// Performs the exchange; returns when its outcome is known, with the transfer still in the multi handle.
    func run(in multi: CurlMulti) -> ExchangeOutcome {
        do throws(HTTPClientError) {
            try begin(in: multi)
        } catch {
            return ExchangeOutcome(result: .failure(error))
        }
        while true {
            guard multi.perform() else { return finish(HTTPClientError(.transport, "libcurl could not go on.")) }
            let now = ccurl_now()
            if let result = multi.finished() {
                if changesConnection, failure == nil {
                    do throws(HTTPClientError) {
                        try beginAnew(in: multi, at: now)
                        continue
                    } catch {
                        return finish(error)
                    }
                }
                // libcurl's limit lies behind ours, and is seen first after the process was suspended or held up.
                if result == CCURLE_OPERATION_TIMEDOUT, let error = interruption() ?? nextPause(from: now).error {
                    return finish(error)
                }
                return finish(result, at: now)
            }
            if let error = failure ?? interruption() ?? excess() { return finish(error) }
            let pause = nextPause(from: now)
            if let error = pause.error { return finish(error) }
            guard let isActive = multi.poll(milliseconds: pause.milliseconds) else {
                return finish(HTTPClientError(.transport, "libcurl could not wait."))
            }
            if isActive { timers.noteBytes(at: ccurl_now()) }
        }
    }

    private func begin(in multi: CurlMulti) throws(HTTPClientError) {
        try easy.prepare(
            job.request,
            proxy: proxy,
            userAgent: worker.configuration.userAgent,
            certificateFile: worker.configuration.certificateFile,
            connection: connection,
            context: Unmanaged.passUnretained(self).toOpaque()
        )
        guard multi.add(easy) else { throw HTTPClientError(.transport, "libcurl took no transfer.") }
    }

    /// Begins once more, over a new connection; the one that was given up is closed by its failed transfer.
    private func beginAnew(in multi: CurlMulti, at now: Int64) throws(HTTPClientError) {
        changesConnection = false
        changes += 1
        if connection == .kept { connection = .new }
        timers.beginConnection(at: now)
        (figures, head, wire, firstByte, tlsBegan) = (ExchangeFigures(), ResponseHead(), nil, nil, nil)
        multi.remove(easy)
        easy.clear()
        try begin(in: multi)
    }

    // MARK: Limits

    /// How long the next poll may last, or the error of a limit that has passed.
    private func nextPause(from now: Int64) -> (milliseconds: Int32, error: HTTPClientError?) {
        let next = timers.next
        guard now < next.at else { return (0, timers.error(of: next.limit)) }
        var left = next.at - now
        if let deadline = job.request.deadline {
            let untilDeadline = worker.timeline.now.duration(to: deadline).saturatedNanoseconds
            guard untilDeadline > 0 else { return (0, Self.deadlinePassed) }
            left = min(left, untilDeadline)
        }
        if let cancelled = worker.cancellation(of: job) {
            left = min(left, cancelled + worker.grace - now)
        }
        // Rounded up, so that no limit is found a fraction of a millisecond early.
        return (Int32(clamping: (max(0, left) + 999_999) / 1_000_000), nil)
    }

    private func interruption() -> HTTPClientError? {
        if worker.isAborted { return Self.cancelled }
        guard let cancelled = worker.cancellation(of: job) else { return nil }
        return hasDeparted && ccurl_now() < cancelled + worker.grace ? nil : Self.cancelled
    }

    /// The error of a body that is too large before it is decoded; a stream of empty blocks decodes to nothing.
    private func excess() -> HTTPClientError? {
        guard ccurl_get_offset(easy.pointer, CCURLINFO_SIZE_DOWNLOAD_T) > Int64(job.request.maxBody) else { return nil }
        return BodyFraming.tooLarge(job.request.maxBody)
    }

    private static let cancelled = HTTPClientError(.cancelled, "The request was cancelled.")
    private static let deadlinePassed = HTTPClientError(.deadline, "The run's deadline passed during the exchange.")

    // MARK: What libcurl calls

    /// Asks the gate when the connection stands, and waits as it says; returns whether the request may be written.
    func isConnected(_ ends: ConnectionEnds) -> Bool {
        if departed != nil {
            foundDeadConnection = true
            return refuse(
                HTTPClientError(
                    .connectionReset,
                    "The kept-alive connection was dead, and the request is not sent again without the limiter."
                )
            )
        }
        // libcurl has found the connection dead by itself, before it wrote anything.
        if hasDeparted { takeBackDeparture() }
        figures = ExchangeFigures()
        let peer = PeerAddress(
            address: ends.remote, port: Int(ends.remotePort), isProxy: proxy != nil)
        figures.remote = peer
        figures.note(connectionTimes(hasFailed: false))
        timers.isConnected = true
        while true {
            if let error = interruption() { return refuse(error) }
            switch job.gate.decision(for: peer) {
            case .go:
                hasDeparted = true
                wire = easy.sockets.wire(between: ends)
                if isUsable { return true }
                takeBackDeparture()
                return changeConnection()
            case .refuse(let error):
                return refuse(error)
            case .wait(let moment):
                let begun = ccurl_now()
                let error = wait(until: moment)
                timers.noteWait(ccurl_now() - begun)
                if let error { return refuse(error) }
            }
        }
    }

    /// Whether nothing lies on the connection that was not asked for; what does would be taken for the answer.
    ///
    /// A server that closes an idle connection may say so with an answer of its own (a 408), or answer twice.
    private var isUsable: Bool {
        guard let wire else { return !figures.reused }
        if usesTLS, ccurl_tls_pending(easy.pointer) > 0 { return false }
        switch wire.waiting {
        case .nothing: return true
        case .end: return false
        // TLS 1.3 has servers send session tickets on a new connection (RFC 8446 section 4.6.1).
        case .bytes: return !figures.reused && usesTLS
        }
    }

    private var usesTLS: Bool {
        job.request.url.scheme == "https" || proxy?.asciiLowercased.hasPrefix("https:") == true
    }

    private func takeBackDeparture() {
        hasDeparted = false
        job.gate.takeBack()
    }

    /// Gives the present connection up for another one; returns whether the transfer goes on, which it doesn't.
    private func changeConnection() -> Bool {
        guard changes < Self.mostChanges else {
            return refuse(
                HTTPClientError(.connectionReset, "The server ends each connection, or speaks, before it is asked."))
        }
        changesConnection = true
        return false
    }

    /// A server that speaks first on new connections too would be connected to for ever.
    private static let mostChanges = 2

    private func wait(until moment: Moment) -> HTTPClientError? {
        while true {
            if let error = interruption() { return error }
            let now = worker.timeline.now
            if let deadline = job.request.deadline, now >= deadline { return Self.deadlinePassed }
            guard now < moment else { return nil }
            let end = job.request.deadline.map { min($0, moment) } ?? moment
            // The bell's clock stands still while the machine sleeps, so a long wait is looked at every second.
            worker.bell.wait(nanoseconds: min(now.duration(to: end).saturatedNanoseconds, 1_000_000_000))
        }
    }

    private func refuse(_ error: HTTPClientError) -> Bool {
        failure = error
        return false
    }

    /// The head of a request was written; what a proxy was told before the gate is none.
    func wroteHead() {
        guard hasDeparted, departed == nil else { return }
        departed = ccurl_now()
        job.gate.departed(at: worker.timeline.now)
    }

    /// A TLS record was written: the first one ends the TCP handshake.
    func wroteTLS() {
        if tlsBegan == nil { tlsBegan = ccurl_now() }
    }

    /// Takes what libcurl says of its work.
    func take(note: UnsafeRawBufferPointer) {
        // Bytes behind the answer: the rest of them may come when the next request is on its way.
        if note.starts(with: "Excess found".utf8) || note.starts(with: "Leftovers".utf8) { easy.closeConnection() }
    }

    /// Takes a header line; returns whether to go on.
    func take(header line: UnsafeRawBufferPointer) -> Bool {
        if hasDeparted, departed == nil {
            takeBackDeparture()
            return changeConnection()
        }
        if firstByte == nil {
            firstByte = ccurl_now()
            if wire?.hasNoAnswer == true {
                return refuse(HTTPClientError(.connectionReset, "Bytes came that were sent before the request."))
            }
        }
        let wasComplete = head.isComplete
        head.take(line)
        guard head.size <= ResponseHead.sizeLimit else {
            failure = HTTPClientError(.tooLarge, "The header is larger than \(ResponseHead.sizeLimit) bytes.")
            return false
        }
        guard !head.isMalformed else {
            failure = HTTPClientError(.malformedResponse, "What came is not an HTTP/1 response.")
            return false
        }
        guard head.isComplete, !wasComplete else { return true }
        headers = head.headers
        do throws(HTTPClientError) {
            let status = head.status ?? 0
            let hasBody = job.request.method != .head && status >= 200 && status != 204 && status != 304
            let framing = try BodyFraming(headers, hasBody: hasBody, maxBody: job.request.maxBody)
            guard status != 101 else {
                throw HTTPClientError(.malformedResponse, "The server changes the protocol unasked.")
            }
            if framing.isAmbiguous { easy.closeConnection() }
            if let size = framing.announcedSize { body.reserveCapacity(size) }
            // A part of an encoded body has neither its beginning nor its end.
            encoding = status == 206 ? nil : framing.encoding
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Takes a piece of the body; returns whether to go on.
    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        if let encoding {
            do throws(HTTPClientError) {
                if decoder == nil { decoder = try BodyDecoder(encoding) }
                try decoder?.decode(bytes, into: &body, maxBody: job.request.maxBody)
                return true
            } catch {
                return refuse(error)
            }
        }
        guard bytes.count <= job.request.maxBody - body.count else {
            failure = BodyFraming.tooLarge(job.request.maxBody)
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    // MARK: The end

    private func finish(_ result: Int32, at now: Int64) -> ExchangeOutcome {
        measure(at: now)
        if let error = failure { return failed(error) }
        guard result == CCURLE_OK else {
            return failed(
                CurlFailure(
                    result: result,
                    text: easy.failureText,
                    systemError: Int32(clamping: ccurl_get_long(easy.pointer, CCURLINFO_OS_ERRNO)),
                    usesProxy: proxy != nil,
                    hasDeparted: hasDeparted,
                    hasHead: head.isComplete
                ).error
            )
        }
        if let error = excess() { return failed(error) }
        guard head.isComplete, let status = head.status else {
            return failed(
                head.size == 0
                    ? HTTPClientError(.connectionClosed, "The server closed the connection without an answer.")
                    : HTTPClientError(.malformedResponse, "The response has no complete head.")
            )
        }
        do throws(HTTPClientError) {
            try decoder?.finish()
        } catch {
            return failed(error)
        }
        let response = HTTPResponse(
            status: status,
            headers: headers,
            body: body,
            url: job.request.url,
            peer: figures.remote,
            received: worker.timeline.now,
            receivedAt: worker.timeline.wallNow
        )
        return ExchangeOutcome(result: .success(response), figures: figures)
    }

    private func finish(_ error: HTTPClientError) -> ExchangeOutcome {
        measure(at: ccurl_now())
        return failed(error)
    }

    private func failed(_ error: HTTPClientError) -> ExchangeOutcome {
        var error = error
        error.requestDeparted = hasDeparted
        return ExchangeOutcome(result: .failure(error), figures: figures)
    }

    private func measure(at now: Int64) {
        let total = now - timers.started - timers.waited
        figures.total = .microseconds(total / 1_000)
        figures.bytes = Int(clamping: ccurl_get_offset(easy.pointer, CCURLINFO_SIZE_DOWNLOAD_T))
        if head.isComplete { figures.status = head.status }
        if !timers.isConnected {
            figures.note(connectionTimes(hasFailed: true), failedAfter: (now - timers.connectBegan) / 1_000)
            if let address = ccurl_get_string(easy.pointer, CCURLINFO_PRIMARY_IP), address.pointee != 0 {
                figures.remote = PeerAddress(
                    address: String(cString: address),
                    port: ccurl_get_long(easy.pointer, CCURLINFO_PRIMARY_PORT),
                    isProxy: proxy != nil
                )
            }
        }
        guard let departed, let firstByte else { return }
        figures.firstByte = .microseconds(max(0, firstByte - departed) / 1_000)
        figures.bodyTime = .microseconds(max(0, now - max(firstByte, departed)) / 1_000)
    }

    private func connectionTimes(hasFailed: Bool) -> ConnectionTimes {
        let host = job.request.url.host
        var connect = ccurl_get_offset(easy.pointer, CCURLINFO_CONNECT_TIME_T)
        // libcurl forgets it when the TLS handshake fails.
        if hasFailed, connect == 0, let tlsBegan { connect = (tlsBegan - timers.connectBegan) / 1_000 }
        return ConnectionTimes(
            // A connection that could not be made is not counted yet.
            isNew: hasFailed || ccurl_get_long(easy.pointer, CCURLINFO_NUM_CONNECTS) > 0,
            isLiteral: proxy == nil && IPAddress(host) != nil,
            isTLS: job.request.url.scheme == "https",
            nameLookup: ccurl_get_offset(easy.pointer, CCURLINFO_NAMELOOKUP_TIME_T),
            connect: connect,
            appConnect: ccurl_get_offset(easy.pointer, CCURLINFO_APPCONNECT_TIME_T)
        )
    }
}
