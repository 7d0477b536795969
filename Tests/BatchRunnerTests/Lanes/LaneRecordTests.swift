import BatchRunner
import HTTPPipeline
import Testing

@Suite struct LaneRecordTests {
    private static let second: Int64 = 1_000_000_000
    private static let hour = 3_600 * second
    private static let day = 24 * hour
    /// 2026-11-30T01:00:00Z.
    private static let wall: Int64 = 1_796_000_400 * second

    private let terms = LaneTerms(interval: .seconds(2))

    /// A time so many seconds after the first one; the wall clock may have been set meanwhile, the machine started anew.
    private func at(
        _ seconds: Double, boot: String = "a", wallStep: Int64 = 0, day: Int = 20_787
    ) -> LaneTime {
        let passed = Int64(seconds * 1e9)
        let start = boot == "a" ? 500 * Self.second : 7 * Self.second
        return LaneTime(boot: boot, sinceBoot: start + passed, wall: Self.wall + passed + wallStep, day: day)
    }

    /// A lane on which one request left at the second 0.
    private func used(by terms: LaneTerms? = nil) -> LaneRecord {
        var record = LaneRecord(unusedAt: at(0))
        _ = record.claim(terms ?? self.terms, at: at(0))
        record.endClaim(departedAt: at(0).sinceBoot)
        return record
    }

    /// How long a run has to wait for the lane; zero where it may go, nil where the quota is spent.
    private func wait(_ record: LaneRecord, _ terms: LaneTerms? = nil, at time: LaneTime) -> Double? {
        var record = record
        switch record.claim(terms ?? self.terms, at: time) {
        case .granted: return 0
        case .wait(let until, _): return Double(until - time.sinceBoot) / 1e9
        case .quotaSpent: return nil
        }
    }

    @Test func `A lane that nobody used is free, and taken for an interval by whoever claims it`() {
        #expect(wait(LaneRecord(unusedAt: at(0)), at: at(0)) == 0)
        #expect(wait(used(), at: at(0.5)) == 1.5)
        #expect(wait(used(), at: at(2)) == 0)
    }

    @Test func `The moment of the write replaces that of the gate`() {
        var record = LaneRecord(unusedAt: at(0))
        #expect(record.claim(terms, at: at(0)) == .granted)
        record.endClaim(departedAt: at(0.25).sinceBoot)
        #expect(wait(record, at: at(1)) == 1.25)
        #expect(record.send?.wall == at(0.25).wall)
    }

    @Test func `A claim after which nothing was written leaves the lane as it was, and counts for no quota`() {
        var record = used()
        let before = record
        _ = record.claim(terms, at: at(2))
        record.undoClaim(after: before.send)
        #expect(record.send == before.send && record.sends == before.sends && !record.isClaimed)
        #expect(wait(record, at: at(1)) == 1)
        #expect(wait(record, at: at(2)) == 0)
    }

    @Test func `Whoever died with the lane in hand may have sent until the lock was free, and did count`() {
        var record = LaneRecord(unusedAt: at(0))
        _ = record.claim(terms, at: at(0))
        #expect(wait(record, at: at(1.5)) == 2)
        #expect(record.claim(terms, at: at(1.5)) == .wait(until: at(3.5).sinceBoot, .pace))
        #expect(record.sends == 1)
        #expect(wait(record, at: at(3.5)) == 0)
    }

    @Test func `What can't be read makes everybody wait one interval, once`() {
        var record = LaneRecord.unknown(at: at(0))
        #expect(record.claim(terms, at: at(0)) == .wait(until: at(2).sinceBoot, .pace))
        #expect(wait(record, at: at(2)) == 0)
    }

    @Test(arguments: [-day, -hour, 0, hour, day] as [Int64])
    func `A step of the wall clock changes nothing while the machine runs`(step: Int64) {
        var record = used()
        record.hold(until: at(60).sinceBoot, at: at(0.1))
        #expect(wait(record, at: at(1, wallStep: step)) == 59)
        #expect(wait(record, at: at(60, wallStep: step)) == 0)
        #expect(wait(used(), at: at(1, wallStep: step)) == 1)
    }

    @Test func `After a restart the wall clock tells what is left of the interval`() {
        #expect(wait(used(), at: at(1.25, boot: "b")) == 0.75)
        #expect(wait(used(), at: at(2, boot: "b")) == 0)
        #expect(wait(used(), at: at(1.25, boot: "")) == 0.75)
        var restart = at(1.25, boot: "b")
        restart.sinceBoot = 90_000 * Self.second
        #expect(wait(used(), at: restart) == 0.75, "also where the machine has run for longer than before")
    }

    @Test(arguments: [-day, -hour, -2 * second] as [Int64])
    func `A wall clock that was set back before a restart costs one interval and no more`(step: Int64) {
        var record = used()
        let restart = at(1.5, boot: "b", wallStep: step)
        #expect(record.claim(terms, at: restart) == .wait(until: restart.sinceBoot + 2 * Self.second, .pace))
        #expect(wait(record, at: at(3.5, boot: "b", wallStep: step)) == 0)
    }

    @Test(arguments: [(-day, 600), (-hour, 600), (0, 300), (200 * second, 100), (hour, 0)] as [(Int64, Double)])
    func `An embargo outlives a restart, never longer than it was at its beginning`(step: Int64, left: Double) {
        var record = used()
        record.hold(until: at(600).sinceBoot, at: at(0))
        #expect(wait(record, at: at(300, boot: "b", wallStep: step)) == left)
    }

    @Test func `An embargo is kept for 26 hours at the most, also one that is read from a file`() {
        var record = used()
        record.hold(until: at(0).sinceBoot + 30 * Self.day, at: at(1))
        #expect(wait(record, at: at(1)) == 93_600.0)
        #expect(wait(record, at: at(3_601)) == 90_000.0, "counted from when it was noted")
        record.notBefore?.sinceBoot += 300 * Self.day
        #expect(wait(record, at: at(10)) == 93_600.0)
        record.notBefore?.wall += 300 * Self.day
        record.send?.wall -= 300 * Self.day
        #expect(wait(record, at: at(10, boot: "b")) == 93_600.0)
    }

    @Test func `An embargo is charged to the server, and a shorter one doesn't end it`() {
        var record = used()
        record.hold(until: at(50).sinceBoot, at: at(0))
        record.hold(until: at(20).sinceBoot, at: at(0))
        #expect(record.claim(terms, at: at(1)) == .wait(until: at(50).sinceBoot, .server))
    }

    @Test func `A send from the future counts as one of this moment`() {
        var record = used()
        record.send?.sinceBoot += Self.day
        record.declared += Self.day
        #expect(record.claim(terms, at: at(1)) == .wait(until: at(3).sinceBoot, .pace))
        #expect(wait(record, at: at(3)) == 0)
    }

    @Test(arguments: [(4, 5, 1), (7, 9.9, 4), (7, 79.9, 0), (0.5, 59.9, 0)] as [(Double, Double, Double)])
    func `The larger interval counts for every run`(other: Double, seconds: Double, left: Double) {
        var record = used(by: LaneTerms(interval: .seconds(other)))
        record.send = LaneRecord.Stamp(sinceBoot: at(seconds - 3).sinceBoot, wall: at(seconds - 3).wall)
        #expect(wait(record, at: at(seconds)) == left)
        #expect(wait(record, LaneTerms(interval: .zero), at: at(seconds)) == left)
    }

    @Test(arguments: [(7, 70), (6, 60), (1, 60), (0.05, 60)] as [(Double, Double)])
    func `An interval counts for ten of its lengths, a minute at least, after it was asked for`(
        interval: Double, life: Double
    ) {
        let record = used(by: LaneTerms(interval: .seconds(interval)))
        let expected = Int64(interval * 1e9)
        #expect(record.recentInterval(at: at(life - 0.001)) == expected)
        #expect(record.recentInterval(at: at(life)) == 0)
    }

    @Test(arguments: [(7, 70), (6, 60), (2, 60)] as [(Double, Double)])
    func `What the server told counts for every run, as long as an interval counts, whoever ends meanwhile`(
        interval: Double, life: Double
    ) {
        let short = LaneTerms(interval: .seconds(0.1))
        var record = used(by: short)
        let told = Int64(interval * 1e9)
        record.slow(to: told, at: at(0))
        record.withdraw(Self.second / 10, declaredAt: at(0).sinceBoot)
        #expect(record.recentInterval(at: at(life - 0.001)) == told)
        #expect(record.recentInterval(at: at(life)) == 0)
        #expect(wait(record, short, at: at(0.5)) == interval - 0.5)
        record.slow(to: Self.second, at: at(life - 1))
        #expect(record.recentInterval(at: at(life - 0.001)) == told, "a shorter one changes nothing meanwhile")
        record.slow(to: Self.second, at: at(life))
        #expect(record.recentInterval(at: at(life)) == Self.second)
    }

    @Test func `What the server told is told again in time, and not each time`() {
        var record = used()
        #expect(!record.knows(2 * Self.second, at: at(0)))
        record.slow(to: 2 * Self.second, at: at(0))
        #expect(record.knows(2 * Self.second, at: at(29.9)) && !record.knows(2 * Self.second, at: at(30)))
        #expect(record.knows(Self.second, at: at(59.9)) && !record.knows(Self.second, at: at(60)))
        #expect(!record.knows(3 * Self.second, at: at(0)))
    }

    @Test func `What the server told outlives a restart of the machine`() {
        var record = used(by: LaneTerms(interval: .zero))
        record.slow(to: 2 * Self.second, at: at(0))
        #expect(wait(record, LaneTerms(interval: .zero), at: at(1.25, boot: "b")) == 0.75)
        record.toldAt += Self.day
        #expect(wait(record, LaneTerms(interval: .zero), at: at(1.25)) == 0.75, "from a future that never was")
    }

    @Test(
        arguments: [
            (3, 0, 0, 3, .run), (3, 2, 3, 3, .run), (1, 2, 0, 2, .otherRun), (1, 2, 3, 3, .server),
            (1, 2, 2, 2, .server),
        ] as [(Int64, Int64, Int64, Int64, LaneInterval.Source)])
    func `It is known whose interval counts`(
        own: Int64, declared: Int64, told: Int64, seconds: Int64, source: LaneInterval.Source
    ) {
        var record = used(by: LaneTerms(interval: .seconds(declared)))
        if told > 0 { record.slow(to: told * Self.second, at: at(0)) }
        #expect(record.interval(for: own * Self.second, at: at(1)) == LaneInterval(.seconds(seconds), by: source))
    }

    @Test func `A run with a longer interval says so before its turn, or faster ones would never let it have one`() {
        var record = used(by: LaneTerms(interval: .seconds(1)))
        #expect(record.claim(LaneTerms(interval: .seconds(5)), at: at(1)) == .wait(until: at(5).sinceBoot, .pace))
        #expect(wait(record, LaneTerms(interval: .seconds(1)), at: at(1)) == 4)
    }

    @Test(arguments: [(2, 0, 0), (0.2, 0, 2), (2, -1, 2)] as [(Double, Double, Int64)])
    func `An interval is taken back only where the latest word on it is the run's`(
        interval: Double, declared: Double, left: Int64
    ) {
        var record = used()
        record.withdraw(Int64(interval * 1e9), declaredAt: at(declared).sinceBoot)
        #expect(record.interval == left * Self.second)
    }

    @Test func `A failed connect takes the slot of its beginning, and never moves a later one back`() {
        var record = used()
        record.noteTry(at: at(5).sinceBoot, keeping: 0, time: at(6))
        #expect(wait(record, at: at(6)) == 1)
        record.noteTry(at: at(4).sinceBoot, keeping: 0, time: at(6))
        #expect(wait(record, at: at(6)) == 1)
    }

    @Test func `The day's quota counts the sends of all runs, and begins anew with the day`() {
        var terms = LaneTerms(interval: .zero, quota: 2)
        var record = used(by: terms)
        #expect(wait(record, terms, at: at(1)) == 0)
        _ = record.claim(terms, at: at(1))
        record.endClaim(departedAt: at(1).sinceBoot)
        #expect(wait(record, terms, at: at(2)) == nil)
        #expect(wait(record, terms, at: at(2, day: 20_786)) == nil, "set back over midnight")
        #expect(wait(record, terms, at: at(2, day: 20_788)) == 0)
        #expect(wait(record, terms, at: at(2, day: 11_000)) == 0, "a day from a future that never was")
        terms.quota = nil
        #expect(wait(record, terms, at: at(2)) == 0)
    }

    @Test func `A lane is forgotten after a day without a send or a hold`() {
        var record = used()
        #expect(!record.isForgettable(at: at(86_399)))
        #expect(record.isForgettable(at: at(86_400)))
        #expect(!record.isForgettable(at: at(60, wallStep: 2 * Self.day)))
        record.hold(until: at(90_000).sinceBoot, at: at(0))
        #expect(!record.isForgettable(at: at(86_400)))
        #expect(record.isForgettable(at: at(90_000)))
    }

    @Test
    func `A lane is kept for the longest interval on it, whether its run is over or another asked for less since`() {
        let slow = LaneTerms(interval: .seconds(48 * 3_600))
        var record = used(by: slow)
        record.withdraw(record.interval, declaredAt: record.declared)
        #expect(record.claim(terms, at: at(2)) == .granted)
        record.endClaim(departedAt: at(2).sinceBoot)
        #expect(!record.isForgettable(at: at(25 * 3_600)))
        #expect(!record.isForgettable(at: at(48 * 3_600 + 1.9)) && record.isForgettable(at: at(48 * 3_600 + 2)))
        #expect(wait(record, slow, at: at(25 * 3_600)) == 82_802.0)
        var tried = LaneRecord(unusedAt: at(0))
        tried.noteTry(at: at(0).sinceBoot, keeping: 48 * Self.hour, time: at(0))
        #expect(!tried.isForgettable(at: at(25 * 3_600)))
        var told = used(by: LaneTerms(interval: .zero))
        told.slow(to: 30 * Self.hour, at: at(0))
        #expect(!told.isForgettable(at: at(25 * 3_600)) && told.isForgettable(at: at(30 * 3_600)))
    }
}
