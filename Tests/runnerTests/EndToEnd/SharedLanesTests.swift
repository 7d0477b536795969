import HTTPPipeline
import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Several runs of the built command against one server, which stamps the arrivals by the kernel's clock.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SharedLanesTests {
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

    @Test func `Four runs at once keep one interval and use every slot, whatever one's connects take`() async throws {
        let silence = try SilentListener()
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let slow = try folder(
                server, requests: 12,
                settings: "\"timeout\": { \"connect\": \"300ms\" }, \"retry\": { \"attempts\": 1 }"
            )
            let proxy = ["http_proxy": "http://127.0.0.1:\(silence.port)"]
            let stuck = try slow.start(environment: state.environment.merging(proxy) { $1 })
            let folders = try (0..<3).map { _ in try folder(server, requests: 8) }
            let children = try folders.map { try $0.start(environment: state.environment) }
            for child in children { #expect(try await child.finish().ending == .exited(0)) }
            #expect(try await stuck.finish().ending == .exited(1))
            expectPace(server, sends: 24)
            let stamps = server.requests.map(\.arrivedNs)
            let span = Duration.nanoseconds((stamps.max() ?? 0) - (stamps.min() ?? 0))
            #expect(span <= Self.interval * 23 * 1.05, "\(span) instead of \(Self.interval * 23)")
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

    @Test func `A server's long pause stands for the next run too, until someone frees the lane`() async throws {
        try await withScriptedServer(script: { request in
            request.number == 1 ? .status(503, headers: ["Retry-After": "3600"]) : .status(200)
        }) { server in
            let folder = try folder(server)
            #expect(try await folder.run(environment: state.environment).ending == .exited(75))
            #expect(try await folder.run(environment: state.environment).ending == .exited(75))
            #expect(server.requests.count == 1)
            let result = try folder.results(in: RunFolder.partial).results[0]
            #expect(result.outcome == "deferred" && result.reason == "throttled")
            #expect((3_590_000...3_600_000).contains(result.retryAfterMs ?? 0))

            let lane = "127.0.0.1:\(server.port)"
            let list = try await BuiltCommand.run(["lanes"], environment: state.environment)
            let lines = list.output.split(separator: "\n").map { $0.split(separator: " ") }
            #expect(list.ending == .exited(0) && list.error == "")
            #expect(lines.first?.joined(separator: " ") == "LANE LAST SEND INTERVAL NOT BEFORE TODAY")
            let row = try #require(lines.last)
            #expect(lines.count == 2 && row.count == 6)
            #expect(row.first == lane[...] && row[2...3] == ["200", "ms"] && row.last == "1")
            #expect(row[1].hasSuffix("Z") && row[4].hasSuffix("Z") && row[4] > row[1])

            let other = try await BuiltCommand.run(["lanes", "--clear", "example.org"], environment: state.environment)
            #expect(other.ending == .exited(64))
            #expect(other.error == "runner: there is no lane 'example.org'; 'runner lanes' lists them\n")
            #expect(
                try await BuiltCommand.run(["lanes", "--clear", lane], environment: state.environment).ending
                    == .exited(0))
            #expect(try await folder.run(environment: state.environment).ending == .exited(0))
            #expect(server.requests.count == 2)
        }
    }

    @Test func `The day's quota is spent by all runs together`() async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let settings = "\"pace\": { \"minInterval\": 0, \"perDay\": 3 }"
            let urls = try (1...2).map { try server.url("/\($0)").serialized }
            let folders = try (0..<3).map { _ in try RunFolder(urls: urls, settings: settings) }
            var endings: [ChildProcess.Ending] = []
            for folder in folders { endings.append(try await folder.run(environment: state.environment).ending) }
            #expect(endings == [.exited(0), .exited(75), .exited(75)])
            #expect(server.requests.count == 3)
            let result = try folders[2].results(in: RunFolder.partial).results[0]
            #expect(result.outcome == "deferred" && result.reason == "quota_exhausted")
            #expect((1...90_000_000).contains(result.retryAfterMs ?? 0))
        }
    }

    @Test func `No secret is in what runs share, and the sample library leaves nothing there`() async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folder = try RunFolder(
                """
                { "api": "sample", "requests": [
                  { "isbn": "9780140328721" },
                  { "url": "http://user:hunter2-hunter2@127.0.0.1:\(server.port)/?key=${env:TOKEN}",
                    "headers": { "Authorization": "Bearer ${env:TOKEN}" } } ] }
                """)
            let variables = state.environment.merging(["TOKEN": "s3cr3t-s3cr3t"]) { $1 }
            _ = try await folder.run(environment: variables)
            #expect(server.requests.count == 1)
            #expect(Array(state.contents.keys) == ["lanes/127.0.0.1%3A\(server.port).lane"])
            let text = state.contents.values.joined()
            #expect(text.hasPrefix("runner-lane/1\n"))
            for secret in ["hunter2", "s3cr3t", "user"] { #expect(!text.contains(secret)) }
        }
    }

    @Test func `Without a folder for it the pace is the run's own, and the results say so`() async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folder = try folder(server)
            let nowhere = ["RUNNER_STATE_DIR": "/dev/null"]
            let quiet = try await folder.run(environment: nowhere)
            #expect(quiet.ending == .exited(0) && quiet.error == "")
            #expect(try folder.text(of: RunFolder.results).contains("\"sharedLanes\":false"))
            let verbose = try await folder.run(["--verbose"], environment: nowhere)
            let warnings = verbose.error.split(separator: "\n").filter {
                $0.contains("the pace is kept by this run alone")
            }
            #expect(warnings.count == 1 && verbose.error.contains("/dev/null/lanes: Not a directory"))

            #expect(try await folder.run(environment: state.environment).ending == .exited(0))
            #expect(try !folder.text(of: RunFolder.results).contains("sharedLanes"))
        }
    }

    @Test func `Without lanes the list is empty, and where no folder is set that is said`() async throws {
        let none = try await BuiltCommand.run(["lanes"], environment: state.environment)
        #expect(none.ending == .exited(0) && none.output == "")
        #expect(none.error == "runner: no lane was used in the last 24 hours\n")
        #expect(state.contents.isEmpty)
        let unset = try await BuiltCommand.run(["lanes"], environment: ["RUNNER_STATE_DIR": ""])
        #expect(unset.ending == .exited(78))
        #expect(unset.error == "runner: no folder for the state: set RUNNER_STATE_DIR or HOME\n")
    }
}
