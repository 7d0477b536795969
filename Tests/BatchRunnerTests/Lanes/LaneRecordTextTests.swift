import BatchRunner
import HTTPPipeline
import Testing

@Suite struct LaneRecordTextTests {
    private static let time = LaneTime(
        boot: "6b0c1d8e-0f3a-4a52-9a41-2f6f6f0f2d11", sinceBoot: 500_000_000_123, wall: 1_796_000_400_000_000_456,
        day: 20_787)

    private static let full: LaneRecord = {
        var record = LaneRecord(unusedAt: time)
        _ = record.claim(LaneTerms(interval: .milliseconds(350)), at: time)
        record.slow(to: 2_000_000_000, at: time)
        record.hold(until: time.sinceBoot + 600_000_000_000, at: time)
        record.isClaimed = true
        return record
    }()

    private static let largest: LaneRecord = {
        var record = LaneRecord(unusedAt: time)
        record.send = LaneRecord.Stamp(sinceBoot: -(1 << 60), wall: -(1 << 60))
        record.notBefore = LaneRecord.Stamp(sinceBoot: 1 << 60, wall: 1 << 60)
        record.interval = 1 << 60
        record.declared = -(1 << 60)
        record.told = 1 << 60
        record.toldAt = -(1 << 60)
        record.longest = 1 << 60
        record.sends = 1 << 60
        return record
    }()

    private static let nameless: LaneRecord = {
        var record = LaneRecord(unusedAt: time)
        record.boot = ""
        return record
    }()

    @Test(arguments: [full, largest, nameless, LaneRecord(unusedAt: time)])
    func `A record is read as it was written, and every one has the same size`(record: LaneRecord) {
        #expect(record.bytes.count == LaneRecord.size)
        #expect(LaneRecord(record.bytes) == record)
    }

    @Test func `A person can read it`() {
        #expect(
            String(decoding: Self.full.bytes, as: UTF8.self).hasPrefix(
                """
                runner-lane/2
                boot 6b0c1d8e-0f3a-4a52-9a41-2f6f6f0f2d11
                send 500000000123 1796000400000000456 claimed
                interval 350000000 500000000123
                told 2000000000 500000000123
                longest 2000000000
                notBefore 1100000000123 1796001000000000456
                day 20787 1
                check
                """))
    }

    @Test func `A text that is cut, filled with zeros, mixed with another or longer is none`() {
        let bytes = Self.full.bytes
        var other = Self.full
        other.endClaim(departedAt: Self.time.sinceBoot + 77)
        let end = bytes.lastIndex { $0 != 32 && $0 != 10 } ?? 0
        for length in 0..<bytes.count {
            #expect(LaneRecord(Array(bytes[..<length])) == nil)
            guard length <= end else { continue }
            #expect(LaneRecord(bytes[..<length] + [UInt8](repeating: 0, count: bytes.count - length)) == nil)
            let mixed = bytes[..<length] + other.bytes[length...]
            let read = LaneRecord(Array(mixed))
            #expect(read == nil || read == Self.full || read == other, "mixed at \(length)")
        }
        #expect(LaneRecord(bytes + [10]) == nil)
    }

    @Test func `No changed byte goes unseen`() {
        for index in Self.full.bytes.indices {
            var bytes = Self.full.bytes
            bytes[index] ^= 1
            #expect(LaneRecord(bytes) == nil, "byte \(index)")
        }
    }
}
