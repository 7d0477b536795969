import HTTPPipeline
import Testing

@Suite struct LaneStateTests {
    private func at(_ seconds: Double) -> Moment {
        Moment(sinceOrigin: .seconds(seconds))
    }

    @Test func `The first send is free`() {
        let state = LaneState(interval: .seconds(5))
        #expect(state.departure(earliest: nil, now: at(3)).moment == at(3))
    }

    @Test func `A send leaves one interval after the last one left`() {
        var state = LaneState(interval: .seconds(2))
        state.noteSend(at: at(10))
        let departure = state.departure(earliest: nil, now: at(10.3))
        #expect(departure.moment == at(12))
        #expect(departure.reason == .pace)
    }

    @Test func `No credit is saved while idle`() {
        var state = LaneState(interval: .seconds(2))
        state.noteSend(at: at(0))
        #expect(state.departure(earliest: nil, now: at(1000)).moment == at(1000))
        state.noteSend(at: at(1000))
        #expect(state.departure(earliest: nil, now: at(1000)).moment == at(1002))
    }

    @Test(arguments: [
        (1.0, 2.0, 3.0, WaitReason.server), (3.0, 2.0, 1.0, .pace), (1.0, 3.0, 2.0, .backoff), (2.0, 2.0, 2.0, .pace),
        (1.0, 2.0, 2.0, .backoff), (2.0, 1.0, 2.0, .pace),
    ])
    func `A wait is charged whole to the latest reason`(
        pace: Double, backoff: Double, server: Double, reason: WaitReason
    ) {
        var state = LaneState(interval: .seconds(pace))
        state.noteSend(at: at(0))
        state.hold(Hold(until: at(server), reason: .server))
        let departure = state.departure(earliest: Hold(until: at(backoff), reason: .backoff), now: at(0))
        #expect(departure.reason == reason)
        #expect(departure.moment == at(max(pace, backoff, server)))
    }

    @Test func `A hold of one request is not the lane's`() {
        var state = LaneState(interval: .zero)
        let own = Hold(until: at(9), reason: .server)
        #expect(!state.departure(earliest: own, now: at(0)).holdsLane)
        state.hold(own)
        #expect(state.departure(earliest: nil, now: at(0)).holdsLane)
    }

    @Test func `A hold, a pace and a send never move a lane back`() {
        var state = LaneState(interval: .seconds(1))
        state.noteSend(at: at(8))
        state.noteSend(at: at(7))
        state.slow(to: .milliseconds(334))
        #expect(state.departure(earliest: nil, now: at(0)).moment == at(9))
        state.slow(to: .seconds(3))
        #expect(state.departure(earliest: nil, now: at(0)).moment == at(11))
        state.hold(Hold(until: at(20), reason: .server))
        state.hold(Hold(until: at(12), reason: .server))
        #expect(state.departure(earliest: nil, now: at(0)).moment == at(20))
    }

    @Test func `A closure ends at its time`() {
        var state = LaneState(interval: .zero)
        let closure = LaneClosure(.throttled, until: at(60))
        state.close(closure)
        #expect(state.departure(earliest: nil, now: at(59.9)).closure == closure)
        #expect(state.departure(earliest: nil, now: at(60)).closure == nil)
    }

    @Test func `Of two closures the one that lasts longer stays`() {
        let hour = LaneClosure(.quotaSpent, until: at(3600))
        let ban = LaneClosure(.blocked, until: nil)
        for order in [[hour, LaneClosure(.throttled, until: at(60))], [LaneClosure(.throttled, until: at(60)), hour]] {
            var state = LaneState(interval: .zero)
            order.forEach { state.close($0) }
            #expect(state.departure(earliest: nil, now: at(0)).closure == hour)
        }
        for order in [[hour, ban], [ban, hour]] {
            var state = LaneState(interval: .zero)
            order.forEach { state.close($0) }
            #expect(state.departure(earliest: nil, now: at(999_999)).closure == ban)
        }
    }
}
