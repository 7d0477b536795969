package import HTTPPipeline
import JSONText

/// One line of a journal as it is written: a JSON object without its tail.
package struct JournalRecord: Sendable {
    /// The object without its closing brace.
    package private(set) var bytes: [UInt8] = []

    /// Creates a record with no bytes, to keep its storage from line to line.
    package init() {}

    /// Writes the beginning of a start.
    ///
    /// - Parameter opening: What there is to say.
    package mutating func write(_ opening: JournalOpening) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("t")
        writer.value("open")
        writer.key("v")
        writer.value(JournalOpening.version)
        writer.key("run")
        writer.value(opening.run)
        writer.key("runStartedAt")
        writer.value(opening.runStartedAt.milliseconds)
        writer.key("wall")
        writer.value(opening.startedAt.milliseconds)
        writer.key("boot")
        writer.value(opening.boot)
        writer.key("retriesFailed")
        writer.value(opening.retriesFailed)
        writer.key("output")
        writer.value(opening.output)
        if let replaces = opening.replaces {
            writer.key("replaces")
            writer.value(replaces)
        }
        writer.key("manifest")
        writer.beginObject()
        writer.key("path")
        writer.value(opening.manifestPath)
        writer.key("sha256")
        writer.value(opening.manifestDigest)
        writer.endObject()
        bytes = writer.bytes
    }

    /// Writes that a request is about to be sent.
    ///
    /// - Parameters:
    ///   - key: The request.
    ///   - isOnce: Whether it must not be sent twice.
    ///   - wall: The present time.
    package mutating func writeSend(_ key: JournalKey, isOnce: Bool, wall: WallTime) {
        begin("send", key, isOnce: isOnce, wall: wall)
    }

    /// Writes how a request ended.
    ///
    /// - Parameters:
    ///   - text: The result.
    ///   - facts: What a run counts of it.
    ///   - key: The request.
    ///   - isOnce: Whether it must not be sent twice.
    ///   - wall: The present time.
    ///   - origin: The record that the parts are taken from which the text leaves empty; nil for a whole result.
    package mutating func writeDone(
        _ text: ResultText, facts: ResultFacts, key: JournalKey, isOnce: Bool, wall: WallTime,
        origin: JournalPlace? = nil
    ) {
        begin("done", key, isOnce: isOnce, wall: wall)
        append(",\"outcome\":\"\(facts.outcome.rawValue)\"")
        if let reason = facts.reason { append(",\"reason\":\"\(reason.rawValue)\"") }
        if let source = facts.source { append(",\"source\":\"\(source.name)\"") }
        let times = facts.times
        let parts = [times.cache, times.pace, times.server, times.backoff, times.network, times.other]
        append(",\"times\":[\(parts.map { "\(max(0, $0.wholeMicroseconds))" }.joined(separator: ","))]")
        append(",\"repeats\":[\(count(facts.retries)),\(count(facts.redirects))]")
        if facts.isUndone { append(",\"undone\":true") }
        append(",\"sends\":[")
        for (index, send) in facts.sends.enumerated() {
            append("\(index == 0 ? "" : ",")[\(count(send.number)),\"")
            // The reader knows no escapes there. A host's name has nothing that would need one.
            bytes += send.lane.utf8.lazy.filter { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            let interval = max(0, send.interval.wholeMicroseconds)
            append("\",\(interval),\(Duration.nanoseconds(send.sinceBoot).wholeNanoseconds)]")
        }
        append("],\"ends\":[\(text.ends.map(String.init).joined(separator: ","))]")
        if let origin { append(",\"at\":\(origin.reference)") }
        append(",\"result\":{")
        bytes.append(contentsOf: text.bytes)
        append("}")
    }

    /// Writes that a start ends before its run does.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - wall: The present time.
    package mutating func write(_ reason: JournalStop, wall: WallTime) {
        bytes.removeAll(keepingCapacity: true)
        append("{\"t\":\"stop\",\"wall\":\(wall.milliseconds),\"reason\":\"\(reason.rawValue)\"")
    }

    /// Writes that the answers of the results before are all taken over.
    ///
    /// - Parameters:
    ///   - sends: The highest number of a send in those results.
    ///   - wall: The present time.
    package mutating func writeImported(sends: Int, wall: WallTime) {
        bytes.removeAll(keepingCapacity: true)
        append("{\"t\":\"imported\",\"wall\":\(wall.milliseconds),\"sends\":\(count(sends))")
    }

    private mutating func begin(_ kind: String, _ key: JournalKey, isOnce: Bool, wall: WallTime) {
        bytes.removeAll(keepingCapacity: true)
        append("{\"t\":\"\(kind)\",\"key\":\"\(key.text)\",\"wall\":\(wall.milliseconds)")
        if isOnce { append(",\"once\":true") }
    }

    /// A number of sends as the reader takes it.
    private func count(_ number: Int) -> Int {
        min(max(0, number), ResultFacts.Send.limit - 1)
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
