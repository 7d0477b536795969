import BatchRunner
import HTTPPipeline
import HTTPTestSupport
import Testing
import runner

@Suite struct TimeLeftTests {
    private static let pace = Duration.milliseconds(350)

    /// A run of which each request takes a time of its own, or the pace where that is longer.
    private struct Run {
        var progress = RunProgress()
        var now = Duration.milliseconds(20)
        private var slot = Duration.zero

        init(_ requests: Int, kept: Int = 0, pace: Duration = TimeLeftTests.pace) {
            progress.note(
                .planned(
                    requests: requests, sentences: [],
                    paces: [LanePace(lane: "a.example", count: requests - kept, interval: pace)]), at: now)
            for _ in 0..<kept { progress.note(.kept(.ok, lane: "a.example"), at: now) }
        }

        /// Asks once and gives the estimates at the send and at the answer.
        mutating func ask(for time: Duration) -> [Duration] {
            progress.note(.began(id: "x"), at: now)
            if slot > now {
                progress.note(.waiting(.pace, lane: "a.example", duration: slot - now), at: now)
                now = slot
            }
            slot = now + TimeLeftTests.pace
            let before = progress.timeLeft(at: now)
            now += time
            var attempt = AttemptRecord(
                number: 1, reason: .first, method: .get, url: "http://a.example/", lane: Lane(name: "a.example"))
            attempt.send = 1
            attempt.total = time
            progress.note(.attempted(attempt), at: now)
            progress.note(
                .finished(id: "x", outcome: .ok, reason: nil, message: nil, total: time, lane: "a.example"), at: now)
            return [before, progress.timeLeft(at: now)].compactMap(\.self)
        }
    }

    @Test func `At a steady pace it counts down to the end`() {
        var run = Run(100)
        for done in 1..<100 {
            let estimates = run.ask(for: .milliseconds(40))
            // The last request leaves 99 paces after the first one, and takes 40 ms.
            let end = Duration.milliseconds(20 + 99 * 350 + 40)
            for estimate in estimates.suffix(1) {
                #expect(abs((run.now + estimate - end) / .seconds(1)) < 1, "\(done): \(estimate)")
            }
        }
    }

    @Test func `It never is below what the pace allows`() {
        var numbers = SeededGenerator(seed: 3)
        var run = Run(60)
        for done in 1..<60 {
            let estimates = run.ask(for: .milliseconds(Int.random(in: 1...900, using: &numbers)))
            guard let estimate = estimates.last else { continue }
            // The next send may leave at once; those after it are a pace apart each.
            #expect(estimate >= Self.pace * (60 - done - 1), "\(done): \(estimate)")
        }
    }

    @Test func `A slow first answer, or one that a server made wait, doesn't make it jump`() {
        var run = Run(26, pace: Self.pace)
        var estimates: [Duration] = []
        for number in 1..<26 { estimates += run.ask(for: .milliseconds(number == 1 || number == 9 ? 1_300 : 60)) }
        let total = run.now
        #expect(total > .seconds(9) && total < .seconds(12))
        #expect(estimates.allSatisfy { $0 < total + .seconds(3) }, "\(estimates)")
        for (earlier, later) in zip(estimates, estimates.dropFirst()) {
            #expect(later < earlier + .seconds(1), "\(earlier) then \(later)")
        }
    }

    @Test func `What an earlier start left takes no time`() {
        var run = Run(1_000, kept: 990)
        var estimates: [Duration] = []
        for _ in 1..<10 { estimates += run.ask(for: .milliseconds(40)) }
        #expect(!estimates.isEmpty && estimates.allSatisfy { $0 < .seconds(4) }, "\(estimates)")
    }

    @Test func `A wait that a server asked for comes before the pace of the rest`() {
        var run = Run(11)
        _ = run.ask(for: .milliseconds(1_100))
        run.progress.note(.waiting(.server, lane: "a.example", duration: .seconds(60)), at: run.now)
        #expect(run.progress.timeLeft(at: run.now + .seconds(20)) == .seconds(40) + Self.pace * 9)
    }

    @Test func `The slowest of several servers decides`() {
        var progress = RunProgress()
        progress.note(
            .planned(
                requests: 30, sentences: [],
                paces: [
                    LanePace(lane: "a", count: 10, interval: .seconds(10)),
                    LanePace(lane: "b", count: 20, interval: .seconds(1)),
                ]), at: .zero)
        progress.note(
            .finished(id: "x", outcome: .ok, reason: nil, message: nil, total: .zero, lane: "b"), at: .seconds(1))
        #expect(progress.timeLeft(at: .seconds(1)).map { $0 >= .seconds(90) } == true)
    }
}
