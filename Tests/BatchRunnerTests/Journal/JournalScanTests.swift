import BatchRunner
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite struct JournalScanTests {
    private func isKept(_ number: Int, in scan: JournalScan, occurrence: UInt32 = 0) -> Bool {
        scan.ledger[JournalFixture.key(number, occurrence: occurrence)]?.state.contains(.kept) ?? false
    }

    @Test(arguments: [1, 7, 100, 1 << 20])
    func `A whole journal is read the same in chunks of any size`(chunk: Int) {
        let journal = JournalFixture.synced(results: 5)
        let (finding, scan) = scanned(journal.bytes, chunk: chunk)
        #expect(finding == .intact)
        #expect(scan.validLength == journal.bytes.count)
        #expect(scan.ledger.keptCount == 5)
        #expect(scan.lastSend == 5)
        #expect(scan.opening?.run == "0123456789abcdef")
        #expect(scan.starts.map(\.offset) == [0])
        #expect(scan.starts.map(\.boot) == ["boot"])
    }

    @Test func `Cut at any byte, a journal keeps every whole record before the cut and no other`() {
        let journal = JournalFixture.synced(results: 6)
        for length in 0..<journal.bytes.count {
            let (finding, scan) = scanned(Array(journal.bytes[..<length]))
            let whole = journal.offsets.dropFirst().count { $0 <= length }
            let valid = journal.offsets.last { $0 <= length } ?? 0
            #expect(scan.validLength == valid)
            #expect(scan.ledger.keptCount == max(0, whole - 1))
            let expected: JournalScan.Finding =
                length == 0 ? .empty : valid == 0 ? .foreign : length == valid ? .intact : .torn
            #expect(finding == expected, "cut at \(length)")
        }
    }

    @Test(arguments: [
        [UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 9_000), Array("{\"t\":\"done\",\"key\":".utf8),
        Array("\n".utf8), Array("garbage\nmore of it\n{}\n".utf8), [0xFF, 0x0A, 0x00, 0x0A, 0xC0],
    ])
    func `A tail of zeros, of garbage or of half a record is torn, and all before it counts`(tail: [UInt8]) {
        let journal = JournalFixture.synced(results: 3)
        let (finding, scan) = scanned(journal.bytes + tail)
        #expect(finding == .torn)
        #expect(scan.validLength == journal.bytes.count)
        #expect(scan.ledger.keptCount == 3)
    }

    @Test func `A flipped bit in the last record is torn, and one before it is damage`() {
        let journal = JournalFixture.synced(results: 4)
        let last = journal.offsets.last ?? 0
        for index in journal.bytes.indices {
            for bit in 0..<8 {
                var bytes = journal.bytes
                bytes[index] ^= 1 << UInt8(bit)
                let (finding, scan) = scanned(bytes)
                let record = journal.offsets.last { $0 <= index } ?? 0
                // The digit of the form's version may become another digit: then it is a journal of that version.
                if case .version = finding, index == 16 { continue }
                #expect(finding == (index < last ? .damaged : .torn), "bit \(bit) of byte \(index)")
                #expect(scan.validLength == record)
            }
        }
    }

    @Test func `A lost record that was never durable is torn, though records after it came through`() {
        var journal = JournalFixture.synced(results: 2)
        journal.sync()
        for number in 2..<6 { journal.done(number) }
        var bytes = journal.bytes
        for index in journal.offsets[3]..<journal.offsets[4] { bytes[index] = 0 }
        let (finding, scan) = scanned(bytes)
        #expect(finding == .torn)
        #expect(scan.ledger.keptCount == 2)
    }

    /// A disk that at a power cut has dropped, kept or garbled each block that was not synced.
    @Test func `After a power cut at any moment, everything that was durable is there`() {
        var generator = SeededGenerator(seed: 20_261_130)
        for _ in 0..<1_000 {
            var journal = JournalFixture()
            journal.open()
            journal.sync()
            var kept = 0
            var durableKept = 0
            for number in 0..<Int.random(in: 1...12, using: &generator) {
                if Bool.random(using: &generator) { journal.send(number) }
                journal.done(number)
                kept += 1
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    journal.sync()
                    durableKept = kept
                }
            }
            let block = [16, 64, 512][Int.random(in: 0..<3, using: &generator)]
            var bytes = journal.bytes
            for start in stride(from: journal.durable, to: bytes.count, by: block) {
                let range = start..<min(start + block, bytes.count)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: for index in range { bytes[index] = 0 }
                case 1: for index in range { bytes[index] = .random(in: 0...255, using: &generator) }
                default: break
                }
            }
            bytes.removeLast(Int.random(in: 0...(bytes.count - journal.durable), using: &generator))
            let (finding, scan) = scanned(bytes)
            #expect(finding == .torn || finding == .intact)
            #expect(scan.validLength >= journal.durable)
            #expect(scan.ledger.keptCount >= durableKept)
        }
    }

    @Test func `The records of another run are no continuation of this one`() {
        let journal = JournalFixture.synced(results: 2)
        var other = JournalFixture(run: "fedcba9876543210")
        other.open()
        other.done(9)
        let (finding, scan) = scanned(journal.bytes + other.bytes)
        #expect(finding == .torn)
        #expect(!isKept(9, in: scan))
    }

    @Test func `A record that stands on another is none of a journal's`() {
        var standing = JournalFixture.synced(results: 1)
        standing.done(1, origin: .journal(0))
        #expect(scanned(standing.bytes).finding == .torn)
    }

    @Test(arguments: [300_000_000_000, -300_000_000_000] as [Int64])
    func `A record that a clock beyond the calendar dates is one all the same`(seconds: Int64) {
        var odd = JournalFixture.synced(results: 1)
        odd.wait(seconds: seconds)
        odd.done(1)
        odd.open()
        let (finding, scan) = scanned(odd.bytes)
        #expect(finding == .intact)
        #expect(scan.ledger.keptCount == 2)
    }

    @Test func `A journal whose line ends were converted is damaged, not foreign`() {
        var journal = JournalFixture()
        journal.open()
        journal.done(0)
        let converted = journal.bytes.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
        #expect(scanned(converted).finding == .damaged)
    }

    @Test func `A journal that has lost its beginning is damaged, though what is left begins like one`() {
        var journal = JournalFixture.synced(results: 2)
        let begin = journal.bytes.count
        journal.open()
        journal.sync()
        journal.done(2)
        let (finding, scan) = scanned(Array(journal.bytes[begin...]))
        #expect(finding == .damaged)
        #expect(scan.validLength == 0)
    }

    @Test(arguments: [
        ("", JournalScan.Finding.empty), ("{\"results\":[]}\n", .foreign), ("\n\n", .foreign),
        ("{\"t\":\"open\",\"v\":2,\"run\":\"x\"}\n", .version(2)), ("\u{0}\u{0}\u{0}", .foreign),
    ])
    func `What is no journal of this form is told from a torn one`(text: String, finding: JournalScan.Finding) {
        #expect(scanned(Array(text.utf8)).finding == finding)
    }

    @Test func `What was answered or failed is kept, what was put off is not, and the last word counts`() {
        var journal = JournalFixture()
        journal.open()
        journal.done(0, .ok)
        journal.done(1, .notFound)
        journal.done(2, .failed, reason: .timeout)
        journal.done(3, .deferred, reason: .throttled)
        journal.done(4, .skipped, reason: .interrupted)
        journal.send(5)
        journal.done(3, .ok)
        journal.done(0, .deferred, reason: .throttled)
        let scan = scanned(journal.bytes).scan
        #expect((0...5).map { isKept($0, in: scan) } == [false, true, true, true, false, false])
    }

    @Test(arguments: [JournalStop.maxFailures, .trouble])
    func `The failures of a start that had too many, or met a server in trouble, are asked again, others are not`(
        stop: JournalStop
    ) {
        var journal = JournalFixture()
        journal.open()
        journal.done(0, .failed, reason: .timeout)
        journal.stop(.interrupted)
        journal.open()
        journal.done(1, .failed, reason: .timeout)
        journal.done(2, .ok)
        journal.done(3, .failed, reason: .timeout, isOnce: true)
        journal.stop(stop)
        let scan = scanned(journal.bytes).scan
        #expect((0...2).map { isKept($0, in: scan) } == [true, false, true])
        #expect(isKept(3, in: scan, occurrence: 1))
    }

    @Test func `What is too old is asked again, unless it must not be sent twice`() {
        var journal = JournalFixture()
        journal.open()
        journal.done(0)
        journal.done(1, isOnce: true)
        journal.wait(seconds: 3_600)
        journal.done(2)
        let scan = scanned(journal.bytes, keepingSince: WallTime(epochSeconds: 1_000_001)).scan
        #expect(!isKept(0, in: scan))
        #expect(scan.ledger.outdatedCount == 1)
        #expect(isKept(1, in: scan, occurrence: 1))
        #expect(isKept(2, in: scan))
        #expect(scan.activeTime == .seconds(3_600))
    }

    @Test(arguments: [
        (Outcome?.none, OutcomeReason?.none, true), (.skipped, .interrupted, true), (.deferred, .deadline, true),
        (.deferred, .throttled, true), (.failed, .timeout, false), (.ok, nil, false),
    ])
    func `A request that must not be sent twice is unknown until an answer says what became of it`(
        outcome: Outcome?, reason: OutcomeReason?, isUnknown: Bool
    ) {
        var journal = JournalFixture()
        journal.open()
        journal.send(0, isOnce: true)
        if let outcome { journal.done(0, outcome, reason: reason, isOnce: true) }
        let item = scanned(journal.bytes).scan.ledger[JournalFixture.key(0, occurrence: 1)]
        #expect(item?.state.contains([.once, .sent]) == isUnknown)
    }

    @Test(arguments: [false, true])
    func `What a start that asks again for failures goes by is kept, failures before it are not`(isOnce: Bool) {
        var journal = JournalFixture()
        journal.open()
        journal.done(0)
        journal.done(1, .failed, isOnce: isOnce)
        journal.open(retriesFailed: true)
        journal.done(2, .failed)
        journal.open()
        let scan = scanned(journal.bytes).scan
        #expect(!scan.lacksImport)
        #expect(isKept(0, in: scan))
        // What was sent and must not be sent twice stays failed.
        #expect(isKept(1, in: scan, occurrence: isOnce ? 1 : 0) == isOnce)
        #expect(isKept(2, in: scan))
    }

    @Test
    func `Answers that were taken over are kept however old they are, and the numbers of sends go on after theirs`() {
        var journal = JournalFixture()
        journal.open(retriesFailed: true)
        journal.done(0)
        #expect(scanned(journal.bytes).scan.lacksImport)
        journal.imported(sends: 40)
        journal.open()
        journal.done(1)
        let scan = scanned(journal.bytes, keepingSince: WallTime(epochSeconds: 2_000_000)).scan
        #expect(!scan.lacksImport)
        #expect(scan.lastSend == 40)
        #expect(isKept(0, in: scan))
        #expect(!isKept(1, in: scan))
    }

    @Test(arguments: [false, true])
    func `What failed before it was sent may be sent, unless an earlier start has sent it`(isLost: Bool) {
        var journal = JournalFixture()
        journal.open()
        journal.send(0, isOnce: true)
        if isLost { journal.open() }
        journal.done(0, .failed, isOnce: true, isSent: false)
        journal.stop(.maxFailures)
        let scan = scanned(journal.bytes).scan
        #expect(isKept(0, in: scan, occurrence: 1) == isLost)
    }

    @Test func `What failed in three starts that met trouble has failed`() {
        var journal = JournalFixture()
        for start in 1...3 {
            journal.open()
            if start > 1 { journal.done(start) }
            journal.done(0, .failed)
            journal.stop(.trouble)
            // One that is told again, as at the start's end, makes no second failure of it.
            journal.stop(.trouble)
            let scan = scanned(journal.bytes).scan
            #expect(isKept(0, in: scan) == (start == 3))
            #expect(scan.ledger.hasSuspects == (start < 3))
        }
    }

    @Test(arguments: [JournalStop.maxFailures, .deferred])
    func `Failures in other starts don't count for that`(reason: JournalStop) {
        var journal = JournalFixture()
        for _ in 1...4 {
            journal.open()
            journal.done(0, .failed)
            journal.stop(reason)
        }
        #expect(isKept(0, in: scanned(journal.bytes).scan) == (reason == .deferred))
    }

    @Test func `What was asked in vain is known until it is answered, and what was only waiting is not`() throws {
        var journal = JournalFixture()
        journal.open()
        journal.done(0, .failed)
        journal.done(1, .deferred, reason: .throttled)
        journal.done(2, .deferred, reason: .breaker, isSent: false)
        journal.stop(.trouble)
        func isSuspect(_ number: Int) -> Bool? {
            scanned(journal.bytes).scan.ledger[JournalFixture.key(number)]?.state.isSuspect
        }
        #expect((0...2).map(isSuspect) == [true, true, false])
        journal.open()
        journal.done(0)
        journal.done(1)
        #expect((0...1).map(isSuspect) == [false, false])
        #expect(!scanned(journal.bytes).scan.ledger.hasSuspects)
    }

    @Test func `Who asks again for what failed counts its failures anew`() {
        var journal = JournalFixture()
        for _ in 1...2 {
            journal.open()
            journal.done(0, .failed)
            journal.stop(.trouble)
        }
        journal.open(retriesFailed: true)
        journal.done(0, .failed)
        #expect(isKept(0, in: scanned(journal.bytes).scan))
        journal.stop(.trouble)
        #expect(!isKept(0, in: scanned(journal.bytes).scan))
    }

    @Test func `A result from after the present time is not too old`() {
        var journal = JournalFixture()
        journal.open()
        journal.wait(seconds: 1_000_000)
        journal.done(0)
        #expect(isKept(0, in: scanned(journal.bytes, keepingSince: WallTime(epochSeconds: 500_000)).scan))
    }

    @Test func `A request that was about to be sent and then was not is no unknown one`() {
        var journal = JournalFixture()
        journal.open()
        journal.send(0, isOnce: true)
        journal.done(0, .skipped, reason: .interrupted, isOnce: true, isSent: false)
        let item = scanned(journal.bytes).scan.ledger[JournalFixture.key(0, occurrence: 1)]
        #expect(item?.state == .once)
    }
}
