import BatchRunner
import HTTPPipeline

/// A journal in memory, written record by record as a run writes it.
struct JournalFixture {
    /// The bytes of the journal.
    private(set) var bytes: [UInt8] = []
    /// Where each record begins.
    private(set) var offsets: [Int] = []
    /// How many of the bytes are durable.
    private(set) var durable = 0

    private let run: String
    private var checksum: UInt32
    private var wall = WallTime(epochSeconds: 1_000_000)

    init(run: String = "0123456789abcdef") {
        self.run = run
        checksum = JournalTail.beginning(of: run)
    }

    /// A run's journal: its beginning and a result for each number, each durable before the next is written.
    static func synced(results: Int) -> JournalFixture {
        var journal = JournalFixture()
        journal.open()
        for number in 0..<results {
            journal.sync()
            journal.done(number)
        }
        return journal
    }

    /// The key of the request of a number.
    static func key(_ number: Int, occurrence: UInt32 = 0) -> JournalKey {
        JournalKey(high: 7, low: UInt64(number), occurrence: occurrence)
    }

    /// Makes what was written durable.
    mutating func sync() {
        durable = bytes.count
    }

    /// Lets time pass on the wall clock.
    mutating func wait(seconds: Int64) {
        wall.sinceEpoch += .seconds(seconds)
    }

    mutating func open(boot: String = "boot", retriesFailed: Bool = false) {
        var opening = JournalOpening(
            run: run, runStartedAt: WallTime(epochSeconds: 1_000_000), startedAt: wall, boot: boot,
            manifestPath: "books.json", manifestDigest: "00")
        opening.retriesFailed = retriesFailed
        let written = opening
        append { $0.write(written) }
    }

    mutating func imported(sends: Int) {
        let wall = wall
        append { $0.writeImported(sends: sends, wall: wall) }
    }

    mutating func send(_ number: Int, isOnce: Bool = false) {
        let key = Self.key(number, occurrence: isOnce ? 1 : 0)
        let wall = wall
        append { $0.writeSend(key, isOnce: isOnce, wall: wall) }
    }

    mutating func done(
        _ number: Int, _ outcome: Outcome = .ok, reason: OutcomeReason? = nil, isOnce: Bool = false,
        isSent: Bool = true,
        origin: JournalPlace? = nil
    ) {
        let record = RequestRecord(started: .origin, startedAt: wall)
        var result = RequestResult(
            id: "id\(number)", request: Array("{\"n\":\(number)}".utf8), outcome: outcome, record: record)
        result.reason = reason
        // A body that looks like a record's end must not be taken for one.
        result.answer = .json(Array(#"[{"t":"done","crc":"00000000"},{"t":"x"}]"#.utf8))
        var text = ResultText()
        text.write(result)
        var facts = ResultFacts(of: result, in: RunEpoch())
        if isSent {
            facts.sends = [
                ResultFacts.Send(
                    number: number + 1, lane: "a.example", interval: .seconds(1), sinceBoot: number * 1_000)
            ]
        }
        let key = Self.key(number, occurrence: isOnce ? 1 : 0)
        let wall = wall
        append { $0.writeDone(text, facts: facts, key: key, isOnce: isOnce, wall: wall, origin: origin) }
    }

    mutating func stop(_ reason: JournalStop) {
        let wall = wall
        append { $0.write(reason, wall: wall) }
    }

    private mutating func append(_ write: (inout JournalRecord) -> Void) {
        var record = JournalRecord()
        write(&record)
        var line = record.bytes
        checksum = JournalTail.complete(&line, synced: durable, previous: checksum)
        offsets.append(bytes.count)
        bytes += line
    }
}

/// Reads a journal from memory.
func scanned(
    _ bytes: [UInt8], keepingSince oldest: WallTime? = nil, chunk: Int = 1 << 20
) -> (finding: JournalScan.Finding, scan: JournalScan) {
    var scan = JournalScan(keepingSince: oldest)
    var rest = bytes[...]
    while !rest.isEmpty {
        scan.read(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
    }
    let finding = scan.finish()
    return (finding, scan)
}
