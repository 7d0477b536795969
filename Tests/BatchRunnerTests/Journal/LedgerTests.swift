import BatchRunner
import Testing

@Suite struct LedgerTests {
    @Test func `Every request is found again, however many there are`() {
        var ledger = Ledger()
        for number in 0..<10_000 {
            // Equal low words make every request of a hundred collide.
            let key = JournalKey(high: UInt64(number), low: UInt64(number / 100), occurrence: UInt32(number % 3))
            ledger.update(key) { $0.place = .journal(number) }
        }
        #expect(ledger.count == 10_000)
        for number in 0..<10_000 {
            let key = JournalKey(high: UInt64(number), low: UInt64(number / 100), occurrence: UInt32(number % 3))
            #expect(ledger[key]?.place == .journal(number))
            let other = JournalKey(high: key.high, low: key.low, occurrence: key.occurrence + 1)
            #expect(ledger[other] == nil)
        }
    }

    @Test func `A place in the scratch file is no place in the journal`() {
        var ledger = Ledger()
        let key = JournalKey(high: 1, low: 2, occurrence: 0)
        ledger.update(key) { $0.place = .scratch(0) }
        #expect(ledger[key]?.place == .scratch(0))
        ledger.update(key) { $0.place = .journal(0) }
        #expect(ledger[key]?.place == .journal(0))
    }

    @Test func `A request takes no more than the memory that is meant for it`() {
        #expect(MemoryLayout<Ledger.Item>.stride <= 40)
    }
}
