import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite struct BackoffTests {
    private let ordinary = Backoff(base: .milliseconds(500), cap: .seconds(30), jitter: .full)

    @Test(arguments: [(1, 500), (2, 1000), (3, 2000), (6, 16_000), (7, 30_000), (70, 30_000), (2000, 30_000)])
    func `The bound doubles up to the cap and stays there`(attempt: Int, milliseconds: Int) {
        #expect(ordinary.bound(afterAttempt: attempt) == .milliseconds(milliseconds))
        #expect(ordinary.bound(afterAttempt: .max) == .seconds(30))
    }

    @Test func `A cap that no doubling meets can't make the bound overflow`() {
        let wide = Backoff(base: .nanoseconds(1), cap: .seconds(Int64.max), jitter: .full)
        #expect(wide.bound(afterAttempt: .max) > .seconds(1_000_000_000))
        #expect(wide.bound(afterAttempt: .max) <= .seconds(Int64.max))
    }

    @Test func `Full jitter is drawn from all of the bound, zero excluded`() {
        var generator = SeededGenerator(seed: 7)
        let pauses = (0..<2000).map { _ in ordinary.pause(afterAttempt: 2, using: &generator) }
        #expect(pauses.allSatisfy { $0 > .zero && $0 <= .seconds(1) })
        #expect(pauses.contains { $0 < .milliseconds(50) })
        #expect(pauses.contains { $0 > .milliseconds(950) })
    }

    @Test(arguments: [(1, 2.5, 5.0), (2, 5.0, 10.0), (5, 30.0, 60.0), (9, 30.0, 60.0)])
    func `A throttled client pauses for more than half of the bound`(attempt: Int, least: Double, most: Double) {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let pause = Backoff.throttled.pause(afterAttempt: attempt, using: &generator)
            #expect(pause > .seconds(least) && pause <= .seconds(most))
        }
    }

    @Test(arguments: [
        (Duration.zero, Duration.zero), (.zero, .seconds(1)), (.seconds(1), .zero), (.seconds(-1), .seconds(1)),
    ])
    func `A base or a cap of nothing is a pause of nothing`(base: Duration, cap: Duration) {
        var generator = SeededGenerator(seed: 7)
        let backoff = Backoff(base: base, cap: cap, jitter: .full)
        #expect(backoff.pause(afterAttempt: 3, using: &generator) == .zero)
    }

    @Test func `The least bound leaves one pause to draw`() {
        var generator = SeededGenerator(seed: 7)
        for jitter in [Backoff.Jitter.full, .half] {
            let backoff = Backoff(base: .nanoseconds(1), cap: .seconds(1), jitter: jitter)
            #expect(backoff.pause(afterAttempt: 1, using: &generator) == .nanoseconds(1))
        }
    }
}
