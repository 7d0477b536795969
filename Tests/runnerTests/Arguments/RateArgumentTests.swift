import Testing
import runner

@Suite struct RateArgumentTests {
    @Test(
        arguments: [
            ("1/s", .seconds(1)), ("50/s", .milliseconds(20)), ("3/s", .nanoseconds(333_333_334)),
            ("180/m", .nanoseconds(333_333_334)), ("1000/h", .milliseconds(3_600)),
        ] as [(String, Duration)])
    func `A rate is an interval rounded up`(text: String, expected: Duration) {
        #expect(RateArgument.parse(text) == expected)
    }

    @Test(arguments: [
        "", "3", "/s", "3/", "0/s", "-3/s", "+3/s", "3/s/s", "3 /s", "9223372036854775808/s",
    ])
    func `What is no rate is refused`(text: String) {
        #expect(RateArgument.parse(text) == nil)
    }
}
