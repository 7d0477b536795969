package import HTTPPipeline
import JSONText

/// A result as the journal holds it.
package struct JournalResult: Sendable {
    /// The request.
    package let key: JournalKey
    /// Whether the request must not be sent twice.
    package let isOnce: Bool
    /// When the result was written down.
    package let wall: WallTime
    /// What a run counts of it.
    package let facts: ResultFacts
    /// The record that the parts are taken from which this one leaves empty; nil for a whole result.
    package let origin: JournalPlace?
    /// The members of the result's object.
    private let bytes: ArraySlice<UInt8>
    /// Where each part ends in ``bytes``.
    private let ends: [Int]

    /// Reads a record's line.
    ///
    /// - Parameter line: The line without its line feed; nil where it is no whole record of a result.
    package init?(line: ArraySlice<UInt8>) {
        var rest = line
        guard rest.skip("{\"t\":\"done\",\"key\":"), let key = rest.skipKey(), rest.skip(",\"wall\":"),
            let wall = rest.skipInteger(), WallTime.countable.contains(wall)
        else { return nil }
        self.key = key
        self.wall = WallTime(milliseconds: wall)
        isOnce = rest.skip(",\"once\":true")
        guard let facts = ResultFacts(skippedIn: &rest), rest.skip(",\"ends\":["), let ends = rest.skipNumbers() else {
            return nil
        }
        self.facts = facts
        self.ends = ends
        if rest.skip(",\"at\":") {
            guard let reference = rest.skipInteger() else { return nil }
            origin = JournalPlace(reference: reference)
        } else {
            origin = nil
        }
        guard ends.count == ResultText.Part.allCases.count, let length = ends.last, rest.skip(",\"result\":{"),
            zip([0] + ends, ends).allSatisfy({ $0 <= $1 }), rest.count > length
        else { return nil }
        bytes = rest.prefix(length)
        guard rest[bytes.endIndex] == UInt8(ascii: "}") else { return nil }
    }

    /// The members of one part.
    ///
    /// - Parameter part: The part.
    /// - Returns: Its bytes; none where the result lacks it or takes it from its origin.
    package subscript(part: ResultText.Part) -> ArraySlice<UInt8> {
        let begin = part.rawValue == 0 ? 0 : ends[part.rawValue - 1]
        return bytes[bytes.startIndex + begin..<bytes.startIndex + ends[part.rawValue]]
    }

    /// The members of the results file's object.
    package var members: ArraySlice<UInt8> { bytes }

    /// The id with its quotes, as it is written.
    package var quotedID: ArraySlice<UInt8> {
        var rest = self[.identity]
        _ = rest.skip("\"id\":")
        var isEscaped = false
        let end = rest.dropFirst().firstIndex { byte in
            defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
            return byte == UInt8(ascii: "\"") && !isEscaped
        }
        return end.map { rest[...$0] } ?? rest
    }

    /// The sentence on the reason; nil where the result says none.
    package var message: String? {
        let members = self[.reason].dropFirst()
        guard !members.isEmpty, let reason = try? JSONValue(parsing: Array("{".utf8) + members + Array("}".utf8)) else {
            return nil
        }
        return reason["message"]?.text
    }
}

extension ResultFacts {
    /// Reads the facts in a record's line, and steps over them.
    fileprivate init?(skippedIn rest: inout ArraySlice<UInt8>) {
        guard rest.skip(",\"outcome\":"), let word = rest.skipPlainString(),
            let outcome = Outcome(rawValue: String(decoding: word, as: UTF8.self))
        else { return nil }
        self.init(outcome)
        if rest.skip(",\"reason\":") {
            guard let word = rest.skipPlainString() else { return nil }
            reason = OutcomeReason(rawValue: String(decoding: word, as: UTF8.self))
        }
        if rest.skip(",\"source\":") {
            guard let word = rest.skipPlainString() else { return nil }
            source = ResultSource(name: String(decoding: word, as: UTF8.self))
        }
        guard rest.skip(",\"times\":["), let parts = rest.skipNumbers(), parts.count == 6, rest.skip(",\"repeats\":["),
            let repeats = rest.skipNumbers(), repeats.count == 2, repeats.allSatisfy({ (0..<Send.limit).contains($0) })
        else { return nil }
        times = RequestTimes(microseconds: parts)
        (retries, redirects) = (repeats[0], repeats[1])
        isUndone = rest.skip(",\"undone\":true")
        guard rest.skip(",\"sends\":[") else { return nil }
        while !rest.skip("]") {
            if !sends.isEmpty { guard rest.skip(",") else { return nil } }
            guard rest.skip("["), let number = rest.skipNumber(), number < Send.limit, rest.skip(","),
                let lane = rest.skipPlainString(),
                rest.skip(","), let interval = rest.skipNumber(), rest.skip(","), let sinceBoot = rest.skipInteger(),
                rest.skip("]")
            else { return nil }
            sends.append(
                Send(
                    number: number, lane: String(decoding: lane, as: UTF8.self), interval: .microseconds(interval),
                    sinceBoot: sinceBoot))
        }
    }
}

extension RequestTimes {
    /// Creates times from whole microseconds: cache, pace, server, backoff, network and all else; below zero is none.
    fileprivate init(microseconds parts: [Int]) {
        self.init()
        let times = parts.map { Duration.microseconds(max(0, $0)) }
        (cache, pace, server) = (times[0], times[1], times[2])
        (backoff, network, other) = (times[3], times[4], times[5])
        total = times.reduce(.zero, +)
    }
}

extension ArraySlice<UInt8> {
    /// Steps over whole numbers up to a closing bracket, the bracket included.
    fileprivate mutating func skipNumbers() -> [Int]? {
        var numbers: [Int] = []
        repeat {
            guard let number = skipInteger() else { return nil }
            numbers.append(number)
        } while skip(",")
        return skip("]") ? numbers : nil
    }
}
