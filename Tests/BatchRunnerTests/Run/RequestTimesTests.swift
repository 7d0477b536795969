import BatchRunner
import HTTPPipeline
import Testing

@Suite struct RequestTimesTests {
    private func record(waits: [(WaitReason, Duration)], network: Duration) -> RequestRecord {
        var record = RequestRecord(started: .origin, startedAt: WallTime(epochSeconds: 0))
        var attempt = AttemptRecord(
            number: 1, reason: .first, method: .get, url: "http://a/", lane: Lane(name: "a"))
        for (reason, wait) in waits { attempt.waits[reason] += wait }
        attempt.total = network
        record.append(attempt)
        return record
    }

    @Test func `What is neither cache, wait nor network is other, and all of it adds up to the total`() {
        var record = record(
            waits: [(.pace, .milliseconds(200)), (.server, .seconds(1)), (.backoff, .milliseconds(30))],
            network: .microseconds(12_345))
        record.cacheTime = .microseconds(5)
        let times = RequestTimes(of: record, until: Moment(sinceOrigin: .microseconds(1_242_400)))
        #expect(times.total == .microseconds(1_242_400))
        #expect(times.pace == .milliseconds(200))
        #expect(times.server == .seconds(1))
        #expect(times.backoff == .milliseconds(30))
        #expect(times.network == .microseconds(12_345))
        #expect(times.other == .microseconds(50))
        #expect(times.total == times.cache + times.pace + times.server + times.backoff + times.network + times.other)
    }

    @Test func `Each part is cut to whole microseconds, so that the printed parts add up to the printed total`() {
        let record = record(waits: [(.pace, .nanoseconds(1_999))], network: .nanoseconds(1_999))
        let times = RequestTimes(of: record, until: Moment(sinceOrigin: .nanoseconds(4_001)))
        #expect(times.pace == .microseconds(1))
        #expect(times.network == .microseconds(1))
        #expect(times.total == .microseconds(4))
        #expect(times.other == .microseconds(2))
    }

    @Test func `Other is never negative though the two clocks disagree by their granularity`() {
        let record = record(waits: [], network: .microseconds(11))
        let times = RequestTimes(of: record, until: Moment(sinceOrigin: .microseconds(10)))
        #expect(times.other == .zero)
        #expect(times.total == .microseconds(11))
    }

    @Test func `No part is below zero, whatever a bad clock says`() {
        var record = record(waits: [(.pace, .milliseconds(-5)), (.server, .seconds(1))], network: .milliseconds(-5))
        record.cacheTime = .milliseconds(-5)
        let times = RequestTimes(of: record, until: Moment(sinceOrigin: .milliseconds(-5)))
        #expect([times.cache, times.pace, times.network, times.other] == [.zero, .zero, .zero, .zero])
        #expect(times.server == .seconds(1))
        #expect(times.total == .seconds(1))
    }

    @Test func `A wait after which nothing was sent counts too`() {
        var record = RequestRecord(started: .origin, startedAt: WallTime(epochSeconds: 0))
        record.noteFruitlessWait(.seconds(3), for: .server)
        let times = RequestTimes(of: record, until: Moment(sinceOrigin: .seconds(3)))
        #expect(times.server == .seconds(3))
        #expect(times.other == .zero)
    }
}
