import BatchRunner
import HTTPPipeline
import HTTPTestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whole pipelines of several runs over one folder, on a test clock.
@Suite struct SharedPaceTests {
    private static let interval = Duration.milliseconds(200)

    /// One request of one run, with a run of its own or one that had requests before.
    private func send(
        _ request: HTTPRequest, _ exchange: ScriptedExchange, by store: FileLaneStore, on machine: TestMachine,
        timeline: Timeline<SteppingClock>, log: ScriptedTransport.Log
    ) async {
        var client = makeHTTPPipeline(
            over: ScriptedTransport(clock: machine.clock, log: log, [exchange]),
            lanes: LanePlan(defaultInterval: Self.interval), laneStore: store, timeline: timeline)
        var record = machine.clock.record()
        _ = try? await client.send(request, recording: &record)
    }

    @Test func `Hosts that share a lane share its file, which tells nothing of their URLs but the lane's name`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let machine = TestMachine(folder: folder)
        let log = ScriptedTransport.Log()
        let lane = Lane(name: "openlibrary.org")
        var client = makeHTTPPipeline(
            over: ScriptedTransport(
                clock: machine.clock, log: log, [.response(200, ["Set-Cookie": "hunter2"])]),
            lanes: LanePlan(defaultInterval: Self.interval, aliases: [Lane(name: "covers.openlibrary.org"): lane]),
            laneStore: machine.store(), timeline: machine.clock.timeline())
        for url in ["https://user:hunter2@www.openlibrary.org/?key=hunter2", "http://covers.openlibrary.org/hunter2"] {
            var request = HTTPRequest(url: try HTTPURL(url))
            request.headers["Authorization"] = "hunter2"
            var record = machine.clock.record()
            _ = try await client.send(request, recording: &record)
        }
        #expect(log.gaps == [Self.interval])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["openlibrary.org.lane"])
        let text = String(
            decoding: try Data(contentsOf: URL(filePath: folder + "/openlibrary.org.lane")), as: UTF8.self)
        for secret in ["hunter2", "user", "key", "covers"] { #expect(!text.contains(secret)) }
        #expect(text.contains("\nday \(LocalDay(of: machine.clock.wallNow).number) 2\n"))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `Runs that come and go keep the interval between all their sends, and waste no slot`(seed: UInt64) async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var generator = SeededGenerator(seed: seed)
        let machine = TestMachine(folder: folder)
        let timeline = machine.clock.timeline()
        let log = ScriptedTransport.Log()
        var request = HTTPRequest(url: try HTTPURL("http://example.org/"))
        request.retry.attempts = 1
        var stores = (0..<3).map { _ in machine.store() }
        var free = Moment.origin
        for _ in 0..<30 {
            let index = Int.random(in: 0..<3, using: &generator)
            if Int.random(in: 0..<4, using: &generator) == 0 { stores[index] = machine.store() }
            if Bool.random(using: &generator) {
                machine.clock.advance(by: .milliseconds(Int.random(in: 0...300, using: &generator)))
            }
            machine.clock.shiftWall(by: .seconds(Int.random(in: -90_000...90_000, using: &generator)))
            let connect = Duration.milliseconds(Int.random(in: 0...150, using: &generator))
            let end: ScriptedExchange.End =
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: .unconnected(.connectionRefused)
                case 1: .broken(.connectionReset)
                default: .response(status: 200, headers: [:], body: [])
                }
            let begin = max(machine.clock.moment, free)
            await send(
                request, ScriptedExchange(end, connect: connect), by: stores[index], on: machine, timeline: timeline,
                log: log)
            if case .unconnected = end {
                free = begin.advanced(by: Self.interval)
            } else {
                #expect(log.departures.last == begin.advanced(by: connect))
                free = begin.advanced(by: connect + Self.interval)
            }
        }
        #expect(log.gaps.allSatisfy { $0 >= Self.interval })
    }
}
