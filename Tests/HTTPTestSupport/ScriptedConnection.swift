import CTestSupport
import HTTPPipeline

/// One connection of a ``ScriptedServer``: reads requests and plays their answers, on its own thread.
struct ScriptedConnection {
    let descriptor: Int32
    let number: Int
    let core: ScriptedServerCore
    private var buffer: [UInt8] = []
    private var arrivedNs: Int64 = 0
    private var count = 0

    init(descriptor: Int32, number: Int, core: ScriptedServerCore) {
        self.descriptor = descriptor
        self.number = number
        self.core = core
    }

    mutating func serve() {
        while let request = readRequest() {
            let answer = core.script(core.note(request))
            let isOpen = play(answer, to: request)
            core.noteAnswer()
            guard isOpen else { return }
            if request.headers["Connection"]?.asciiLowercased == "close" { break }
        }
        ctest_close(descriptor)
    }

    /// Plays the steps; returns whether the connection is still open.
    private func play(_ answer: ScriptedAnswer, to request: ScriptedRequest) -> Bool {
        for step in answer.steps {
            let isAlive: Bool
            switch step {
            case .send(let bytes):
                isAlive = send(bytes)
            case .body(let bytes):
                isAlive = request.method == "HEAD" || send(bytes)
            case .pause(let duration):
                isAlive = ctest_pause(descriptor, core.stopSignal, duration.wholeNanoseconds) == 1
            case .hold(let isOver):
                isAlive = hold(until: isOver)
            case .settle:
                isAlive = hold { ctest_unacknowledged(descriptor) == 0 }
            case .stall:
                _ = ctest_pause(descriptor, core.stopSignal, .max / 2)
                isAlive = false
            case .close:
                isAlive = false
            case .reset:
                ctest_reset(descriptor)
                return false
            }
            guard isAlive else {
                ctest_close(descriptor)
                return false
            }
        }
        return true
    }

    private func hold(until isOver: @Sendable () -> Bool) -> Bool {
        while !isOver() {
            guard ctest_pause(descriptor, core.stopSignal, 5_000_000) == 1 else { return false }
        }
        return true
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        ctest_send(descriptor, core.stopSignal, bytes, bytes.count) == 0
    }

    private mutating func readRequest() -> ScriptedRequest? {
        arrivedNs = 0
        var end = headEnd(from: 0)
        while end == nil {
            let before = buffer.count
            guard receive() else { return nil }
            end = headEnd(from: max(0, before - 3))
        }
        guard let end else { return nil }
        let head = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end)
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        guard let line = lines.first else { return nil }
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return nil }
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != ":" }
            let value = line.dropFirst(name.utf8.count + 1).drop { $0 == " " }
            headers.add(String(name), String(value))
        }
        let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
        while buffer.count < length {
            guard receive() else { return nil }
        }
        let body = Array(buffer[..<length])
        buffer.removeFirst(length)
        count += 1
        return ScriptedRequest(
            connection: number,
            index: count,
            method: String(words[0]),
            target: String(words[1]),
            headers: headers,
            body: body,
            head: head,
            arrivedNs: arrivedNs
        )
    }

    /// Appends what comes; returns false at the end of the stream.
    private mutating func receive() -> Bool {
        var stamp: Int64 = 0
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let got = ctest_receive(descriptor, core.stopSignal, &chunk, chunk.count, &stamp)
        guard got > 0 else { return false }
        if arrivedNs == 0 { arrivedNs = stamp }
        buffer += chunk[..<got]
        return true
    }

    private func headEnd(from start: Int) -> Int? {
        var index = start
        while index + 3 < buffer.count {
            if buffer[index] == 13, buffer[index + 1] == 10, buffer[index + 2] == 13, buffer[index + 3] == 10 {
                return index + 4
            }
            index += 1
        }
        return nil
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded down.
    fileprivate var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
