import HTTPPipeline
import HTTPTestSupport
import Testing

/// The built command against servers that others wrote, and its results in a reader that others wrote.
@Suite(.timeLimit(.minutes(5))) struct ForeignServerTests {
    private static let hasPython = ChildProcess.succeeds(["python3", "--version"])
    private static let hasJQ = ChildProcess.succeeds(["jq", "--version"])

    @Test(.enabled(if: NginxServer.isAvailable, "nginx is not installed"))
    func `A server that rejects whatever comes too early rejects nothing`() async throws {
        let count = 300
        let server = try await NginxServer(rate: "50r/s")
        let urls = (0..<count).map { "http://127.0.0.1:\(server.port)/?\($0)" }
        let folder = try RunFolder(urls: urls, settings: #""pace": { "rate": "50/s" }"#)
        #if DEBUG
            // Without optimisation each request is some tenths of a millisecond later than its slot.
            let bound = 1.06
        #else
            let bound = 1.03
        #endif
        let idealMs = Double(count - 1) * 20
        var best: ResultsDocument?
        // Where the machine has something better to do, waits end late, and the server, whose clock ticks in milliseconds and
        // is read when it gets its turn, sees a request late and the next one in time: the best of five counts.
        var stalled = Duration.seconds(1_000)
        for _ in 0..<5 where best?.summary.ok != count || best?.run.wallMs ?? 0 > bound * idealMs {
            let witness = StallWitness(allowing: .milliseconds(2))
            _ = try await folder.start(["--attempts", "1"], isUrgent: true).finish()
            stalled = min(stalled, witness.end())
            best = try folder.results()
            #expect(best?.summary.sends == count)
            #expect(best?.run.lanes[0].leastGapMs ?? 0 >= 20)
        }
        if best?.summary.ok != count || best?.run.wallMs ?? 0 > bound * idealMs, stalled > .zero {
            try Test.cancel("the machine was not quiet in any of five runs")
        }
        #expect(best?.summary.ok == count)
        #expect(best?.run.wallMs ?? .infinity <= bound * idealMs)
    }

    @Test(.enabled(if: NginxServer.isAvailable, "nginx is not installed"))
    func `The same server does reject what comes too early`() async throws {
        let server = try await NginxServer(rate: "1r/s")
        let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/?\($0)" }
        let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": 0 }"#)
        #expect(try await folder.run(["--attempts", "1"]).ending == .exited(1))
        #expect(try folder.results().results.map(\.status).contains(503))
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func `Python's server is understood, which ends each connection`() async throws {
        let script = """
            import functools, http.server, sys
            handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            print(server.server_address[1], flush=True)
            server.serve_forever()
            """
        let folder = try RunFolder()
        try folder.write("{ \"title\": \"Dune\", \"pages\": 1.50 }", to: "site/dune.json")
        try folder.write("plain text", to: "site/a b.txt")
        let python = try ChildProcess(["python3", "-c", script, folder.path(of: "site")])
        defer { python.kill() }
        let port = try #require(python.readLine())
        let base = "http://127.0.0.1:\(port)"
        try folder.write(
            """
            { "pace": { "minInterval": 0 }, "requests": [
                { "url": "\(base)/dune.json" }, { "url": "\(base)/a%20b.txt" }, { "url": "\(base)/none" },
                { "url": "\(base)/dune.json", "id": "head", "method": "HEAD" },
                { "url": "\(base)/dune.json", "id": "post", "method": "POST", "body": "x" } ] }
            """)
        #expect(try await folder.run().ending == .exited(1))
        let results = try folder.results()
        #expect(results.outcomes == ["ok", "ok", "not_found", "ok", "failed/http_status"])
        #expect(results.results.map(\.status) == [200, 200, 404, 200, 501])
        #expect(results.results[1].text == "plain text")
        // HTTP/1.0 keeps no connection.
        #expect(results.results.flatMap(\.attempts).map(\.reused) == Array(repeating: false, count: 5))
        #expect(try folder.text(of: RunFolder.results).contains("\"json\":{\"title\":\"Dune\",\"pages\":1.50}"))
    }

    /// A run with a repeat, a redirect, an ordered wait, an equal request, a missing thing and a failure.
    private func variedRun(_ arguments: [String]) async throws -> RunFolder {
        try await withScriptedServer { request in
            switch (request.path, request.number) {
            case ("/heals", 2): .status(503)
            case ("/throttled", 4): .status(429, headers: ["Retry-After": "1"])
            case ("/moved", _): .redirect(to: "/plain?moved")
            case ("/none", _): .status(404)
            case ("/bad", _): .status(400, text: "no")
            default: .status(200, headers: ["Content-Type": "application/json"], text: "{\"a\":1.0}")
            }
        } _: { server in
            let base = "http://127.0.0.1:\(server.port)"
            let paths = ["plain", "heals", "throttled", "moved", "none", "plain", "bad"]
            let folder = try RunFolder(
                urls: paths.map { "\(base)/\($0)" },
                settings: #""pace": { "minInterval": "50ms" }, "cache": { "ttl": "1h" }"#)
            let result = try await folder.run(arguments)
            #expect(result.ending == .exited(1))
            try folder.write(result.output, to: "output.ndjson")
            return folder
        }
    }

    /// Runs jq over a file; returns the lines that it prints.
    private func jq(_ arguments: [String], _ folder: RunFolder, _ file: String) async throws -> [String] {
        let result = try await ChildProcess(["jq", "-c"] + arguments + [file], directory: folder.path).finish()
        #expect(result.error == "")
        return result.output.split(separator: "\n").map(String.init)
    }

    /// The parts of a time that add up to its whole.
    private static let sum = "(.cacheMs + .paceMs + .serverMs + .backoffMs + .networkMs + .otherMs)"

    @Test(.enabled(if: hasJQ, "jq is not installed"))
    func `The results are JSON to jq, and every time is accounted for`() async throws {
        let folder = try await variedRun([])
        let file = RunFolder.results
        #expect(
            try await jq(["[.results[].outcome]"], folder, file) == [
                #"["ok","ok","ok","ok","not_found","ok","failed"]"#
            ])
        #expect(
            try await jq(["[.results[].source]"], folder, file) == [
                #"["network","network","network","network","network","duplicate","network"]"#
            ])
        #expect(
            try await jq(["[.results[] | [.attempts[].reason]]"], folder, file) == [
                #"[["first"],["first","retry"],["first","retry"],["first","redirect"],["first"],[],["first"]]"#
            ])
        #expect(
            try await jq(
                [
                    "[.summary | .requests, .ok, .notFound, .failed, .deferred, .skipped, .network, .duplicate, .sends,"
                        + " .retries, .redirects]"
                ], folder, file) == ["[7,5,1,1,0,0,6,1,9,2,1]"])
        // In whole microseconds, so that no sum is a matter of rounding.
        let exact = "def us: . * 1000 | round; "
        let parts = "[.cacheMs, .paceMs, .serverMs, .backoffMs, .networkMs, .otherMs | us] | add"
        #expect(
            try await jq(
                [exact + "[.results[].timing, .summary] | all((.totalMs | us) == (\(parts)))"], folder, file
            ) == ["true"])
        #expect(
            try await jq(
                [
                    "[.results[].timing, .results[].attempts[] | to_entries[] | select(.key | endswith(\"Ms\")) | .value] "
                        + "| all(. >= 0 and ((. * 1000 | round) / 1000) == .)"
                ], folder, file) == ["true"])
        #expect(
            try await jq(
                [exact + "(.summary.totalMs | us) == ([.results[].timing.totalMs | us] | add)"], folder, file)
                == ["true"])
        // Each wait is told once at its attempt and once in its request's sum.
        for wait in ["paceMs", "serverMs", "backoffMs"] {
            #expect(
                try await jq(
                    [
                        exact + "[.results[] | ((.timing.\(wait) | us) - ([.attempts[].\(wait) | us] | add // 0))"
                            + " | fabs] | max <= 3"
                    ], folder, file) == ["true"])
        }
        #expect(
            try await jq(
                [
                    exact + "[.results[] | ((.timing.networkMs | us) - ([.attempts[].totalMs | us] | add // 0))"
                        + " | fabs] | max <= 3"
                ], folder, file) == ["true"])
        #expect(try await jq(["[.results[].attempts[].send]"], folder, file) == ["[1,2,3,4,5,6,7,8,9]"])
        #expect(
            try await jq(
                ["[.results[].attempts[].monotonicNs] | . == sort and (unique | length) == 9"], folder, file)
                == ["true"])
        // The host is a literal address without TLS, so these phases did not happen.
        #expect(
            try await jq(["[.results[].attempts[] | has(\"dnsMs\") or has(\"tlsMs\")] | any"], folder, file)
                == ["false"])
        #expect(
            try await jq(["[.results[].attempts[] | has(\"connectMs\") == .reused] | any"], folder, file)
                == ["false"])
        #expect(
            try await jq(
                ["[.results[].attempts[] | (.firstByteMs + .bodyMs + (.connectMs // 0)) <= .totalMs + 0.1] | all"],
                folder, file) == ["true"])
        #expect(
            try await jq([".results[2].timing.serverMs >= 500 and .results[1].timing.backoffMs >= 0"], folder, file)
                == ["true"])
    }

    @Test(.enabled(if: hasJQ, "jq is not installed"))
    func `Over a paced run next to no time is spent elsewhere`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let urls = (0..<10).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "200ms" }"#)
            var isSmall = ["false"]
            // A machine that has something better to do may let the process wait anywhere: the best of five counts.
            var stalled = Duration.seconds(1_000)
            for _ in 0..<5 where isSmall != ["true"] {
                let witness = StallWitness()
                #expect(try await folder.start(isUrgent: true).finish().ending == .exited(0))
                stalled = min(stalled, witness.end())
                isSmall = try await jq([".summary.otherMs <= .summary.totalMs * 0.01"], folder, RunFolder.results)
            }
            if isSmall != ["true"], stalled > .zero { try Test.cancel("the machine stood still in each of five runs") }
            #expect(isSmall == ["true"])
        }
    }

    @Test(.enabled(if: hasJQ, "jq is not installed"))
    func `Results by lines are JSON to jq, and nothing else is among them`() async throws {
        let (folder, file) = (try await variedRun(["--output", "-", "--format", "ndjson"]), "output.ndjson")
        #expect(
            try await jq([".outcome"], folder, file)
                == ["ok", "ok", "ok", "ok", "not_found", "ok", "failed"].map { "\"\($0)\"" })
        #expect(
            try await jq([".timing | \(Self.sum) - .totalMs | fabs < 0.0005"], folder, file)
                == Array(repeating: "true", count: 7))
        #expect(try folder.text(of: file).hasSuffix("}\n"))
        #expect(!folder.files.contains(RunFolder.results))
    }
}
