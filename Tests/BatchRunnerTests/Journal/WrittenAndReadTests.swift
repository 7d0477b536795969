import BatchRunner
import HTTPPipeline
import HTTPTestSupport
import Testing

/// What the writers of the journal and of the results write, their readers read, whatever it is.
@Suite struct WrittenAndReadTests {
    /// Values that no run should have, among some that every run has.
    private struct Oddities {
        var generator: SeededGenerator

        mutating func duration() -> Duration {
            let all: [Duration] = [
                .zero, .nanoseconds(1), .microseconds(1_234_567), .seconds(86_400), .nanoseconds(-1), .milliseconds(-5),
                .seconds(-1 << 40), .seconds(1 << 44), .seconds(Int64.max), .seconds(Int64.min),
            ]
            return pick(all)
        }

        mutating func wall() -> WallTime {
            let all: [WallTime] = [
                WallTime(epochSeconds: 0), WallTime(year: 2026, month: 11, day: 30),
                WallTime(year: 1601, month: 1, day: 1),
                WallTime(sinceEpoch: .nanoseconds(-1)), WallTime(year: 2100, month: 2, day: 28),
                WallTime(year: 10_000, month: 1, day: 1), WallTime(year: -5_000, month: 1, day: 1),
                WallTime(epochSeconds: .max), WallTime(epochSeconds: .min),
            ]
            return pick(all)
        }

        mutating func text() -> String {
            pick([
                "", "a", "\"", "\\", "\n", "\r\n", "\u{0}\u{1F}\u{7F}", "\"\u{301}", "\u{2028}é\u{10FFFF}", #"\u0000"#,
                #"","crc":"00000000"}"#, #"{"t":"done"}"#, String(repeating: "x\n", count: 5_000),
            ])
        }

        mutating func count() -> Int { pick([0, 1, 7, -1, 1_000_000_000_000, .max / 4, .min / 4]) }

        mutating func json() -> [UInt8] {
            let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
            return Array(pick([deep, "1e999", #"{"a":1,"a":2}"#, #""\ud83d\ude00\u0000""#, "-0.0E-0", "null"]).utf8)
        }

        mutating func request() -> [UInt8] {
            // A line of a list nests 512 deep, and its own object is the first level.
            let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
            return Array(#"{"json":\#(pick([deep, "{}", #""\n""#])),"line":\#(count())}"#.utf8)
        }

        mutating func attempt() -> AttemptRecord {
            var attempt = AttemptRecord(
                number: count(), reason: pick([.first, .retry, .redirect, .revalidate, .followUp]), method: .get,
                url: text(), lane: Lane(name: text()))
            attempt.send = pick([nil, count()])
            attempt.interval = duration()
            attempt.sentAt = wall()
            attempt.sent = pick([nil, Moment(sinceOrigin: duration())])
            (attempt.waits.pace, attempt.waits.server, attempt.waits.backoff) = (duration(), duration(), duration())
            attempt.status = pick([nil, count()])
            (attempt.nameLookup, attempt.connect, attempt.tls) = (duration(), duration(), duration())
            (attempt.firstByte, attempt.bodyTime, attempt.total) = (duration(), duration(), duration())
            attempt.bytes = count()
            attempt.error = text()
            return attempt
        }

        mutating func result() -> RequestResult {
            var record = RequestRecord(started: Moment(sinceOrigin: duration()), startedAt: wall())
            record.cacheTime = duration()
            for _ in 0..<pick([0, 1, 3]) { record.append(attempt()) }
            record.noteFruitlessWait(duration(), for: .server)
            if pick([true, false]) { record.noteSource(pick([.network, .cache, .revalidated, .stale])) }
            var result = RequestResult(id: text(), request: request(), outcome: pick(Outcome.allCases), record: record)
            result.reason = pick([nil] + OutcomeReason.allCases)
            (result.message, result.error, result.api, result.url) = (text(), text(), text(), text())
            result.retryAfter = duration()
            result.status = count()
            for _ in 0..<pick([0, 2]) { result.headers.add("Date", text()) }
            result.answer = pick([nil, .text(text()), .json(json()), .bytes([0, 10, 34, 92, 255]), .bytes([])])
            result.times = RequestTimes(of: record, until: Moment(sinceOrigin: duration()))
            return result
        }

        mutating func opening() -> JournalOpening {
            var opening = JournalOpening(
                run: "run", runStartedAt: wall(), startedAt: wall(), boot: text(), manifestPath: text(),
                manifestDigest: text())
            (opening.output, opening.replaces) = (text(), pick([nil, text()]))
            opening.retriesFailed = pick([true, false])
            return opening
        }

        mutating func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: values.indices, using: &generator)]
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `A journal of odd values is intact, and each result in it is there`(seed: UInt64) throws {
        try withTemporaryFolder { folder in
            var odd = Oddities(generator: SeededGenerator(seed: seed))
            let log = JournalLog(
                try OpenFile(namelessIn: folder), length: 0, checksum: JournalTail.beginning(of: "run"),
                durability: .none)
            let opening = odd.opening()
            try log.append { $0.write(opening) }
            var text = ResultText(epoch: RunEpoch(sinceBoot: .seconds(1), sendsBefore: 3))
            var results: [(offset: Int, facts: ResultFacts, bytes: [UInt8])] = []
            for number in 0..<25 {
                let result = odd.result()
                let (key, wall) = (JournalFixture.key(number), odd.wall())
                text.write(result)
                let facts = ResultFacts(of: result, in: RunEpoch(sinceBoot: .seconds(1), sendsBefore: 3))
                try log.append { $0.writeSend(key, isOnce: false, wall: wall) }
                let offset = try log.append { $0.writeDone(text, facts: facts, key: key, isOnce: false, wall: wall) }
                results.append((offset, facts, text.bytes))
            }
            let (sends, stop, wall) = (odd.count(), odd.pick(JournalStop.allCases), odd.wall())
            try log.append { $0.writeImported(sends: sends, wall: wall) }
            try log.append { $0.write(stop, wall: wall) }

            let bytes = try log.read(at: 0, count: log.length)
            let (finding, scan) = scanned(bytes)
            #expect(finding == .intact)
            #expect(scan.validLength == bytes.count)
            #expect(scan.opening?.manifestPath == opening.manifestPath)
            for result in results {
                let line = bytes[result.offset...].prefix { $0 != UInt8(ascii: "\n") }
                let read = try #require(JournalResult(line: line))
                #expect(Array(read.members) == result.bytes)
                #expect(read.facts.outcome == result.facts.outcome)
                #expect(read.facts.reason == result.facts.reason)
                #expect(read.facts.sends.count == result.facts.sends.count)
                #expect(read.facts.times.total >= .zero)
            }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `Results of odd values are read back, byte for byte`(seed: UInt64) throws {
        try withTemporaryFolder { folder in
            var odd = Oddities(generator: SeededGenerator(seed: seed))
            var journal = try Journal(namelessIn: folder)
            var text = ResultText()
            var members: [[UInt8]] = []
            for index in 0..<25 {
                let result = odd.result()
                text.write(result)
                let facts = ResultFacts(of: result, in: RunEpoch())
                let request = JournalRequest(JournalFixture.key(index), index: index)
                if odd.pick([true, false]) {
                    try journal.append(text, facts: facts, of: request, wall: odd.wall())
                } else {
                    try journal.appendScratch(text, facts: facts, of: request, wall: odd.wall())
                }
                members.append(text.bytes)
            }
            let run = RunIdentity()
            let lanes = [
                LaneReport(
                    lane: odd.text(), minInterval: odd.duration(), sends: odd.count(), leastGap: odd.duration())
            ]
            let head = ResultsHead(
                isComplete: true, manifestPath: odd.text(), manifestDigest: odd.text(), run: run,
                finishedAt: odd.wall(), duration: odd.duration(), lanes: lanes, summary: RunSummary())
            let target = try OutputTarget(folder + "/results.json")
            try target.write(tag: "0123456789abcdef") { sink throws(FileError) in
                try ResultsFile.write(head, journal: &journal, to: &sink)
            }
            #expect(PublishedRun(in: target.path)?.id == run.id)
            var published = try PublishedResults(target.path)
            for (index, bytes) in members.enumerated() {
                let result = try #require(try published.next())
                #expect(Array(result.parts.joined()) == bytes)
                #expect(result.key == JournalFixture.key(index))
            }
            #expect(try published.next() == nil)
        }
    }
}
