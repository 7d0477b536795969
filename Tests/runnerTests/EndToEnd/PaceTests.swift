import HTTPPipeline
import HTTPTestSupport
import Testing

/// The spacing of the built command's requests, by the arrival stamps of the server's kernel.
@Suite(.timeLimit(.minutes(5))) struct PaceTests {
    private static let interval = Duration.milliseconds(150)
    private static let pace = #""pace": { "minInterval": "150ms" }"#

    /// Every gap at the server is at least the interval.
    private func expectPaced(_ server: ScriptedServer, count: Int, interval: Duration = PaceTests.interval) {
        #expect(server.requests.count == count)
        #expect(server.arrivalGaps.filter { $0 < interval }.isEmpty, "\(server.arrivalGaps)")
    }

    @Test func `First tries are spaced`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let urls = (0..<6).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.pace)
            #expect(try await folder.run().ending == .exited(0))
            expectPaced(server, count: 6)
            let lane = try #require(folder.results().run.lanes.first)
            #expect(lane.minIntervalMs == 150)
            #expect(lane.sends == 6)
            #expect((lane.leastGapMs ?? 0) >= 150)
        }
    }

    @Test func `Spacing counts from start to start, so a slow answer costs no more than itself`() async throws {
        try await withScriptedServer { _ in
            .status(200).delayed(by: .milliseconds(200))
        } _: { server in
            let urls = (0..<4).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "400ms" }"#)
            let witness = StallWitness()
            #expect(try await folder.run().ending == .exited(0))
            let stalledMs = witness.end() / .milliseconds(1)
            expectPaced(server, count: 4, interval: .milliseconds(400))
            // The waits are what the answers leave of the interval: half of it.
            let waits = try folder.results().results.dropFirst().map(\.timing.paceMs)
            #expect(waits.filter { $0 - stalledMs > 350 }.isEmpty, "\(waits), \(stalledMs) of stalls")
        }
    }

    @Test func `Repeats are spaced`() async throws {
        try await withScriptedServer { request in
            request.number % 3 == 0 ? .status(200) : .status(503)
        } _: { server in
            let urls = (0..<2).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.pace + #", "retry": { "baseDelay": "1ms" }"#)
            #expect(try await folder.run().ending == .exited(0))
            expectPaced(server, count: 6)
            #expect(try folder.results().summary.retries == 4)
        }
    }

    @Test func `A broken connection is repeated on a fresh one, spaced`() async throws {
        try await withScriptedServer { request in
            request.number % 2 == 0 ? .status(200) : .reset
        } _: { server in
            let urls = (0..<2).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.pace + #", "retry": { "baseDelay": "1ms" }"#)
            #expect(try await folder.run().ending == .exited(0))
            expectPaced(server, count: 4)
        }
    }

    @Test func `A kept-alive connection that died is repeated, spaced`() async throws {
        try await withScriptedServer { _ in
            .status(200).then(.close)
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.pace)
            #expect(try await folder.run().ending == .exited(0))
            expectPaced(server, count: 3)
        }
    }

    @Test func `Each hop of a chain is spaced, and so is what follows`() async throws {
        try await withScriptedServer { request in
            let hop = Int(request.path.dropFirst()) ?? 0
            return hop == 5 ? .status(200) : .redirect(to: "/\(hop + 1)")
        } _: { server in
            let urls = (0..<2).map { "http://127.0.0.1:\(server.port)/0?\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.pace)
            #expect(try await folder.run(["--no-cache"]).ending == .exited(0))
            expectPaced(server, count: 12)
            let results = try folder.results()
            #expect(results.summary.redirects == 10)
            #expect(results.results[0].url == "http://127.0.0.1:\(server.port)/5")
            #expect(results.results[0].attempts.map(\.reason) == ["first"] + Array(repeating: "redirect", count: 5))
        }
    }

    @Test func `A sixth hop and a circle are final, and each hop has paid`() async throws {
        try await withScriptedServer { request in
            switch request.path {
            case "/circle": .redirect(to: "/back")
            case "/back": .redirect(to: "/circle")
            default: .redirect(to: "/\((Int(request.path.dropFirst()) ?? 0) + 1)")
            }
        } _: { server in
            let urls = ["0", "circle"].map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls)
            #expect(try await folder.run(["--min-interval", "20ms"]).ending == .exited(1))
            expectPaced(server, count: 8, interval: .milliseconds(20))
            #expect(try folder.results().outcomes == ["failed/redirect", "failed/redirect"])
        }
    }

    @Test func `The look-ups that a book leads to are spaced by the API's own rule`() async throws {
        try await withScriptedServer { request in
            switch request.path {
            case "/api/books", "/api/books.json":
                .json(
                    """
                    { "ISBN:9780140328721": { "details": { "key": "/books/OL1M", "title": "Fantastic Mr. Fox",
                      "works": [ { "key": "/works/OL1W" } ] } } }
                    """)
            case "/works/OL1W.json":
                .json(
                    """
                    { "key": "/works/OL1W", "title": "Fantastic Mr. Fox",
                      "authors": [ { "author": { "key": "/authors/OL1A" } } ] }
                    """)
            default: .json("{ \"key\": \"/authors/OL1A\", \"name\": \"Roald Dahl\" }")
            }
        } _: { server in
            let folder = try RunFolder(
                """
                { "api": "openlibrary", "contact": "library@example.org", "requests": [ { "isbn": "9780140328721" } ] }
                """)
            let mirror = ["RUNNER_OPENLIBRARY_URL": "http://127.0.0.1:\(server.port)"]
            let result = try await folder.run(environment: mirror)
            #expect(result.ending == .exited(0))
            #expect(result.error == "")
            expectPaced(server, count: 3, interval: .milliseconds(350))
            #expect(
                try folder.results().results[0].attempts.map(\.reason) == ["first", "followUp", "followUp"])
            #expect(
                server.requests.map { $0.headers["User-Agent"] }
                    == Array(repeating: "runner/1.0 (+library@example.org)", count: 3))
        }
    }

    @Test func `Faster than an API's rule takes the option, and a warning says so`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try RunFolder(
                """
                { "api": "openlibrary", "contact": "library@example.org", "pace": { "minInterval": "1ms" },
                  "requests": [ { "isbn": "9780140328721" }, { "isbn": "9780451524935" } ] }
                """)
            let mirror = ["RUNNER_OPENLIBRARY_URL": "http://127.0.0.1:\(server.port)"]
            #expect(try await folder.run(environment: mirror).ending == .exited(0))
            expectPaced(server, count: 2, interval: .milliseconds(350))
            let faster = try await folder.run(["--min-interval", "10ms"], environment: mirror)
            #expect(faster.ending == .exited(0))
            #expect(
                faster.error
                    == "warning: 10 ms between requests is faster than openlibrary allows (350 ms)\n")
            #expect(try folder.results().outcomes == ["not_found", "not_found"])
        }
    }

    @Test func `A cache hit is never paced`() async throws {
        let isbns = ["9780140328721", "9780451524935", "9780743273565"]
        try await withScriptedServer(script: OneWorkLibrary.script(isbns)) { server in
            let folder = try OneWorkLibrary.folder(isbns, settings: #""pace": { "minInterval": "400ms" }"#)
            let witness = StallWitness()
            #expect(try await folder.run(environment: OneWorkLibrary.mirror(server)).ending == .exited(0))
            let stalledMs = witness.end() / .milliseconds(1)
            #expect(
                server.requests.map(\.path)
                    == [
                        "/api/books.json", "/works/OL1W.json", "/authors/OL1A.json", "/api/books.json",
                        "/api/books.json",
                    ])
            let results = try folder.results().results
            #expect(
                results.map { $0.attempts.map(\.reason) } == [["first", "followUp", "followUp"], ["first"], ["first"]])
            // One slot each; the work and the author would take two more.
            #expect(results.dropFirst().allSatisfy { $0.timing.paceMs - stalledMs < 800 })
        }
    }

    @Test func `A second that the server asks for is kept by every request to it`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .status(429, headers: ["Retry-After": "1"]) : .status(200)
        } _: { server in
            let urls = (0..<2).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls)
            #expect(try await folder.run(["--attempts", "1", "--min-interval", "0"]).ending == .exited(1))
            #expect(server.requests.map(\.path) == ["/0", "/1"])
            #expect(server.arrivalGaps.allSatisfy { $0 >= .seconds(1) })
            let results = try folder.results()
            #expect(results.outcomes == ["failed/throttled", "ok"])
            // What was left of the second when the request began, which a busy machine shortens.
            #expect((500...10_000).contains(results.results[1].timing.serverMs))
            #expect(results.results[1].timing.paceMs == 0)
        }
    }

    @Test func `A chain that asks for a second before each hop gets it`() async throws {
        try await withScriptedServer { request in
            switch request.path {
            case "/a": .redirect(303, to: "/b", headers: ["Retry-After": "1"])
            case "/b": .redirect(303, to: "/c", headers: ["Retry-After": "1"])
            default: .status(200)
            }
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/a"])
            #expect(try await folder.run(["--min-interval", "0"]).ending == .exited(0))
            #expect(server.requests.map(\.path) == ["/a", "/b", "/c"])
            #expect(server.arrivalGaps.allSatisfy { $0 >= .seconds(1) })
            let attempts = try folder.results().results[0].attempts
            #expect(attempts[0].serverMs == 0)
            #expect(attempts.dropFirst().allSatisfy { (500...10_000).contains($0.serverMs) })
        }
    }

    @Test func `A POST that the server stored before it reset is not repeated`() async throws {
        try await withScriptedServer { request in
            request.method == "POST" ? .reset : .status(200)
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)/"
            let folder = try RunFolder(
                """
                { \(Self.pace), "requests": [ { "url": "\(url)" },
                    { "id": "post", "url": "\(url)", "method": "POST", "body": "book=1" } ] }
                """)
            #expect(try await folder.run().ending == .exited(1))
            expectPaced(server, count: 2)
            #expect(server.requests.map(\.text) == ["", "book=1"])
            #expect(try folder.results().outcomes == ["ok", "failed/connection"])
        }
    }

    @Test func `A POST that the manifest declares idempotent is repeated, spaced`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .reset : .status(200)
        } _: { server in
            let folder = try RunFolder(
                """
                { \(Self.pace), "retry": { "baseDelay": "1ms" }, "requests": [ { "idempotent": true,
                    "url": "http://127.0.0.1:\(server.port)/", "method": "POST", "body": "book=1" } ] }
                """)
            #expect(try await folder.run().ending == .exited(0))
            expectPaced(server, count: 2)
            #expect(server.requests.map(\.text) == ["book=1", "book=1"])
        }
    }

    @Test func `Two servers don't wait for each other`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { first in
            try await withScriptedServer { _ in
                .status(200)
            } _: { second in
                let urls = (0..<6).map { "http://127.0.0.1:\([first, second][$0 % 2].port)/\($0)" }
                let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "500ms" }"#)
                let witness = StallWitness()
                #expect(try await folder.run().ending == .exited(0))
                let stalledMs = witness.end() / .milliseconds(1)
                expectPaced(first, count: 3, interval: .milliseconds(500))
                expectPaced(second, count: 3, interval: .milliseconds(500))
                // Five intervals would be needed if they did.
                #expect(try folder.results().run.wallMs - stalledMs < 2_400)
            }
        }
    }
}
