import Books
package import HTTPPipeline
import JSONText

/// Turns results into JSON text, in parts of which the results file takes all and the data file some.
package struct ResultText: Sendable {
    /// The parts of one result in the order of the results file.
    package enum Part: Int, Sendable, CaseIterable {
        /// `id`, `request`, `outcome`.
        case identity
        /// `carried`: cells of the list, which tell a person what the request is of.
        case carried
        /// `reason`, `message`, `error`, `retryAfterMs`.
        case reason
        /// `api`.
        case api
        /// `source`, and `of` where that is an equal request.
        case source
        /// `match`, `status`, `url`, `headers`: what an equal request shares, and the data file leaves out.
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

    private let epoch: RunEpoch
    private let redaction: Redaction
    private var writer = JSONWriter()

    /// Creates an empty text.
    ///
    /// - Parameters:
    ///   - epoch: What the moments and the send numbers of the results count from.
    ///   - redaction: The last guard against secrets that a server sends back within a book or a header.
    package init(epoch: RunEpoch = RunEpoch(), redaction: Redaction = Redaction()) {
        self.epoch = epoch
        self.redaction = redaction
    }

    /// Writes a result, in place of the one before.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - carried: The cells of the list that it repeats, as a JSON object; none for none.
    package mutating func write(_ result: RequestResult, carried: [UInt8] = []) {
        write { part, text in
            if part == .carried { text.writeCarried(carried) } else { text.write(part, of: result) }
        }
    }

    /// Writes who a result is of and nothing else, in place of the one before.
    ///
    /// - Parameters:
    ///   - spec: The request.
    ///   - outcome: How it ended.
    package mutating func writeIdentity(of spec: RequestSpec, outcome: Outcome) {
        write { part, text in
            if part == .identity { text.writeIdentity(id: spec.id, request: spec.written, outcome: outcome) }
            if part == .carried { text.writeCarried(spec.carried) }
        }
    }

    /// Writes what the result of a request has of its own that takes an equal request's answer, in place of the one before.
    ///
    /// - Parameters:
    ///   - spec: The request.
    ///   - outcome: How the equal request ended.
    ///   - quotedID: The equal request's id as a JSON string.
    ///   - startedAt: The present time.
    package mutating func writeDuplicate(
        of spec: RequestSpec, outcome: Outcome, quotedID: ArraySlice<UInt8>, startedAt: WallTime
    ) {
        write { part, text in
            switch part {
            case .identity:
                text.writeIdentity(id: spec.id, request: spec.written, outcome: outcome)
            case .carried:
                text.writeCarried(spec.carried)
            case .source:
                text.write("source", ResultSource.duplicate.name)
                text.writer.key("of")
                text.writer.raw(quotedID)
            case .timing:
                text.writeTiming(startedAt: startedAt, times: RequestTimes())
                text.writeAttempts([])
            case .reason, .api, .response, .answer:
                break
            }
        }
    }

    /// Takes the parts of a result that was written before, in place of the one before.
    ///
    /// - Parameter parts: The members of each part; all but the first begin with a comma.
    package mutating func take(_ parts: [[UInt8]]) {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        for part in parts {
            bytes += part
            ends.append(bytes.count)
        }
        if redaction.findsSecret(in: bytes) { mask() }
    }

    private mutating func write(_ body: (Part, inout ResultText) -> Void) {
        writer.removeAll()
        ends.removeAll(keepingCapacity: true)
        writer.beginObject()
        for part in Part.allCases {
            body(part, &self)
            ends.append(writer.bytes.count - 1)
        }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: writer.bytes[1...])
        if redaction.findsSecret(in: bytes) { mask() }
    }

    /// Masks what got past the masking of each text.
    private mutating func mask() {
        let mask = JSONMask(redaction)
        var masked: [UInt8] = []
        var begin = 0
        for index in ends.indices {
            masked += mask.maskingResult(Array(bytes[begin..<ends[index]]))
            begin = ends[index]
            ends[index] = masked.count
        }
        bytes = masked
    }

    private mutating func write(_ part: Part, of result: RequestResult) {
        switch part {
        case .identity:
            writeIdentity(id: result.id, request: result.request, outcome: result.outcome)
        case .carried: break
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
        case .source:
            write("source", result.source?.name)
        case .response:
            writeResponse(of: result)
        case .answer:
            writeAnswer(of: result)
        case .timing:
            writeTiming(startedAt: result.record.startedAt, times: result.times)
            writeAttempts(result.record.attempts)
        }
    }

    private mutating func writeIdentity(id: String, request: [UInt8], outcome: Outcome) {
        writer.key("id")
        writer.value(id)
        writer.key("request")
        writer.raw(request)
        writer.key("outcome")
        writer.value(outcome.rawValue)
    }

    private mutating func writeCarried(_ cells: [UInt8]) {
        guard !cells.isEmpty else { return }
        writer.key("carried")
        writer.raw(cells)
    }

    private mutating func write(_ key: String, _ value: String?) {
        guard let value else { return }
        writer.key(key)
        writer.value(value)
    }

    private mutating func writeResponse(of result: RequestResult) {
        if let match = result.match {
            writer.key("match")
            match.write(to: &writer)
        }
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

    private mutating func writeTiming(startedAt: WallTime, times: RequestTimes) {
        writer.key("timing")
        writer.beginObject()
        writer.key("startedAt")
        writer.value(startedAt.rfc3339(fractionDigits: 3))
        times.write(to: &writer)
        writer.endObject()
    }

    private mutating func writeAttempts(_ attempts: [AttemptRecord]) {
        writer.key("attempts")
        writer.beginArray()
        for attempt in attempts { write(attempt) }
        writer.endArray()
    }

    private mutating func write(_ attempt: AttemptRecord) {
        writer.beginObject()
        if let send = attempt.send {
            writer.key("send")
            writer.value(send + epoch.sendsBefore)
        }
        writer.key("number")
        writer.value(attempt.number)
        write("reason", attempt.reason.rawValue)
        write("url", attempt.url)
        write("remote", attempt.remote?.description)
        write("sentAt", attempt.sentAt?.rfc3339(fractionDigits: 6))
        if let sent = attempt.sent {
            writer.key("monotonicNs")
            writer.value(epoch.nanosecondsSinceBoot(of: sent))
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
