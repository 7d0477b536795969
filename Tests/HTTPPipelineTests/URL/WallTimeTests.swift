import HTTPPipeline
import Testing

@Suite struct WallTimeTests {
    @Test(arguments: [
        (WallTime(epochSeconds: 0), 0, "1970-01-01T00:00:00Z"),
        (WallTime(epochSeconds: 784_111_777), 3, "1994-11-06T08:49:37.000Z"),
        (WallTime(sinceEpoch: .seconds(951_782_400) + .nanoseconds(1_999_999)), 3, "2000-02-29T00:00:00.001Z"),
        (WallTime(sinceEpoch: .seconds(1) + .nanoseconds(123_456_789)), 9, "1970-01-01T00:00:01.123456789Z"),
        (WallTime(sinceEpoch: .milliseconds(-1)), 3, "1969-12-31T23:59:59.999Z"),
        (WallTime(epochSeconds: -1), 0, "1969-12-31T23:59:59Z"),
        (WallTime(year: 2100, month: 3, day: 1), 0, "2100-03-01T00:00:00Z"),
        (WallTime(year: 0, month: 1, day: 1), 0, "0000-01-01T00:00:00Z"),
        (WallTime(year: -1, month: 12, day: 31), 0, "0000-01-01T00:00:00Z"),
        (WallTime(year: 10_000, month: 1, day: 1), 3, "9999-12-31T23:59:59.999Z"),
        (WallTime(epochSeconds: .max), 0, "9999-12-31T23:59:59Z"),
    ])
    func `A time is written in UTC`(time: WallTime, digits: Int, expected: String) {
        #expect(time.rfc3339(fractionDigits: digits) == expected)
    }

    @Test func `Every day of four centuries has one date`() {
        for day in Int64(-100_000)..<50_000 {
            let time = WallTime(epochSeconds: day * 86_400 + 86_399)
            let (date, second) = time.civil
            let again = WallTime(
                year: Int(date.year), month: Int(date.month), day: Int(date.day), second: Int(second))
            guard again == time, (1...12).contains(date.month), (1...31).contains(date.day), second == 86_399 else {
                Issue.record("Day \(day) became \(date).")
                return
            }
        }
    }
}
