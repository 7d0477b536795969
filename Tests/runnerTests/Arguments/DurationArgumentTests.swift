import Testing
import runner

@Suite struct DurationArgumentTests {
    @Test(
        arguments: [
            ("0", .zero), ("200ms", .milliseconds(200)), ("1.5s", .milliseconds(1_500)), ("2m", .seconds(120)),
            ("12h", .seconds(43_200)), ("7d", .seconds(604_800)), ("90", .seconds(90)), ("0.35", .milliseconds(350)),
            ("0.123456789", .nanoseconds(123_456_789)), ("0.1d", .seconds(8_640)),
        ] as [(String, Duration)])
    func `A duration is exact`(text: String, expected: Duration) {
        #expect(DurationArgument.parse(text) == expected)
    }

    @Test(arguments: [
        "", "s", "ms", ".", ".5", "5.", "1.2.3", "-1", "+1", "1 s", " 1", "1e3", "1sec", "1M", "0x1", "inf", "nan", "١",
        "9223372036854775808", "106752d", "99999999999h",
    ])
    func `What is no duration is refused`(text: String) {
        #expect(DurationArgument.parse(text) == nil)
    }
}
