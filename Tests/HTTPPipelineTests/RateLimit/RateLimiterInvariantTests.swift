import HTTPPipeline
import HTTPTestSupport
import Synchronization
import Testing

@Suite struct RateLimiterInvariantTests {
    /// One step of a random schedule.
    private struct Step: Sendable {
        var idle: Duration
        var cancelsAfter: Duration?
        var exchange: ScriptedExchange
    }

    private func steps(using generator: inout SeededGenerator) -> [Step] {
        func milliseconds(_ range: ClosedRange<Int>) -> Duration {
            .milliseconds(Int.random(in: range, using: &generator))
        }
        return (0..<12).map { _ in
            let end: ScriptedExchange.End =
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: .unconnected(.connectionRefused)
                case 1: .unconnected(.nameLookup)
                case 2: .unconnected(.cancelled)
                case 3: .broken(.connectionReset)
                case 4: .repeated
                default: .response(status: 200, headers: [:], body: [])
                }
            return Step(
                idle: Bool.random(using: &generator) ? .zero : milliseconds(0...300),
                cancelsAfter: Int.random(in: 0..<5, using: &generator) == 0 ? milliseconds(0...120) : nil,
                exchange: ScriptedExchange(end, connect: milliseconds(0...150), answer: milliseconds(0...250))
            )
        }
    }

    @Test func `Over random schedules no gap is too short, no wait needless and no slot lost`() async throws {
        let interval = Duration.milliseconds(100)
        let request = try HTTPRequest.get("http://example.org/")
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let steps = steps(using: &generator)
            var pipeline = TestPipeline()
            pipeline.lanes = LanePlan(defaultInterval: interval)
            let log = pipeline.log
            let clock = pipeline.clock
            let script = RunningStep(steps.map(\.exchange))
            var client = pipeline.limited { _, _ in script.exchange }
            var free = Moment.origin

            for (index, step) in steps.enumerated() {
                script.begin(index)
                clock.advance(by: step.idle)
                let asked = clock.moment
                let due = max(asked, free)
                let sent = log.departures.count
                clock.interruptNextSleep(after: step.cancelsAfter)
                let (result, record) = await client.outcome(of: request, on: pipeline)

                if step.cancelsAfter != nil, result.error?.code == .cancelled, record.attempts.isEmpty {
                    #expect(log.departures.count == sent, "seed \(seed): a cancelled wait sent something")
                    continue
                }
                let left = due.advanced(by: step.exchange.connect)
                switch step.exchange.end {
                case .unconnected(.connectionRefused): free = due.advanced(by: interval)
                case .unconnected: break
                default:
                    #expect(log.departures.last == left, "seed \(seed): a wait was needless or too short")
                    #expect(record.attempts.last?.send == log.departures.count, "seed \(seed): a send was not counted")
                    free = left.advanced(by: interval)
                }
            }
            #expect(log.gaps.allSatisfy { $0 >= interval }, "seed \(seed): two sends were too close")
        }
    }
}

/// The exchange of the step that runs; a cancelled step uses none up.
private final class RunningStep: Sendable {
    private let exchanges: [ScriptedExchange]
    private let index = Mutex(0)

    init(_ exchanges: [ScriptedExchange]) {
        self.exchanges = exchanges
    }

    var exchange: ScriptedExchange { exchanges[index.withLock { $0 }] }

    func begin(_ step: Int) {
        index.withLock { $0 = step }
    }
}
