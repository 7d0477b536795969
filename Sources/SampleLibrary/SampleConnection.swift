#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One connection of a sample server: it answers one request after another.
struct SampleConnection {
    /// How long a connection may stay without a complete request, or without taking its answer.
    private static let idleLimit = Duration.seconds(60)

    /// The socket.
    let socket: Int32
    private var input: [UInt8] = []
    private var output: ArraySlice<UInt8> = []
    /// When the output may be sent, where it is held back.
    private var sendTime: ContinuousClock.Instant?
    private var idleEnd: ContinuousClock.Instant
    private var closesAfterOutput = false

    /// Creates a connection that waits for its first request.
    ///
    /// - Parameter socket: The socket.
    init(socket: Int32) {
        self.socket = socket
        idleEnd = .now + Self.idleLimit
    }

    /// What `poll` is to wait for: nothing while an answer is held back.
    var awaitedEvents: Int16 {
        output.isEmpty ? Int16(POLLIN) : sendTime == nil ? Int16(POLLOUT) : 0
    }

    /// When the connection is to be served though nothing comes.
    var wakeTime: ContinuousClock.Instant { sendTime ?? idleEnd }

    /// Does what the connection is ready for.
    ///
    /// - Parameters:
    ///   - isReady: Whether `poll` reported something.
    ///   - router: Answers the requests.
    ///   - buffer: Where to read.
    /// - Returns: Whether the connection stays.
    mutating func serve(isReady: Bool, router: inout SampleRouter, buffer: inout [UInt8]) -> Bool {
        let now = ContinuousClock.now
        if let time = sendTime {
            // While an answer is held back, the only report is that the other end is gone.
            if isReady { return false }
            if time > now { return true }
            sendTime = nil
        } else if !isReady {
            return idleEnd > now
        }
        if output.isEmpty {
            switch LoopbackSocket.read(from: socket, into: &buffer) {
            case .bytes(let count): input += buffer[..<count]
            case .later: return true
            case .ended: return false
            }
        }
        return advance(router: &router, now: now)
    }

    /// Sends what is due and answers the requests that are complete.
    private mutating func advance(router: inout SampleRouter, now: ContinuousClock.Instant) -> Bool {
        while sendTime == nil {
            while !output.isEmpty {
                switch LoopbackSocket.write(output, to: socket) {
                case .bytes(let count): output = output.dropFirst(count)
                case .later: return true
                case .ended: return false
                }
                if output.isEmpty {
                    if closesAfterOutput { return false }
                    idleEnd = now + Self.idleLimit
                }
            }
            switch SampleRequest.reading(input) {
            case .incomplete:
                return true
            case .invalid(let status):
                closesAfterOutput = true
                let answer = SampleAnswer.page(status: status, "This is not a request")
                output = answer.serialized(date: HTTPDate.now, isHead: false, closes: true)[...]
            case .request(let request, let length):
                input.removeFirst(length)
                closesAfterOutput = request.closesConnection
                let answer = router.answer(to: request)
                output =
                    answer.serialized(
                        date: HTTPDate.now, isHead: request.method == "HEAD", closes: request.closesConnection)[...]
                if answer.delay > .zero { sendTime = now + answer.delay }
            }
        }
        return true
    }
}
