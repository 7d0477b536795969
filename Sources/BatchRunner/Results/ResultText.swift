import Books
package import HTTPPipeline
import JSONText

/// Turns results into JSON text, in parts of which the results file takes all and the data file some.
package struct ResultText: Sendable {
    /// The parts of one result in the order of the results file.
    package enum Part: Int, Sendable, CaseIterable {
        /// `id`, `request`, `outcome`.
        case identity
        /// `reason`, `message`, `error`, `retryAfterMs`.
        case reason
        /// `api`.
        case api
        /// `source`, `status`, `url`, `headers`.
        case response
        /// `book`, `json`, `text` or `base64`.
        case answer
        /// `timing`, `attempts`.
        case timing

        /// Whether the data file takes the part: what doesn't change while the answers don't.
        package var isData: Bool { self == .identity || self == .api || self == .answer }
    }

    /// The members of the object without its braces; all but the first begin with a comma.
    package private(set) var bytes: [UInt8] = []
    /// Where each part ends in ``bytes``.
    package private(set) var ends: [Int] = []

    private let bootOffset: Duration
    private let redaction: Redaction
    private var writer = JSONWriter()

    /// Creates an empty text.
    ///
    /// - Parameters:
    ///   - bootOffset: What to add to a moment of the run's timeline to have the time since the machine's start.
    ///   - redaction: The last guard against secrets that a server sends back within a book or a header.
    package init(bootOffset: Duration, redaction: Redaction = Redaction()) {
        self.bootOffset = bootOffset
        self.redaction = redaction
    }

    /// Writes a result, in place of the one before.
    ///
    /// - Parameter result: The result.
    package mutating func write(_ result: RequestResult) {
        writer.removeAll()
        ends.removeAll(keepingCapacity: true)
        writer.beginObject()
        for part in Part.allCases {
            write(part, of: result)
            ends.append(writer.bytes.count - 1)
        }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: writer.bytes[1...])
        if redaction.findsSecret(in: bytes) { mask() }
    }

    /// Masks what got past the masking of each text; a secret that holds no quote can't break the JSON it stands in.
    private mutating func mask() {
        var masked: [UInt8] = []
        var begin = 0
        for index in ends.indices {
            let part = String(decoding: bytes[begin..<ends[index]], as: UTF8.self)
            begin = ends[index]
            masked += redaction.masked(part).utf8
            ends[index] = masked.count
        }
        bytes = masked
    }

    private mutating func write(_ part: Part, of result: RequestResult) {
        switch part {
        case .identity:
            writer.key("id")
            writer.value(result.id)
            writer.key("request")
            writer.raw(result.request)
            writer.key("outcome")
            writer.value(result.outcome.rawValue)
        case .reason:
            write("reason", result.reason?.rawValue)
            write("message", result.message)
            write("error", result.error)
            if let wait = result.retryAfter {
                writer.key("retryAfterMs")
                writer.milliseconds(wait)
            }
        case .api:
            write("api", result.api)
        case .response:
            writeResponse(of: result)
        case .answer:
            writeAnswer(of: result)
        case .timing:
            writeTiming(of: result)
            writeAttempts(of: result)
        }
    }

    private mutating func write(_ key: String, _ value: String?) {
        guard let value else { return }
        writer.key(key)
        writer.value(value)
    }

    private mutating func writeResponse(of result: RequestResult) {
        write("source", result.record.source?.rawValue)
        if let status = result.status {
            writer.key("status")
            writer.value(status)
        }
        write("url", result.url)
        guard !result.headers.fields.isEmpty else { return }
        writer.key("headers")
        writer.beginObject()
        for field in result.headers.fields { write(field.name, field.value) }
        writer.endObject()
    }

    private mutating func writeAnswer(of result: RequestResult) {
        switch result.answer {
        case .book(let book):
            writer.key("book")
            book.write(to: &writer)
        case .json(let json):
            writer.key("json")
            writer.raw(json)
        case .text(let text):
            write("text", text)
        case .bytes(let bytes):
            write("base64", Base64.encode(bytes))
        case nil:
            break
        }
    }

    private mutating func writeTiming(of result: RequestResult) {
        writer.key("timing")
        writer.beginObject()
        writer.key("startedAt")
        writer.value(result.record.startedAt.rfc3339(fractionDigits: 3))
        result.times.write(to: &writer)
        writer.endObject()
    }

    private mutating func writeAttempts(of result: RequestResult) {
        writer.key("attempts")
        writer.beginArray()
        for attempt in result.record.attempts { write(attempt) }
        writer.endArray()
    }

    private mutating func write(_ attempt: AttemptRecord) {
        writer.beginObject()
        if let send = attempt.send {
            writer.key("send")
            writer.value(send)
        }
        writer.key("number")
        writer.value(attempt.number)
        write("reason", attempt.reason.rawValue)
        write("url", attempt.url)
        write("remote", attempt.remote?.description)
        write("sentAt", attempt.sentAt?.rfc3339(fractionDigits: 6))
        if let sent = attempt.sent {
            let (seconds, attoseconds) = (sent.sinceOrigin + bootOffset).components
            writer.key("monotonicNs")
            writer.value(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
        }
        writeMilliseconds("paceMs", attempt.waits.pace)
        writeMilliseconds("serverMs", attempt.waits.server)
        writeMilliseconds("backoffMs", attempt.waits.backoff)
        if let status = attempt.status {
            writer.key("status")
            writer.value(status)
        }
        write("error", attempt.error)
        writer.key("reused")
        writer.value(attempt.reused)
        writeMilliseconds("dnsMs", attempt.nameLookup)
        writeMilliseconds("connectMs", attempt.connect)
        writeMilliseconds("tlsMs", attempt.tls)
        writeMilliseconds("firstByteMs", attempt.firstByte)
        writeMilliseconds("bodyMs", attempt.bodyTime)
        writeMilliseconds("totalMs", attempt.total)
        writer.key("bytes")
        writer.value(attempt.bytes)
        writer.endObject()
    }

    private mutating func writeMilliseconds(_ key: String, _ value: Duration?) {
        guard let value else { return }
        writer.key(key)
        writer.milliseconds(value)
    }
}
