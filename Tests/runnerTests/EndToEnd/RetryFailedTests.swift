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

/// `--retry-failed` of the built command: what is answered stays, what failed is asked again.
@Suite(.timeLimit(.minutes(5))) struct RetryFailedTests {
    private static let unpaced = #""pace": { "minInterval": 0 }, "# + RunFolder.patience
    private static let retry = ["--retry-failed"]

    private func manifest(_ requests: [String], settings: String = Self.unpaced) -> String {
        "{ \(settings), \"requests\": [\n\(requests.joined(separator: ",\n"))\n] }"
    }

    private func get(_ path: String, _ server: ScriptedServer, id: String? = nil, _ more: String = "") -> String {
        let name = id.map { "\"id\": \"\($0)\", " } ?? ""
        return #"{ \#(name)"url": "http://127.0.0.1:\#(server.port)\#(path)"\#(more) }"#
    }

    /// Answers by the path: `/bad…` fails until the server's request of that number, `/none` is not there.
    private static func script(badUntil number: Int) -> ScriptedServer.Script {
        { request in
            if request.path.hasPrefix("/bad"), request.number <= number { return .status(400) }
            return request.path == "/none" ? .status(404) : .json("{\"n\":\(request.number)}")
        }
    }

    /// A line of the results without the comma behind it.
    private func bare(_ line: Substring) -> Substring {
        line.last == "," ? line.dropLast() : line
    }

    private func counts(_ server: ScriptedServer) -> [String: Int] {
        server.requests.reduce(into: [:]) { $0[$1.path, default: 0] += 1 }
    }

    @Test func `The sends of a retry are numbered on from those that failed, too`() async throws {
        try await withScriptedServer(script: Self.script(badUntil: 2)) { server in
            let folder = try RunFolder(
                manifest(["/a", "/bad"].map { get($0, server, id: $0) }, settings: Self.unpaced))
            #expect(try await folder.run().ending == .exited(1))
            #expect(try await folder.run(Self.retry).ending == .exited(0))
            #expect(try folder.results().results.flatMap(\.attempts).map(\.send) == [1, 3])
        }
    }

    @Test func `What failed is asked again, and the whole is published in the manifest's order`() async throws {
        try await withScriptedServer(script: Self.script(badUntil: 4)) { server in
            let requests = ["/a", "/bad", "/none", "/b"].map { get($0, server, id: $0) }
            let folder = try RunFolder(manifest(requests, settings: Self.unpaced + #", "data": "data.json""#))
            let first = try await folder.run()
            #expect(first.ending == .exited(1))
            #expect(first.error.contains("then run it again: "))
            #expect(first.error.contains(" books.json \(Self.retry.joined(separator: " "))\n"))
            let before = try folder.text(of: RunFolder.results).split(separator: "\n")
            let result = try await folder.run(Self.retry + ["--progress", "always"])
            #expect(result.ending == .exited(0))
            #expect(
                result.error.contains("asking again for what failed in output/books.json: 3 results of it are kept\n"))
            #expect(result.error.contains("4 requests (3 kept from before)"))
            #expect(counts(server) == ["/a": 1, "/bad": 2, "/none": 1, "/b": 1])
            let after = try folder.text(of: RunFolder.results).split(separator: "\n")
            // Byte for byte what they were, the moments of their sends included.
            for path in ["/a", "/none", "/b"] {
                let line = try #require(before.first { $0.hasPrefix("{\"id\":\"\(path)\"") })
                #expect(after.contains { bare($0) == bare(line) })
            }
            let text = after.filter { $0.hasPrefix("{\"id\"") }
            #expect(text.map { String($0.dropFirst(7).prefix { $0 != "\"" }) } == ["/a", "/bad", "/none", "/b"])
            #expect(text[1].contains("\"send\":5,"))
            let summary = try #require(after.first { $0.contains("\"summary\"") })
            #expect(summary.contains("\"requests\":4,\"ok\":3,\"notFound\":1,\"failed\":0,"))
            #expect(summary.contains("\"sends\":4,\"retries\":0"))
            #expect(summary.contains("\"outcome\":\"complete\""))
            // The report of the lanes is that of the retry's own sends.
            #expect(summary.contains("\"minIntervalMs\":0.000,\"sends\":1}"))
            let data = try folder.text(of: "data.json")
            #expect(data.contains("\"n\":1}") && data.contains("\"n\":5}"))
            #expect(folder.files == ["books.json", "data.json", RunFolder.results])
        }
    }

    @Test func `Where nothing failed nothing is asked, and the results stay as they are`() async throws {
        try await withScriptedServer(script: Self.script(badUntil: 0)) { server in
            let folder = try RunFolder(
                manifest(["/a", "/none", "/a"].map { get($0, server) }))
            #expect(try await folder.run().ending == .exited(0))
            let before = try folder.text(of: RunFolder.results)
            let quiet = try await folder.run(Self.retry)
            #expect(quiet.ending == .exited(0))
            #expect(quiet.error.isEmpty)
            let result = try await folder.run(Self.retry + ["--progress", "always"])
            #expect(result.ending == .exited(0))
            let notice = "nothing failed in output/books.json: nothing is asked, and it stays as it is\n"
            #expect(result.error.contains(notice))
            #expect(try await folder.run(Self.retry + ["--fail-on", "not_found"]).ending == .exited(1))
            #expect(try folder.text(of: RunFolder.results) == before)
            #expect(server.requests.count == 2)
            #expect(folder.files == ["books.json", RunFolder.results])
        }
    }

    @Test func `The manifest may have been edited since`() async throws {
        try await withScriptedServer(script: Self.script(badUntil: 7)) { server in
            let post = #", "method": "POST", "body": "#
            let folder = try RunFolder(
                manifest([
                    get("/a", server, id: "a"), get("/gone", server), get("/bad", server),
                    get("/changed", server, id: "changed"), get("/twice", server, id: "x"),
                    get("/twice", server, id: "y"), get("/post", server, id: "p", post + #""1""#),
                    get("/post", server, id: "q", post + #""1""#),
                ]))
            #expect(try await folder.run(["--no-cache"]).ending == .exited(1))
            #expect(server.requests.count == 7)
            try folder.write(
                manifest([
                    get("/new", server), get("/twice", server, id: "only this one is left"),
                    get("/post", server, id: "under another id", post + #""1""#),
                    get("/post", server, id: "another body", post + #""2""#), get("/bad", server),
                    get("/changed", server, id: "changed", #", "headers": { "X-A": "1" }"#), get("/a", server, id: "b"),
                ]))
            let result = try await folder.run(Self.retry)
            #expect(result.ending == .exited(0))
            let document = try folder.results()
            #expect(
                document.results.map(\.id).filter { !$0.hasPrefix("http") } == [
                    "only this one is left", "under another id", "another body", "changed", "b",
                ])
            #expect(document.summary.ok == 7)
            #expect(document.results[1].source == "network")
            #expect(
                counts(server) == [
                    "/a": 1, "/gone": 1, "/bad": 2, "/changed": 2, "/twice": 1, "/post": 3, "/new": 1,
                ])
            let sends = document.results.flatMap(\.attempts).compactMap(\.send)
            #expect(Set(sends).count == sends.count)
        }
    }

    @Test func `Lines of a list keep their answers, and a mended one is asked`() async throws {
        let isbns = ["9780140328721", "9780306406157", "9780140328722"]
        let folder = try RunFolder(#"{ "api": "sample", "requestsFrom": "list.txt" }"#)
        try folder.write(isbns.joined(separator: "\n"), to: "list.txt")
        #expect(try await folder.run().ending == .exited(1))
        #expect(try folder.results().summary.requests == 3)
        try folder.write((["9780451524935"] + isbns.prefix(2)).joined(separator: "\n"), to: "list.txt")
        let result = try await folder.run(Self.retry + ["--progress", "always"])
        #expect(result.error.contains("(2 kept from before)"))
        #expect(try folder.results().results.map(\.id) == ["9780451524935"] + isbns.prefix(2))
    }

    @Test func `Secrets count by their names`() async throws {
        try await withScriptedServer(script: Self.script(badUntil: 2)) { server in
            let headers = #", "headers": { "Authorization": "Bearer ${env:TOKEN}" }"#
            let folder = try RunFolder(manifest([get("/a", server, headers), get("/bad", server, headers)]))
            #expect(try await folder.run(environment: ["TOKEN": "first-secret"]).ending == .exited(1))
            #expect(try await folder.run(Self.retry, environment: ["TOKEN": "second-secret"]).ending == .exited(0))
            #expect(counts(server) == ["/a": 1, "/bad": 2])
            #expect(server.requests.last?.headers["Authorization"] == "Bearer second-secret")
        }
    }

    @Test func `A retry that is killed leaves the results as they were, and a plain start finishes it`() async throws {
        try await withScriptedServer { request in
            if request.path.hasPrefix("/bad") {
                return request.number <= 4 ? .status(400) : request.number == 6 ? .stall : .json("{}")
            }
            return .json("{}")
        } _: { server in
            let requests = ["/a", "/bad1", "/b", "/bad2"].map { get($0, server) }
            // A second is less than the answers are old by the end.
            let folder = try RunFolder(manifest(requests, settings: Self.unpaced + #", "resumeWithin": "1s""#))
            #expect(try await folder.run().ending == .exited(1))
            let before = try folder.text(of: RunFolder.results)
            let child = try folder.start(Self.retry)
            await server.requests(atLeast: 6)
            child.send(SIGKILL)
            _ = try await child.finish()
            #expect(try folder.text(of: RunFolder.results) == before)
            try await Task.sleep(for: .milliseconds(1_100))
            let result = try await folder.run()
            #expect(result.ending == .exited(0))
            // What the retry itself did longer ago than `resumeWithin` is asked again, what it took over never is.
            #expect(counts(server) == ["/a": 1, "/b": 1, "/bad1": 3, "/bad2": 3])
            #expect(try folder.results().outcomes == ["ok", "ok", "ok", "ok"])
            let lanes = try folder.results().run.lanes
            #expect(lanes.map(\.sends) == [2])
            #expect(folder.files == ["books.json", RunFolder.results])
        }
    }

    @Test func `What failed in an unfinished run is asked again, except what must not be sent twice`() async throws {
        try await withScriptedServer { request in
            if request.number == 4 { return .stall }
            return request.number <= 3 && request.path != "/a" ? .status(400) : .json("{}")
        } _: { server in
            let post = #", "method": "POST""#
            let folder = try RunFolder(
                manifest([
                    get("/a", server), get("/bad", server), get("/post", server, post), get("/stalled", server),
                ]))
            let child = try folder.start()
            await server.requests(atLeast: 4)
            child.send(SIGKILL)
            _ = try await child.finish()
            let result = try await folder.run(Self.retry + ["--progress", "always"])
            #expect(result.ending == .exited(1))
            #expect(result.error.contains("2 kept from before"))
            #expect(counts(server) == ["/a": 1, "/bad": 2, "/post": 1, "/stalled": 2])
            #expect(try folder.results().outcomes == ["ok", "ok", "failed/http_status", "ok"])
        }
    }

    @Test func `A POST that failed before it reached the wire is asked again in the same run`() async throws {
        // The port of the discard service, which nobody serves.
        let post = #"{ "url": "http://127.0.0.1:9/", "method": "POST" }"#
        let folder = try RunFolder(manifest([post], settings: Self.unpaced + #", "maxFailures": 0"#))
        #expect(try await folder.run(["--attempts", "1"]).ending == .exited(75))
        let again = try await folder.run(["--attempts", "1", "--verbose"])
        #expect(again.ending == .exited(75))
        #expect(again.error.contains("(not sent)"))
    }

    @Test func `--fresh drops the unfinished run and goes by the results before it`() async throws {
        try await withScriptedServer { request in
            if request.number == 2 { return .status(400) }
            return request.number == 4 ? .stall : .json("{}")
        } _: { server in
            let folder = try RunFolder(manifest([get("/a", server), get("/bad", server)]))
            #expect(try await folder.run().ending == .exited(1))
            let child = try folder.start()
            await server.requests(atLeast: 4)
            child.send(SIGKILL)
            _ = try await child.finish()
            #expect(try await folder.run(Self.retry + ["--fresh"]).ending == .exited(0))
            #expect(counts(server) == ["/a": 2, "/bad": 3])
        }
    }

    @Test func `What a partial result left open is asked`() async throws {
        try await withScriptedServer(script: Self.script(badUntil: 2)) { server in
            let requests = ["/bad1", "/bad2", "/a", "/b"].map { get($0, server) }
            let folder = try RunFolder(
                manifest(requests, settings: Self.unpaced + #", "publish": "always", "maxFailures": 1"#))
            #expect(try await folder.run().ending == .exited(75))
            #expect(try folder.results().summary.skipped == 2)
            #expect(try await folder.run(Self.retry + ["--fresh"]).ending == .exited(0))
            #expect(counts(server) == ["/bad1": 2, "/bad2": 2, "/a": 1, "/b": 1])
            #expect(try folder.results().run.outcome == "complete")
        }
    }

    @Test func `Where nothing failed the data that are asked for are written all the same`() async throws {
        try await withScriptedServer(script: Self.script(badUntil: 0)) { server in
            let folder = try RunFolder(manifest([get("/a", server)]))
            #expect(try await folder.run().ending == .exited(0))
            let before = try folder.text(of: RunFolder.results)
            let result = try await folder.run(Self.retry + ["--data", "data.json"])
            #expect(result.ending == .exited(0))
            #expect(try folder.text(of: RunFolder.results) == before)
            #expect(try folder.text(of: "data.json").contains("\"n\""))
            #expect(server.requests.count == 1)
        }
    }

    @Test func `Where only books that don't exist count as failures no retry is advised`() async throws {
        try await withScriptedServer(script: Self.script(badUntil: 0)) { server in
            let folder = try RunFolder(manifest([get("/a", server), get("/none", server)]))
            let words = ["--fail-on", "not_found"]
            #expect(try await folder.run(words).ending == .exited(1))
            let result = try await folder.run(words + Self.retry)
            #expect(result.ending == .exited(1))
            #expect(result.error.hasSuffix(" books.json --fail-on not_found\n"))
        }
    }

    @Test func `The retry that is advised drops no unfinished run`() async throws {
        try await withScriptedServer(script: Self.script(badUntil: 9)) { server in
            let folder = try RunFolder(manifest([get("/a", server), get("/bad", server)]))
            let result = try await folder.run(["--fresh"])
            #expect(result.ending == .exited(1))
            #expect(result.error.hasSuffix(" books.json --retry-failed\n"))
        }
    }
}
