import Testing
import runner

@Suite struct HumanTextTests {
    @Test(
        arguments: [
            (.zero, "0 ms"), (.microseconds(49), "0 ms"), (.microseconds(420), "0.4 ms"),
            (.microseconds(9_960), "10 ms"),
            (.milliseconds(350), "350 ms"), (.microseconds(999_600), "1 s"), (.milliseconds(1_240), "1.2 s"),
            (.milliseconds(59_960), "1 min"), (.seconds(250), "4 min 10 s"), (.milliseconds(3_599_600), "1 h"),
            (.seconds(17_500), "4 h 52 min"), (.seconds(172_000), "47 h 47 min"), (.seconds(190_000), "2 d 5 h"),
            (.seconds(-3), "0 ms"),
        ] as [(Duration, String)])
    func `A duration is told in its two largest units`(duration: Duration, text: String) {
        #expect(HumanText.duration(duration) == text)
    }

    @Test(
        arguments: [
            (.milliseconds(350), "350 ms"), (.nanoseconds(333_333_334), "333.333 ms"),
            (.microseconds(12_500), "12.5 ms"),
            (.seconds(1), "1 s"), (.milliseconds(1_250), "1.25 s"), (.seconds(90), "1 min 30 s"), (.zero, "0 ms"),
        ] as [(Duration, String)])
    func `A setting is told as it was asked for`(duration: Duration, text: String) {
        #expect(HumanText.setting(duration) == text)
    }

    @Test(
        arguments: [
            (.microseconds(350_021), "350.0 ms"), (.microseconds(349_999), "349.9 ms"),
            (.microseconds(1_234_567), "1,234.5 ms"),
        ] as [(Duration, String)])
    func `A gap is never told longer than it was`(duration: Duration, text: String) {
        #expect(HumanText.gap(duration) == text)
    }

    @Test(
        arguments: [
            (.milliseconds(1), "0.1 s"), (.milliseconds(3_200), "3.2 s"), (.seconds(3), "3.0 s"),
            (.milliseconds(41_001), "42 s"), (.milliseconds(249_001), "4 min 10 s"), (.seconds(-1), "0.0 s"),
        ] as [(Duration, String)])
    func `A countdown never says less than is left`(duration: Duration, text: String) {
        #expect(HumanText.countdown(duration) == text)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (50_000, "50,000"), (1_234_567, "1,234,567"), (-1_000, "-1,000"),
    ])
    func `A count has commas between its thousands`(count: Int, text: String) {
        #expect(HumanText.count(count) == text)
    }

    @Test func `A noun follows its count in number`() {
        #expect(HumanText.count(1, "request") == "1 request")
        #expect(HumanText.count(0, "request") == "0 requests")
        #expect(HumanText.count(2, "retry", plural: "retries") == "2 retries")
    }
}
