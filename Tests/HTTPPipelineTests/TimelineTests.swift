import HTTPPipeline
import Synchronization
import Testing

@Suite struct TimelineTests {
    /// A clock of which a test says every reading, in milliseconds; the last one lasts.
    private final class ToldClock: Clock {
        private let readings: Mutex<[Int]>

        init(_ readings: [Int]) {
            self.readings = Mutex(readings)
        }

        var now: Moment {
            readings.withLock { readings in
                let reading = readings[0]
                if readings.count > 1 { readings.removeFirst() }
                return Moment(sinceOrigin: .milliseconds(reading))
            }
        }

        var minimumResolution: Duration { .milliseconds(1) }

        func sleep(until deadline: Moment, tolerance: Duration?) {}
    }

    private func timeline(_ readings: [Int]) -> Timeline<ToldClock> {
        Timeline(clock: ToldClock(readings), wall: { WallTime(epochSeconds: 0) })
    }

    private func milliseconds(_ milliseconds: Int) -> Moment {
        Moment(sinceOrigin: .milliseconds(milliseconds))
    }

    @Test func `A reading that is earlier than the one before counts as that one`() {
        let timeline = timeline([1_000, 1_010, 1_010, 1_005, 1_005, 1_012, 1_012])
        #expect([timeline.now, timeline.now, timeline.now] == [10, 10, 12].map(milliseconds))
    }

    @Test func `A reading before the origin is the origin`() {
        #expect(timeline([1_000, 995, 995]).now == .origin)
    }

    @Test(arguments: [[1_000, 1_195, 1_200], [1_000, 1_200, 1_195]])
    func `Of two readings that follow one another the later counts, as after a wait`(readings: [Int]) {
        #expect(timeline(readings).now == milliseconds(200))
    }

    @Test func `A copy of a timeline knows the readings of the other`() {
        let timeline = timeline([0, 30, 30, 20, 20])
        let copy = timeline
        #expect(timeline.now == milliseconds(30))
        #expect(copy.now == milliseconds(30))
    }
}
