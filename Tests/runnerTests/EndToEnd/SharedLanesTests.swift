import HTTPPipeline
import HTTPTestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Several runs of the built command against one server, which stamps the arrivals by the kernel's clock.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SharedLanesTests {
    private static let interval = Duration.milliseconds(200)
    private let state = StateFolder()

    /// A folder with a manifest of requests to a server at the interval.
    private func folder(_ server: ScriptedServer, requests: Int = 1, settings: String = "") throws -> RunFolder {
        let pace = "\"pace\": { \"minInterval\": \"200ms\" }"
        return try RunFolder(
            urls: try (1...requests).map { try server.url("/\($0)").serialized },
            settings: settings.isEmpty ? pace : "\(pace), \(settings)")
    }

    private func expectPace(_ server: ScriptedServer, sends: Int) {
        #expect(server.requests.count == sends)
        #expect(server.arrivalGaps.allSatisfy { $0 >= Self.interval }, "\(server.arrivalGaps)")
    }

    /// Every slot was used: a run that stops the others costs more than a busy machine does.
    private func expectNoLoss(_ stamps: [Int64], seenBy witness: StallWitness) {
        let stalled = witness.end()
        let span = Duration.nanoseconds((stamps.max() ?? 0) - (stamps.min() ?? 0))
        let ideal = Self.interval * (stamps.count - 1)
        #expect(span - stalled <= ideal * 1.1, "\(span) instead of \(ideal), \(stalled) of stalls")
    }

    @Test func `Four runs at once keep one interval and use every slot, whatever one's connects take`() async throws {
        let silence = try SilentListener()
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            // As many as a server in trouble gets before it is left alone.
            let slow = try folder(
                server, requests: 4,
                settings: "\"timeout\": { \"connect\": \"300ms\" }, \"retry\": { \"attempts\": 1 }"
            )
            let proxy = ["http_proxy": "http://127.0.0.1:\(silence.port)"]
            let witness = StallWitness()
            let stuck = try slow.start(environment: state.environment.merging(proxy) { $1 })
            let folders = try (0..<3).map { _ in try folder(server, requests: 6) }
            let children = try folders.map { try $0.start(environment: state.environment) }
            for child in children { #expect(try await child.finish().ending == .exited(0)) }
            #expect(try await stuck.finish().ending == .exited(1))
            expectPace(server, sends: 18)
            expectNoLoss(server.requests.map(\.arrivedNs), seenBy: witness)
        }
    }

    @Test func `A connect that takes long and succeeds neither holds up the other runs nor comes between them`()
        async throws
    {
        // The slow run's connects go to a proxy whose backlog is full at first; both servers' stamps are the kernel's.
        let silence = try SilentListener()
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let proxy = ["http_proxy": "http://127.0.0.1:\(silence.port)"]
            let slow = try folder(server, requests: 6)
            let folders = try (0..<3).map { _ in try folder(server, requests: 6) }
            let witness = StallWitness()
            let late = try slow.start(environment: state.environment.merging(proxy) { $1 })
            try await slow.noteOfSend()
            let children = try folders.map { try $0.start(environment: state.environment) }
            await server.requests(atLeast: 5)
            let gateway = silence.open { _ in .status(200) }
            defer { gateway.stop() }
            for child in children + [late] { #expect(try await child.finish().ending == .exited(0)) }
            #expect(server.requests.count == 18 && gateway.requests.count == 6)
            let stamps = (server.requests + gateway.requests).map(\.arrivedNs).sorted()
            let gaps = zip(stamps.dropFirst(), stamps).map { Duration.nanoseconds($0 - $1) }
            #expect(gaps.allSatisfy { $0 >= Self.interval }, "\(gaps)")
            expectNoLoss(stamps, seenBy: witness)
            let connect = try slow.results().results[0].attempts[0].connectMs ?? 0
            #expect(connect > 400, "the connect was not slow")
        }
    }

    @Test func `A shell loop of runs with one request each keeps the interval`() async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folder = try folder(server)
            let loop = "for i in 1 2 3 4 5 6 7 8 9 10; do \"$0\" books.json || exit; done"
            let child = try ChildProcess(
                ["/bin/sh", "-c", loop, BuiltCommand.path], environment: state.environment, inheritsEnvironment: false,
                directory: folder.path)
            #expect(try await child.finish().ending == .exited(0))
            expectPace(server, sends: 10)
        }
    }

    @Test func `Quick runs that come and go beside a slow one leave it its interval`() async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            func folder(_ name: String, requests: Int, interval: String) throws -> RunFolder {
                try RunFolder(
                    urls: try (1...requests).map { try server.url("/\(name)/\($0)").serialized },
                    settings: "\"pace\": { \"minInterval\": \"\(interval)\" }")
            }
            let slow = try folder("slow", requests: 4, interval: "400ms")
            let quick = try folder("quick", requests: 1, interval: "50ms")
            let slowRun = try slow.start(environment: state.environment)
            await server.requests(atLeast: 1)
            let loop = "for i in 1 2 3 4 5 6 7 8; do \"$0\" books.json || exit; done"
            let quickRuns = try ChildProcess(
                ["/bin/sh", "-c", loop, BuiltCommand.path], environment: state.environment, inheritsEnvironment: false,
                directory: quick.path)
            for child in [slowRun, quickRuns] { #expect(try await child.finish().ending == .exited(0)) }
            #expect(server.requests.count == 12)
            let requests = server.requests.sorted { $0.arrivedNs < $1.arrivedNs }
            let last = try #require(requests.lastIndex { $0.path.hasPrefix("/slow/") })
            let stamps = requests[...last].map(\.arrivedNs)
            let gaps = zip(stamps.dropFirst(), stamps).map { Duration.nanoseconds($0 - $1) }
            #expect(gaps.allSatisfy { $0 >= .milliseconds(400) }, "\(gaps)")
        }
    }

    @Test func `A run that is killed again and again right after its send keeps the interval`() async throws {
        try await withScriptedServer(script: { _ in .stall }) { server in
            let folder = try folder(server)
            for count in 1...10 {
                let child = try folder.start(environment: state.environment)
                await server.requests(atLeast: count)
                child.send(SIGKILL)
                #expect(try await child.finish().ending == .signalled(SIGKILL))
            }
            expectPace(server, sends: 10)
        }
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `Runs that are killed at any moment keep the interval`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folder = try folder(server, requests: 12)
            for _ in 0..<8 {
                let child = try folder.start(environment: state.environment)
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &generator)))
                child.send(SIGKILL)
                _ = try await child.finish()
            }
            let last = try folder.start(environment: state.environment)
            #expect(try await last.finish().ending == .exited(0))
            #expect(Set(server.requests.map(\.path)).count == 12)
            #expect(server.arrivalGaps.allSatisfy { $0 >= Self.interval }, "\(server.arrivalGaps)")
        }
    }

    @Test func `A run that meets another's pause waits it out, though it was already at work`() async throws {
        try await withScriptedServer(script: { request in
            request.number == 1 ? .status(429, headers: ["Retry-After": "1"]) : .status(200)
        }) { server in
            let folders = try (0..<3).map { _ in try folder(server, requests: 2) }
            let children = try folders.map { try $0.start(environment: state.environment) }
            for child in children { #expect(try await child.finish().ending == .exited(0)) }
            expectPace(server, sends: 7)
            let stamps = server.requests.map(\.arrivedNs).sorted()
            #expect(stamps[1] - stamps[0] >= 1_000_000_000)
            for folder in folders {
                for result in try folder.results().results {
                    #expect(result.attempts.filter { $0.send != nil && $0.reason == "first" }.count == 1)
                }
            }
        }
    }

    // MARK: Lanes with an interval of a second or more

    /// A folder with a manifest of requests to a server at an interval.
    private func slowFolder(_ server: ScriptedServer, _ interval: String, settings: String = "") throws -> RunFolder {
        try RunFolder(
            urls: [try server.url("/").serialized],
            settings: ["\"pace\": { \"minInterval\": \"\(interval)\" }", settings].filter { !$0.isEmpty }
                .joined(separator: ", "))
    }

    @Test func `Runs that wait for a slot far off make one connection a send, and no attempt besides`() async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folders = try (0..<4).map { _ in try slowFolder(server, "6s") }
            let children = try folders.map { try $0.start(environment: state.environment) }
            for child in children { #expect(try await child.finish().ending == .exited(0)) }
            #expect(server.requests.count == 4 && server.connectionCount == 4)
            #expect(server.arrivalGaps.allSatisfy { $0 >= .seconds(6) }, "\(server.arrivalGaps)")
            for folder in folders {
                #expect(try folder.results().results.flatMap(\.attempts).map { $0.send != nil } == [true])
            }
        }
    }

    @Test func `A run that has the turn and is killed, stopped or slow to connect doesn't stop the others`()
        async throws
    {
        let silence = try SilentListener()
        let proxy = ["http_proxy": "http://127.0.0.1:\(silence.port)"]
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let holder = try slowFolder(server, "1s")
            let patient = try slowFolder(server, "1s")
            let quick = try slowFolder(server, "1s", settings: "\"timeout\": { \"connect\": \"2s\" }")
            let holding = try holder.start(environment: state.environment.merging(proxy) { $1 })
            try await holder.noteOfSend()
            holding.send(SIGSTOP)

            // One that waits for the turn ends at once with a signal, and has made no connection.
            let waiting = try patient.start(environment: state.environment)
            while !patient.files.contains(RunFolder.journal) { try await Task.sleep(for: .milliseconds(10)) }
            try await Task.sleep(for: .milliseconds(500))
            let signalled = ContinuousClock.now
            waiting.send(SIGINT)
            let ending = try await waiting.finish()
            #expect(ending.ending == .signalled(SIGINT))
            #expect(ending.ended - signalled - ending.heldUp < .seconds(1))
            #expect(server.connectionCount == 0)

            // One whose limit for a connect passes goes on without the one that is stopped.
            #expect(try await quick.run(environment: state.environment).ending == .exited(0))
            #expect(server.requests.count == 1 && server.connectionCount == 1)

            // One that is killed leaves nothing that is in the way.
            holding.send(SIGKILL)
            _ = try await holding.finish()
            #expect(try await patient.run(["--fresh"], environment: state.environment).ending == .exited(0))
            #expect(server.requests.count == 2)
            #expect(server.arrivalGaps.allSatisfy { $0 >= .seconds(1) }, "\(server.arrivalGaps)")
        }
    }

    @Test func `What a server tells of its interval is kept by a loop of short runs`() async throws {
        let told: HTTPHeaders = ["X-Rate-Limit-Limit": "1", "X-Rate-Limit-Interval": "1s"]
        try await withScriptedServer(script: { _ in .status(200, headers: told) }) { server in
            let folder = try folder(server)
            for _ in 0..<4 { #expect(try await folder.run(environment: state.environment).ending == .exited(0)) }
            #expect(server.arrivalGaps.count == 3 && server.arrivalGaps.allSatisfy { $0 >= .seconds(1) })
            let result = try await BuiltCommand.run(
                ["check", "books.json"], environment: state.environment, directory: folder.path)
            #expect(
                result.output.hasPrefix(
                    "books.json: 1 request to localhost:\(server.port) at 1 s (asked by the server) for now, else at 200 ms"
                ))
        }
    }

    @Test(arguments: [false, true])
    func `A quota whose reset is a date or has a fraction is waited for, by the next run too`(isDate: Bool) async throws
    {
        let reset = WallTime(sinceEpoch: .seconds(WallTime.current().sinceEpoch.components.seconds + 3))
        let text = isDate ? reset.rfc3339(fractionDigits: 3) : "\(reset.sinceEpoch.components.seconds).000"
        try await withScriptedServer(script: { _ in
            .status(200, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": text])
        }) { server in
            let folder = try folder(server)
            for _ in 0..<2 { #expect(try await folder.run(environment: state.environment).ending == .exited(0)) }
            #expect(WallTime.current() >= reset)
        }
    }

    @Test func `Whose interval counts is told before and after a run`() async throws {
        try await withScriptedServer(script: { request in request.number == 1 ? .stall : .status(200) }) { server in
            let killed = try RunFolder(
                urls: [try server.url("/").serialized], settings: "\"pace\": { \"minInterval\": \"350ms\" }")
            let child = try killed.start(environment: state.environment)
            await server.requests(atLeast: 1)
            child.send(SIGKILL)
            _ = try await child.finish()
            let folder = try folder(server, requests: 3)
            let result = try await folder.run(["--min-interval", "0", "--verbose"], environment: state.environment)
            #expect(result.ending == .exited(0))
            let plan =
                "3 requests to localhost:\(server.port) at 350 ms (asked by another run) for now, else without a pace"
            #expect(result.error.contains(plan))
            let lane = try #require(folder.results().run.lanes.first)
            #expect(lane.minIntervalMs == 350 && lane.leastGapMs ?? 0 >= 350)
            #expect(result.error.contains(" apart (350 ms asked by another run)"))
        }
    }

    @Test func `A folder of lanes that is removed while runs work is made again, and shared`() async throws {
        let lanes = "\(state.path)/lanes"
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folders = try (0..<2).map { _ in try folder(server, requests: 8) }
            let children = try folders.map { try $0.start(environment: state.environment) }
            await server.requests(atLeast: 4)
            // A folder that is used meanwhile can't be removed in one step.
            try FileManager.default.moveItem(atPath: lanes, toPath: lanes + ".gone")
            try FileManager.default.removeItem(atPath: lanes + ".gone")
            let removed = server.requests.count
            for child in children {
                let result = try await child.finish()
                #expect(result.ending == .exited(0) && result.error == "")
            }
            for folder in folders { #expect(try !folder.text(of: RunFolder.results).contains("sharedLanes")) }
            // What was known is gone with the folder: one slot may be used twice.
            let gaps = server.arrivalGaps
            #expect(gaps.count == 15)
            #expect(gaps.count { $0 < Self.interval } <= 1, "\(removed): \(gaps)")
        }
    }

    @Test func `Runs on a lane of a second take their turns, and none is first each time`() async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folders = try ["a", "b"].map { name in
                try RunFolder(
                    urls: try (1...5).map { try server.url("/\(name)/\($0)").serialized },
                    settings: "\"pace\": { \"minInterval\": \"1s\" }")
            }
            let children = try folders.map { try $0.start(environment: state.environment) }
            for child in children { #expect(try await child.finish().ending == .exited(0)) }
            #expect(server.arrivalGaps.count == 9 && server.arrivalGaps.allSatisfy { $0 >= .seconds(1) })
            let paths = server.requests.sorted { $0.arrivedNs < $1.arrivedNs }.map(\.path)
            for name in ["/a/", "/b/"] { #expect(paths.prefix(7).count { $0.hasPrefix(name) } >= 2, "\(paths)") }
        }
    }
}
