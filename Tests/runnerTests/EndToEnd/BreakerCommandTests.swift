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

/// The built command against servers in trouble, and with a time of the day as its end.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BreakerCommandTests {
    private func folder(_ requests: [(id: String, url: String)]) throws -> RunFolder {
        let requests = requests.map { "{ \"id\": \"\($0.id)\", \"url\": \"\($0.url)\" }" }.joined(separator: ",\n")
        return try RunFolder("{ \"requests\": [\n\(requests)\n] }")
    }

    private func ends(_ document: ResultsDocument) -> [String] {
        zip(document.results, document.outcomes).map { "\($0.id) \($1)" }
    }

    /// A port on which nothing listens.
    private func deadPort() throws -> Int {
        let server = try ScriptedServer { _ in .close }
        server.stop()
        return server.port
    }

    @Test func `A dead host is left alone, others go on, and its rest is deferred at once`() async throws {
        try await withScriptedServer(script: { _ in .json("{}") }) { server in
            let dead = try deadPort()
            var requests = (1...7).map { (id: "dead\($0)", url: "http://127.0.0.1:\(dead)/\($0)") }
            requests.insert((id: "good1", url: "http://127.0.0.1:\(server.port)/1"), at: 6)
            requests.append((id: "good2", url: "http://127.0.0.1:\(server.port)/2"))
            let folder = try folder(requests)
            let result = try await folder.run(["--deadline", "30s", "--attempts", "1", "--min-interval", "0"])
            #expect(result.ending == .exited(75))
            let document = try folder.results(in: RunFolder.partial)
            #expect(
                ends(document)
                    == (1...5).map { "dead\($0) failed/connection" } + [
                        "dead6 deferred/breaker", "good1 ok", "dead7 deferred/breaker", "good2 ok",
                    ])
            #expect(
                document.results[7].message
                    == "5 requests in a row to localhost:\(dead) failed; it is left alone for the rest of the run.")
            #expect(result.error.contains("5 requests in a row to localhost:\(dead) failed"))
            #expect(server.requests.count == 2)
            // Nothing was waited for; a run that waits for the deadline takes its whole time.
            #expect(document.run.wallMs < 30_000)
        }
    }

    @Test func `A secret in the name of a server in trouble is not told`() async throws {
        try await withScriptedServer(script: { _ in .status(503) }) { server in
            let folder = try folder((1...6).map { (id: "\($0)", url: "http://${env:HOST}:\(server.port)/\($0)") })
            let result = try await folder.run(
                ["--deadline", "30s", "--attempts", "1", "--min-interval", "0"], environment: ["HOST": "localhost"])
            #expect(result.ending == .exited(75))
            #expect(result.error.contains("5 requests in a row to ***:\(server.port) failed"))
            #expect(!result.error.contains("localhost"))
            #expect(try !folder.text(of: RunFolder.partial).contains("localhost"))
        }
    }

    @Test func `An outage over several starts costs no row`() async throws {
        try await withScriptedServer(script: { $0.number <= 10 ? .status(503) : .json("{}") }) { server in
            let folder = try folder((1...8).map { (id: "\($0)", url: "http://127.0.0.1:\(server.port)/\($0)") })
            let words = ["--deadline", "20s", "--attempts", "1", "--min-interval", "0"]
            for start in 1...2 {
                #expect(try await folder.run(words).ending == .exited(75))
                #expect(server.requests.count == 5 * start)
                #expect(!folder.files.contains(RunFolder.results))
            }
            #expect(try await folder.run(words).ending == .exited(0))
            #expect(try folder.results().outcomes == Array(repeating: "ok", count: 8))
        }
    }

    @Test func `Requests that always fail are in the way of the others at the first start alone`() async throws {
        let script: ScriptedServer.Script = { $0.path.hasPrefix("/bad") ? .status(500) : .json("{}") }
        try await withScriptedServer(script: script) { server in
            let url = "http://127.0.0.1:\(server.port)"
            let bad = (1...8).map { (id: "bad\($0)", url: "\(url)/bad\($0)") }
            let folder = try folder(bad + (1...30).map { (id: "good\($0)", url: "\(url)/good\($0)") })
            // No probe comes before the deadline.
            let words = ["--deadline", "59s", "--attempts", "1", "--min-interval", "0"]
            #expect(try await folder.run(words).ending == .exited(75))
            #expect(server.requests.count == 5)
            #expect(try await folder.run(words).ending == .exited(1))
            let outcomes = try folder.results().outcomes
            #expect(outcomes == Array(repeating: "failed/http_status", count: 8) + Array(repeating: "ok", count: 30))
            #expect(
                server.requests.dropFirst(5).map(\.path)
                    == (6...8).map { "/bad\($0)" } + (1...30).map { "/good\($0)" } + (1...5).map { "/bad\($0)" })
        }
    }

    @Test func `A kill in the middle of an outage costs no row either`() async throws {
        try await withScriptedServer(script: { $0.number <= 5 ? .status(503) : .json("{}") }) { server in
            let folder = try folder((1...8).map { (id: "\($0)", url: "http://127.0.0.1:\(server.port)/\($0)") })
            let words = ["--attempts", "1", "--min-interval", "0"]
            let child = try folder.start(words + ["--verbose"])
            try await child.waitForText("leaving a failing server alone")
            child.kill()
            #expect(try await folder.run(words).ending == .exited(0))
            #expect(try folder.results().outcomes == Array(repeating: "ok", count: 8))
            #expect(server.requests.count == 13)
        }
    }

    @Test func `The wait for a probe ends at once with a signal`() async throws {
        let dead = try deadPort()
        let folder = try folder((1...6).map { (id: "\($0)", url: "http://127.0.0.1:\(dead)/\($0)") })
        let child = try folder.start(["--attempts", "1", "--min-interval", "0", "--verbose"])
        try await child.waitForText("leaving a failing server alone")
        let sent = ContinuousClock.now
        child.send(SIGTERM)
        let result = try await child.finish()
        #expect(result.ending == .signalled(SIGTERM))
        #expect(result.ended - sent - result.heldUp < .seconds(5))
        #expect(try folder.results(in: RunFolder.partial).outcomes.last == "skipped/interrupted")
    }

    @Test func `What would be sent after the time of the day is deferred without being waited for`() async throws {
        try await withScriptedServer(script: { _ in .json("{}") }) { server in
            let folder = try folder((1...2).map { (id: "\($0)", url: "http://127.0.0.1:\(server.port)/\($0)") })
            // A zone of five and a half hours ahead of UTC, and the time that its clocks show in ten minutes.
            let minute = (Int(Date.now.timeIntervalSince1970) / 60 + 340) % 1_440
            let until = "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
            let result = try await folder.run(
                ["--until", until, "--min-interval", "30m"], environment: ["TZ": "IST-5:30"])
            #expect(result.ending == .exited(75))
            #expect(ends(try folder.results(in: RunFolder.partial)) == ["1 ok", "2 deferred/deadline"])
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: ["24:00", "5", "noon"])
    func `A time of the day that is none is a slip of the hand`(time: String) async throws {
        let result = try await BuiltCommand.run(["--until", time, "books.json"])
        #expect(result.ending == .exited(64))
        #expect(
            result.error.hasPrefix(
                "runner: --until needs a time of the day from 00:00 to 23:59, as in 05:30, not '\(time)'"))
    }
}
