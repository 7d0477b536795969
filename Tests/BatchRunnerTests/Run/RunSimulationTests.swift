import BatchRunner
import HTTPPipeline
import HTTPTestSupport
import Testing

/// Runs of many starts against servers of every kind, on a clock that is never waited for.
@Suite(.timeLimit(.minutes(2))) struct RunSimulationTests {
    @Test(arguments: 0..<24)
    func `Every start ends, every request has one end in each, and few starts finish a run`(seed: Int) async throws {
        var simulation = try Simulation(seed: UInt64(seed))
        var starts = 0
        while !simulation.isFinished, starts < simulation.mostStarts {
            starts += 1
            try await simulation.start()
        }
        #expect(simulation.isFinished, "\(starts) starts, \(simulation)")
        #expect(simulation.problems == [], "\(simulation)")
    }

    @Test(arguments: ["", #""deadline": "50s", "#])
    func `A list whose last requests always fail ends, however many they are`(settings: String) async throws {
        let natures = Array(repeating: Simulation.Nature.good, count: 10) + Array(repeating: .poisoned, count: 16)
        var simulation = try Simulation(natures.map { Simulation.Request(lane: "a", nature: $0) }, settings: settings)
        try await simulation.start()
        #expect(simulation.answered == 10)
        var starts = 1
        while !simulation.isFinished, starts < 20 {
            starts += 1
            try await simulation.start()
        }
        // Eight a start where all probes fail, five where the deadline leaves no time for one; each fails three times.
        #expect(starts <= (settings.isEmpty ? 3 * 16 / 8 + 1 : 3 * 16 / 5 + 1))
        #expect(simulation.problems == [])
    }

    @Test(arguments: [(Simulation.Nature.poisoned, 8), (.putOff, 1), (.slow, 1)])
    func `What is asked in vain is not in the way of the rest`(nature: Simulation.Nature, count: Int) async throws {
        let natures = Array(repeating: nature, count: count) + Array(repeating: .good, count: 10)
        var simulation = try Simulation(
            natures.map { Simulation.Request(lane: "a", nature: $0) }, settings: #""deadline": "50s", "#)
        for _ in 1...2 { try await simulation.start() }
        #expect(simulation.answered == 10)
    }
}
