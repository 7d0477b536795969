import HTTPPipeline
import JSONText

/// One line of a journal as it is read.
package enum JournalEntry: Sendable {
    /// A start begins.
    case open(JournalOpening)
    /// A request is about to be sent.
    case send(JournalKey, isOnce: Bool)
    /// A request ended.
    case done(JournalResult)
    /// The answers of the results before are all taken over; the highest number of a send in them.
    case imported(sends: Int)
    /// A start ends before its run does.
    case stop(JournalStop)

    /// Reads a line that its tail has proven.
    ///
    /// - Parameter line: The line without its line feed; nil comes of a record of another kind or form.
    package init?(line: ArraySlice<UInt8>) {
        var rest = line
        guard rest.skip("{\"t\":\"") else { return nil }
        if rest.skip("done\",") {
            guard let result = JournalResult(line: line) else { return nil }
            self = .done(result)
        } else if rest.skip("send\",") {
            guard rest.skip("\"key\":"), let key = rest.skipKey(), rest.skip(",\"wall\":"), rest.skipInteger() != nil
            else {
                return nil
            }
            self = .send(key, isOnce: rest.skip(",\"once\":true"))
        } else if rest.skip("stop\",") {
            guard rest.skip("\"wall\":"), rest.skipInteger() != nil, rest.skip(",\"reason\":"),
                let word = rest.skipPlainString(),
                let reason = JournalStop(rawValue: String(decoding: word, as: UTF8.self))
            else { return nil }
            self = .stop(reason)
        } else if rest.skip("imported\",") {
            guard rest.skip("\"wall\":"), rest.skipInteger() != nil, rest.skip(",\"sends\":"),
                let sends = rest.skipNumber(), sends < ResultFacts.Send.limit
            else { return nil }
            self = .imported(sends: sends)
        } else if rest.skip("open\","), let opening = JournalOpening(line: line) {
            self = .open(opening)
        } else {
            return nil
        }
    }
}

extension JournalOpening {
    /// Reads the beginning of a start.
    ///
    /// - Parameter line: The line; nil comes of any other.
    init?(line: ArraySlice<UInt8>) {
        guard let object = try? JSONValue(parsing: Array(line)), let run = object["run"]?.text,
            let runStartedAt = object["runStartedAt"]?.int, let wall = object["wall"]?.int,
            WallTime.countable.contains(runStartedAt), WallTime.countable.contains(wall),
            let boot = object["boot"]?.text, let path = object["manifest"]?["path"]?.text,
            let digest = object["manifest"]?["sha256"]?.text
        else { return nil }
        self.init(
            run: run, runStartedAt: WallTime(milliseconds: runStartedAt), startedAt: WallTime(milliseconds: wall),
            boot: boot, manifestPath: path, manifestDigest: digest)
        output = object["output"]?.text ?? ""
        replaces = object["replaces"]?.text
        retriesFailed = object["retriesFailed"]?.content == .bool(true)
    }
}

extension ArraySlice<UInt8> {
    /// Steps over a key with its quotes.
    ///
    /// - Returns: The key; nil where there is none.
    mutating func skipKey() -> JournalKey? {
        guard var text = skipPlainString(), text.count >= 32 else { return nil }
        var words: [UInt64] = [0, 0]
        for (index, byte) in text.prefix(32).enumerated() {
            guard let digit = Hexadecimal.value(of: byte) else { return nil }
            words[index / 16] = words[index / 16] << 4 | UInt64(digit)
        }
        text = text.dropFirst(32)
        var occurrence = 0
        if !text.isEmpty {
            guard text.skip("#"), let number = text.skipNumber(), text.isEmpty else { return nil }
            occurrence = number
        }
        guard let occurrence = UInt32(exactly: occurrence) else { return nil }
        return JournalKey(high: words[0], low: words[1], occurrence: occurrence)
    }
}
