import HTTPPipeline
import HTTPTestSupport
import Testing
import runner

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

/// Killed at any moment and started again, the built command asks nothing twice and loses nothing.
@Suite(.timeLimit(.minutes(5))) struct ResumeTests {
    private static let unpaced = #""pace": { "minInterval": 0 }, "# + RunFolder.patience
    /// How often a run is killed; RUNNER_KILL_ROUNDS asks for more.
    private static let killRounds =
        ProcessInfo.processInfo.environment["RUNNER_KILL_ROUNDS"].flatMap { Int($0) } ?? 20
    private static let script: ScriptedServer.Script = { request in .json("{\"path\":\"\(request.path)\"}") }

    /// A folder whose manifest holds requests as they are given.
    private func folder(_ requests: [String], settings: String = Self.unpaced) throws -> RunFolder {
        try RunFolder("{ \(settings), \"requests\": [\n\(requests.joined(separator: ",\n"))\n] }")
    }

    /// A request to `/post` that must not be sent twice, unless more is said of it.
    private func post(_ server: ScriptedServer, _ more: String = "") -> String {
        #"{ "url": "http://127.0.0.1:\#(server.port)/post", "method": "POST", "body": "x"\#(more) }"#
    }

    private func counts(_ server: ScriptedServer) -> [String: Int] {
        server.requests.reduce(into: [:]) { $0[$1.path, default: 0] += 1 }
    }

    /// The paths whose results are in the journal as whole lines.
    private func finished(in folder: RunFolder) -> Set<String> {
        guard let journal = try? folder.text(of: RunFolder.journal) else { return [] }
        let lines = journal.split(separator: "\n").filter { $0.hasPrefix("{\"t\":\"done\"") && $0.hasSuffix("\"}") }
        return Set(
            lines.compactMap { line in
                line.firstRange(of: "\"id\":\"").map { String(line[$0.upperBound...].prefix { $0 != "\"" }) }
            })
    }

    @Test func `Killed again and again, a run ends as if it had not been`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let kills = Self.killRounds
            let paths = (0..<kills * 4 / 5).map { "/\($0)" }
            let requests = paths.map { path in
                let method = path.hasSuffix("5") ? "\"POST\"" : "\"GET\""
                return #"{ "id": "\#(path)", "url": "http://127.0.0.1:\#(server.port)\#(path)", "method": \#(method) }"#
            }
            let folder = try folder(requests, settings: #""pace": { "minInterval": "40ms" }"#)
            let state = ["RUNNER_STATE_DIR": folder.path(of: "lanes")]
            var generator = SeededGenerator(seed: 7)
            var rounds = 0
            var finishedCounts: [String: Int] = [:]
            var result: ChildProcess.Result?
            while rounds < kills * 3 {
                let child = try folder.start(environment: state)
                if rounds < kills {
                    await server.requests(atLeast: min(server.requests.count + 1, paths.count - 2))
                    try await Task.sleep(for: .milliseconds(.random(in: 0...60, using: &generator)))
                    child.send(SIGKILL)
                }
                rounds += 1
                let ended = try await child.finish()
                for path in finished(in: folder) {
                    finishedCounts[path] = finishedCounts[path] ?? counts(server)[path]
                }
                if ended.ending != .signalled(SIGKILL) {
                    result = ended
                    break
                }
                #expect(!folder.files.contains(RunFolder.results))
            }
            let ending = try #require(result)
            let document = try folder.results()
            #expect(document.results.map(\.id) == paths)
            let counts = counts(server)
            for (path, count) in finishedCounts { #expect(counts[path] == count, "\(path) was asked after its answer") }
            #expect(server.requests.count <= paths.count + rounds)
            #expect(server.arrivalGaps.allSatisfy { $0 >= .milliseconds(40) }, "\(server.arrivalGaps)")
            let posts = paths.filter { $0.hasSuffix("5") }
            for path in posts {
                // Killed on its way, or just before, it may have done its work, and is told so.
                let outcome = document.results.first { $0.id == path }?.outcome
                #expect(outcome == "ok" || outcome == "failed")
                #expect(counts[path] == 1 || counts[path] == nil && outcome == "failed")
            }
            let others = document.results.filter { !posts.contains($0.id) }
            #expect(others.allSatisfy { $0.outcome == "ok" })
            #expect(ending.ending == .exited(document.summary.failed == 0 ? 0 : 1))
            let sends = document.results.flatMap(\.attempts).compactMap(\.send)
            #expect(Set(sends).count == sends.count)
            #expect(folder.files == ["books.json", "lanes/lanes/localhost%3A\(server.port).lane", RunFolder.results])
        }
    }

    @Test func `A request that must not be sent twice is sent once, whatever a kill did to its answer`() async throws {
        try await withScriptedServer { request in
            request.path == "/post" ? .stall : .json("{}")
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)"
            let folder = try folder([
                #"{ "url": "\#(url)/get" }"#, #"{ "url": "\#(url)/post", "method": "POST", "body": "x" }"#,
                #"{ "url": "\#(url)/put", "method": "PUT", "body": "x" }"#,
            ])
            let child = try folder.start()
            await server.requests(atLeast: 2)
            child.send(SIGKILL)
            _ = try await child.finish()
            let result = try await folder.run()
            #expect(result.ending == .exited(1))
            let document = try folder.results()
            #expect(document.outcomes == ["ok", "failed/connection", "ok"])
            #expect(
                document.results[1].message?.hasSuffix(
                    " is unknown; look first whether it did, since --retry-failed and a new run send it again.") == true
            )
            #expect(counts(server) == ["/get": 1, "/post": 1, "/put": 1])
        }
    }

    @Test func `A request whose redirect was put off has done its work, and is not sent again`() async throws {
        try await withScriptedServer { request in
            request.path == "/post"
                ? .status(303, headers: ["Location": "/later"]) : .status(429, headers: ["Retry-After": "3600"])
        } _: { server in
            let folder = try folder([
                post(server)
            ])
            #expect(try await folder.run().ending == .exited(75))
            #expect(try folder.results(in: RunFolder.partial).outcomes == ["deferred/throttled"])
            #expect(try await folder.run().ending == .exited(1))
            #expect(try folder.results().outcomes == ["failed/connection"])
            #expect(counts(server)["/post"] == 1)
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `A request that was only told to go elsewhere is sent again, one that was told where its answer is, is not`(
        status: Int
    ) async throws {
        try await withScriptedServer { request in
            request.path == "/post" ? .status(status, headers: ["Location": "/later"]) : .json("{}")
        } _: { server in
            let folder = try folder([
                post(server)
            ])
            let late = try await folder.run(["--min-interval", "1h", "--deadline", "30s", "--timeout", "20s"])
            #expect(late.ending == .exited(75))
            #expect(try folder.results(in: RunFolder.partial).outcomes == ["deferred/deadline"])
            #expect(counts(server) == ["/post": 1])
            // With 307 and 308 the method stays: the server did nothing but point elsewhere.
            let isUndone = status >= 307
            #expect(try await folder.run(["--min-interval", "0"]).ending == .exited(isUndone ? 0 : 1))
            #expect(counts(server) == (isUndone ? ["/post": 2, "/later": 1] : ["/post": 1]))
        }
    }

    @Test func `A request that is no longer declared to be safe to repeat is not sent again`() async throws {
        try await withScriptedServer { request in
            request.path == "/post" ? .stall : .status(400)
        } _: { server in
            let folder = try folder([post(server, ", \"idempotent\": true")])
            let child = try folder.start()
            await server.requests(atLeast: 1)
            child.send(SIGKILL)
            _ = try await child.finish()
            let bad = #"{ "url": "http://127.0.0.1:\#(server.port)/bad" }"#
            try folder.write("{ \(Self.unpaced), \"maxFailures\": 0, \"requests\": [\(post(server)), \(bad)] }")
            #expect(try await folder.run().ending == .exited(75))
            #expect(
                try folder.results(in: RunFolder.partial).outcomes == ["failed/connection", "skipped/max_failures"])
            // Failures that ended a start are asked again, but not this one.
            try folder.write("{ \(Self.unpaced), \"requests\": [\(post(server)), \(bad)] }")
            #expect(try await folder.run(["--attempts", "1"]).ending == .exited(1))
            #expect(counts(server)["/post"] == 1)
        }
    }

    @Test func `A request that is declared to be safe to repeat between two starts is sent again`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .stall : .json("{}")
        } _: { server in
            let folder = try folder([post(server)])
            let child = try folder.start()
            await server.requests(atLeast: 1)
            child.send(SIGKILL)
            _ = try await child.finish()
            try folder.write("{ \(Self.unpaced), \"requests\": [\(post(server, ", \"idempotent\": true"))] }")
            #expect(try await folder.run().ending == .exited(0))
            #expect(counts(server)["/post"] == 2)
        }
    }

    @Test func `A state folder that others may write to is refused before anything is asked`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            try folder.write("", to: RunFolder.state + "/lock")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: folder.path(of: RunFolder.state))
            let result = try await folder.run()
            #expect(result.ending == .exited(73))
            #expect(
                result.error
                    == "runner: Can't trust \(RunFolder.state): others may write to it: chmod o-w \(RunFolder.state)\n")
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `A request that a kill finds waiting for its turn was not sent, and is sent by the next start`()
        async throws
    {
        try await withScriptedServer(script: Self.script) { server in
            let url = "http://127.0.0.1:\(server.port)"
            let requests = [#"{ "url": "\#(url)/get" }"#, #"{ "url": "\#(url)/post", "method": "POST" }"#]
            let folder = try folder(requests, settings: #""pace": { "minInterval": "10m" }"#)
            let child = try folder.start(["--verbose"])
            try await child.waitForText("keeping the pace")
            child.send(SIGKILL)
            _ = try await child.finish()
            #expect(try await folder.run(["--min-interval", "0"]).ending == .exited(0))
            #expect(counts(server) == ["/get": 1, "/post": 1])
        }
    }

    @Test func `A request that was stopped before its connection stood was not sent, and is tried again`() async throws
    {
        let listener = try SilentListener()
        let folder = try folder([#"{ "url": "http://127.0.0.1:\#(listener.port)/", "method": "POST", "body": "x" }"#])
        for start in 1...2 {
            let child = try folder.start()
            func sends() -> Int { (try? folder.text(of: RunFolder.journal))?.ranges(of: "{\"t\":\"send\"").count ?? 0 }
            while sends() < start { try await Task.sleep(for: .milliseconds(10)) }
            child.send(SIGTERM)
            #expect(try await child.finish().ending == .signalled(SIGTERM))
            #expect(try folder.results(in: RunFolder.partial).outcomes == ["skipped/interrupted"])
        }
    }

    @Test func `The manifest may be edited between two starts`() async throws {
        try await withScriptedServer { request in
            request.number == 5 ? .stall : .json("{\"path\":\"\(request.path)\"}")
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)"
            func request(_ id: String, _ path: String, _ more: String = "") -> String {
                #"{ "id": "\#(id)", "url": "\#(url)\#(path)"\#(more) }"#
            }
            let folder = try folder([
                request("a", "/a"), request("gone", "/gone"), request("changed", "/changed"), request("d", "/d"),
                request("stalled", "/stalled"),
            ])
            let child = try folder.start()
            await server.requests(atLeast: 5)
            child.send(SIGKILL)
            _ = try await child.finish()
            let edited = [
                request("new", "/new"), request("d under another id", "/d"),
                request("changed", "/changed", #", "headers": { "X-A": "1" }"#), request("stalled", "/stalled"),
                request("a", "/a"),
            ]
            try folder.write("{ \(Self.unpaced), \"requests\": [\n\(edited.joined(separator: ",\n"))\n] }")
            let result = try await folder.run(["--progress", "always"])
            #expect(result.ending == .exited(0))
            let document = try folder.results()
            #expect(document.results.map(\.id) == ["new", "d under another id", "changed", "stalled", "a"])
            #expect(document.results.map(\.url) == ["/new", "/d", "/changed", "/stalled", "/a"].map { url + $0 })
            #expect(
                counts(server) == ["/a": 1, "/gone": 1, "/changed": 2, "/d": 1, "/stalled": 2, "/new": 1])
            #expect(result.error.contains("resuming the run of "))
            #expect(result.error.contains("5 requests (2 kept from before)"))
        }
    }

    @Test func `Equal requests are asked once, and one that may do work again at every occurrence`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let url = "http://127.0.0.1:\(server.port)/x"
            let folder = try folder([
                #"{ "id": "a", "url": "\#(url)" }"#, #"{ "id": "b", "url": "\#(url)" }"#,
                #"{ "id": "c", "url": "\#(url)", "method": "POST" }"#,
                #"{ "id": "d", "url": "\#(url)", "method": "POST" }"#,
            ])
            #expect(try await folder.run(["--no-cache"]).ending == .exited(0))
            let document = try folder.results()
            #expect(document.results.map(\.source) == ["network", "duplicate", "network", "network"])
            #expect(document.results.map(\.attempts.count) == [1, 0, 1, 1])
            #expect(server.requests.map(\.method) == ["GET", "POST", "POST"])
            #expect(try folder.text(of: RunFolder.results).contains(#""source":"duplicate","of":"a","status":200"#))
        }
    }

    @Test func `What failed in a start that had too many failures is asked again`() async throws {
        try await withScriptedServer { request in
            request.number <= 2 ? .status(400) : .json("{}")
        } _: { server in
            let urls = (0..<4).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced + #", "maxFailures": 1"#)
            #expect(try await folder.run().ending == .exited(75))
            #expect(try folder.results(in: RunFolder.partial).summary.failed == 2)
            // That they were too many is written down with the last of them: a kill may come before the end.
            let records = try folder.text(of: RunFolder.journal).matches(of: /(?m)^{"t":"([a-z]+)"/).map(\.1)
            #expect(records == ["open", "send", "done", "send", "done", "stop", "stop"])
            #expect(try await folder.run().ending == .exited(0))
            #expect(counts(server) == ["/0": 2, "/1": 2, "/2": 1, "/3": 1])
        }
    }

    @Test func `A second run on the same output ends at once, touches nothing and names the first`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try RunFolder(
                urls: ["http://127.0.0.1:\(server.port)/"])
            let first = try folder.start()
            await server.requests(atLeast: 1)
            let files = folder.files
            let second = try await folder.run()
            #expect(second.ending == .exited(75))
            #expect(
                second.error.contains("Another run is working on output/books.json: pid \(first.identifier) on host "))
            #expect(folder.files == files)
            // Another state folder is no way around the lock of the output.
            #expect(try await folder.run(["--state-dir", "elsewhere"]).ending == .exited(75))
            first.send(SIGKILL)
            _ = try await first.finish()
            #expect(server.requests.count == 1)
        }
    }

    @Test func `A run that waits for the lock goes on when the first has ended`() async throws {
        try await withScriptedServer { request in
            request.number == 1 ? .stall : .json("{}")
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let first = try folder.start()
            await server.requests(atLeast: 1)
            let waiting = try folder.start(["--lock-wait", "30s"])
            let impatient = try await folder.run(["--lock-wait", "100ms"])
            #expect(impatient.ending == .exited(75))
            #expect(
                impatient.error.hasSuffix(
                    ", and did so for all the 100 ms of --lock-wait. Nothing was asked; run it again when that one has ended.\n"
                ))
            first.send(SIGKILL)
            _ = try await first.finish()
            #expect(try await waiting.finish().ending == .exited(0))
            #expect(server.requests.count == 2)
        }
    }

    /// A folder in which a start was killed after two of three answers.
    private func interrupted(
        _ server: ScriptedServer, _ arguments: [String] = [], settings: String = Self.unpaced
    ) async throws -> RunFolder {
        let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
        let folder = try RunFolder(urls: urls, settings: settings)
        let child = try folder.start(arguments)
        await server.requests(atLeast: 3)
        child.send(SIGKILL)
        _ = try await child.finish()
        return folder
    }

    private static let stallingOnce: ScriptedServer.Script = { $0.number == 3 ? .stall : .json("{}") }

    @Test func `--fresh drops the unfinished run, and what the summary advises does not drop this one`() async throws {
        try await withScriptedServer(script: Self.stallingOnce) { server in
            let folder = try await interrupted(server)
            let late = try await folder.run(["--fresh", "--deadline", "30s", "--min-interval", "1h"])
            #expect(late.ending == .exited(75))
            #expect(
                late.error.contains("books.json --deadline 30s --min-interval 1h (it goes on where this run ended)"))
            #expect(try await folder.run(["--fresh"]).ending == .exited(0))
            #expect(counts(server) == ["/0": 3, "/1": 2, "/2": 2])
        }
    }

    @Test func `--state-dir keeps the state elsewhere, and the run is found there`() async throws {
        try await withScriptedServer(script: Self.stallingOnce) { server in
            let folder = try await interrupted(server, ["--state-dir", "a/state"])
            #expect(folder.files == ["a/state/journal.ndjson", "a/state/lock", "books.json"])
            #expect(try await folder.run(["--state-dir", "a/state"]).ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
            #expect(folder.files == ["a/state/lock", "books.json", RunFolder.results])
        }
    }

    @Test func `A state folder that holds another output's unfinished run is refused, and that run is not lost`()
        async throws
    {
        try await withScriptedServer(script: Self.stallingOnce) { server in
            let folder = try await interrupted(server, ["--state-dir", "state"])
            let result = try await folder.run(["--state-dir", "state", "--output", "other/books.json"])
            #expect(result.ending == .exited(64))
            #expect(
                result.error == "runner: state holds the unfinished run of output/books.json, not of other/books.json. "
                    + "Nothing was asked; name another folder with --state-dir, or drop that run with --fresh.\n")
            #expect(server.requests.count == 3)
            #expect(try await folder.run(["--state-dir", "state"]).ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
        }
    }

    @Test func `A torn journal is cut with a warning, and all before the tear is kept`() async throws {
        try await withScriptedServer(script: Self.stallingOnce) { server in
            let folder = try await interrupted(server)
            let journal = try folder.text(of: RunFolder.journal)
            try folder.write(journal + "\u{0}\u{0}{\"t\":\"done\"", to: RunFolder.journal)
            let result = try await folder.run()
            #expect(result.ending == .exited(0))
            #expect(result.error.contains("was torn"))
            #expect(result.error.split(separator: "\n").count == 1)
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2])
            #expect(folder.files == ["books.json", RunFolder.results])
        }
    }

    @Test func `A journal damaged before whole records ends the run with the way out`() async throws {
        try await withScriptedServer(script: Self.stallingOnce) { server in
            // While the run keeps the pace its journal becomes durable, which the later records say.
            let folder = try await interrupted(server, settings: #""pace": { "minInterval": "300ms" }"#)
            let journal = try folder.text(of: RunFolder.journal)
            let damaged = journal.replacing("\"manifest\"", with: "\"manifesT\"", maxReplacements: 1)
            try folder.write(damaged, to: RunFolder.journal)
            for words in [["check", "books.json"], ["books.json"]] {
                let result = try await BuiltCommand.start(words, directory: folder.path).finish()
                #expect(result.ending == .exited(65))
                #expect((result.output + result.error).contains("--fresh"))
            }
            #expect(server.requests.count == 3)
            #expect(try folder.text(of: RunFolder.journal) == damaged)
            #expect(try await folder.run(["--fresh"]).ending == .exited(0))
        }
    }

    @Test func `What a killed run left half written is removed, and what others have there stays`() async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            for place in ["output", "data", RunFolder.state] {
                try folder.write("half", to: place + "/.runner-0123456789abcdef.tmp")
            }
            let others = ["output/.runner-notours.tmp", "output/other.tmp"]
            for name in others { try folder.write("x", to: name) }
            #expect(try await folder.run(["--data", "data/data.json"]).ending == .exited(0))
            #expect(folder.files == (["books.json", "data/data.json", RunFolder.results] + others).sorted())
        }
    }

    @Test(arguments: [["--output", "out/part.json"], ["--data", "out/data.json"]])
    func `What was left half written goes with a run that keeps no state, too`(place: [String]) async throws {
        try await withScriptedServer(script: Self.script) { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            try folder.write("half", to: "out/.runner-0123456789abcdef.tmp")
            #expect(try await folder.run(["--limit", "1"] + place).ending == .exited(0))
            #expect(folder.files == ["books.json", place[1]])
        }
    }
}
