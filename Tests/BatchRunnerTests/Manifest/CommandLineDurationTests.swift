import BatchRunner
import Testing

@Suite struct CommandLineDurationTests {
    @Test(
        arguments: [
            ("0", .zero), ("200ms", .milliseconds(200)), ("1.5s", .milliseconds(1_500)), ("2m", .seconds(120)),
            ("12h", .seconds(43_200)), ("7d", .seconds(604_800)), ("90", .seconds(90)), ("0.35", .milliseconds(350)),
            ("0.123456789", .nanoseconds(123_456_789)), ("0.1d", .seconds(8_640)),
        ] as [(String, Duration)])
    func `A duration is exact`(text: String, expected: Duration) {
        #expect(DurationText.duration(argument: text) == expected)
    }

    @Test(arguments: [
        "", "s", "ms", ".", ".5", "5.", "1.2.3", "-1", "+1", "1 s", " 1", "1e3", "1sec", "1M", "0x1", "inf", "nan", "١",
        "9223372036854775808", "36501d", "99999999999h",
    ])
    func `What is no duration is refused`(text: String) {
        #expect(DurationText.duration(argument: text) == nil)
    }

    @Test(
        arguments: [
            ("1/s", .seconds(1)), ("50/s", .milliseconds(20)), ("3/s", .nanoseconds(333_333_334)),
            ("180/m", .nanoseconds(333_333_334)), ("1000/h", .milliseconds(3_600)),
        ] as [(String, Duration)])
    func `A rate is an interval rounded up`(text: String, expected: Duration) {
        #expect(DurationText.interval(rate: text) == expected)
    }

    @Test(arguments: ["", "3", "/s", "3/", "0/s", "-3/s", "+3/s", "3/s/s", "3 /s"])
    func `What is no rate is refused`(text: String) {
        #expect(DurationText.interval(rate: text) == nil)
    }
}
