import BatchRunner
import Testing

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("200ms", Duration.milliseconds(200)), ("1.5s", .milliseconds(1_500)), ("2m", .seconds(120)),
        ("12h", .seconds(43_200)),
        ("7d", .seconds(604_800)), ("0s", .zero), ("0.001ms", .microseconds(1)), ("36500d", .seconds(3_153_600_000)),
    ])
    func `A duration is read exactly`(text: String, duration: Duration) {
        #expect(DurationText.duration(text) == duration)
    }

    @Test(arguments: [
        "", "s", "1", "1 s", "1.s", ".5s", "1,5s", "-1s", "+1s", "1S", "1sec", "1h30m", "1e3s", "٣s", "36501d",
        "999999999999999999999999999999d", "0x1s",
    ])
    func `What is none is not read`(text: String) {
        #expect(DurationText.duration(text) == nil)
    }

    @Test(arguments: [
        ("50/s", Duration.milliseconds(20)), ("3/s", .nanoseconds(333_333_334)), ("180/m", .nanoseconds(333_333_334)),
        ("0.5/s", .seconds(2)), ("1000/d", .milliseconds(86_400)), ("100/h", .seconds(36)),
    ])
    func `A rate is a time between two sends, rounded up`(rate: String, interval: Duration) throws {
        let folder = try ManifestFolder(#"{"pace": {"rate": "\#(rate)"}, "requests": [{"url": "http://a/"}]}"#)
        #expect(try folder.check().get().pace.minInterval == interval)
    }
}
