import BatchRunner
import Testing

@Suite struct DurationWordsTests {
    @Test(arguments: [
        (Duration.milliseconds(0), "0 ms"), (.milliseconds(350), "350 ms"), (.microseconds(999_999), "999 ms"),
        (.milliseconds(1_000), "1 s"), (.milliseconds(1_540), "1.5 s"), (.seconds(59), "59 s"), (.seconds(60), "1 min"),
        (.seconds(61), "1 min 1 s"), (.seconds(3_600), "1 h"), (.seconds(17_500), "4 h 52 min"),
        (.seconds(86_400), "24 h"),
    ])
    func `A duration is told in at most two units, and from an hour on never too short`(
        duration: Duration, words: String
    ) {
        #expect(DurationWords.telling(duration) == words)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (50_000, "50,000"), (1_000_007, "1,000,007")])
    func `A count has its thousands set apart`(count: Int, words: String) {
        #expect(DurationWords.telling(count) == words)
    }
}
