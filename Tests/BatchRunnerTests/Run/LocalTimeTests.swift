import BatchRunner
import HTTPPipeline
import Testing

@Suite struct LocalTimeTests {
    /// Berlin in 2026: an hour ahead of UTC, two from 29 March, 01:00 UTC, to 25 October, 01:00 UTC.
    private static func berlin(_ time: WallTime) -> Duration {
        let begin = WallTime(year: 2026, month: 3, day: 29, hour: 1)
        let end = WallTime(year: 2026, month: 10, day: 25, hour: 1)
        return begin <= time && time < end ? .seconds(7_200) : .seconds(3_600)
    }

    private static func utc(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0, second: Int = 0) -> WallTime {
        WallTime(year: 2026, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    @Test(arguments: [
        ("05:30", 5, 30), ("5:30", 5, 30), ("00:00", 0, 0), ("23:59", 23, 59),
    ])
    func `A time has hours and minutes`(text: String, hour: Int, minute: Int) {
        #expect(LocalTime(text)?.hour == hour)
        #expect(LocalTime(text)?.minute == minute)
    }

    @Test(arguments: ["", ":", "5", "24:00", "05:60", "05:3", "005:30", "05:30:00", "-5:30", "+5:30", "5h30", " 5:30"])
    func `What is no time of the day is refused`(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test(arguments: [
        // Later today, tomorrow, and never at once.
        ("05:30", utc(1, 10, 1), utc(1, 10, 4, 30)), ("05:30", utc(1, 10, 5), utc(1, 11, 4, 30)),
        ("05:30", utc(1, 10, 4, 30), utc(1, 11, 4, 30)), ("05:30", utc(1, 10, 4, 29, second: 59), utc(1, 10, 4, 30)),
        // The local date counts, not UTC's: it is past midnight in Berlin.
        ("00:15", utc(1, 31, 23, 10), utc(1, 31, 23, 15)), ("00:05", utc(1, 31, 23, 10), utc(2, 1, 23, 5)),
        // The night of the change to summer time is an hour shorter, that of the change back an hour longer.
        ("05:30", utc(3, 28, 22), utc(3, 29, 3, 30)), ("05:30", utc(10, 24, 21), utc(10, 25, 4, 30)),
        // 02:30 doesn't exist on 29 March: it is moved to 03:30.
        ("02:30", utc(3, 28, 22), utc(3, 29, 1, 30)), ("02:30", utc(3, 29, 1, 30), utc(3, 30, 0, 30)),
        // 02:30 comes twice on 25 October.
        ("02:30", utc(10, 24, 21), utc(10, 25, 0, 30)), ("02:30", utc(10, 25, 0, 40), utc(10, 25, 1, 30)),
        ("02:30", utc(10, 25, 1, 30), utc(10, 26, 1, 30)),
    ])
    func `The next time is right on the days when the clocks change`(text: String, now: WallTime, next: WallTime) throws
    {
        #expect(try #require(LocalTime(text)).next(after: now, offset: Self.berlin) == next)
    }

    @Test func `The system's offset is that of its time zone`() {
        let offset = LocalTime.systemOffset(at: Self.utc(1, 10, 12))
        #expect(offset >= .seconds(-14 * 3_600) && offset <= .seconds(14 * 3_600))
        #expect(offset.components.seconds % 900 == 0)
    }

    @Test(arguments: [
        (Duration?.none, String?.none, Duration?.none, Duration?.none), (.seconds(60), nil, nil, .seconds(60)),
        (nil, nil, .seconds(90), .seconds(90)), (.seconds(60), nil, .seconds(30), .seconds(60)),
        (nil, "02:10", nil, .seconds(600)), (.seconds(60), "02:10", nil, .seconds(60)),
        (.seconds(3_600), "02:10", nil, .seconds(600)), (nil, "02:10", .seconds(90), .seconds(90)),
    ])
    func `Of a duration and a time of the day the earlier one ends the run`(
        deadline: Duration?, until: String?, manifest: Duration?, left: Duration?
    ) {
        var options = RunOptions(manifest: "books.json")
        options.deadline = deadline
        options.until = until.flatMap(LocalTime.init)
        let now = Moment(sinceOrigin: .seconds(7))
        let end = options.deadline(manifest: manifest, now: now, wallNow: Self.utc(1, 10, 1), offset: Self.berlin)
        #expect(end == left.map { now.advanced(by: $0) })
    }
}
