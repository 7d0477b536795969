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

/// What a run of the built command leaves for the next one.
@Suite(.timeLimit(.minutes(5))) struct SharedStateTests {
    private let state = StateFolder()

    private func folder(_ server: ScriptedServer, requests: Int = 1) throws -> RunFolder {
        try RunFolder(
            urls: try (1...requests).map { try server.url("/\($0)").serialized },
            settings: "\"pace\": { \"minInterval\": \"200ms\" }")
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
            #expect((3_000_000...3_600_000).contains(result.retryAfterMs ?? 0))

            let lane = "localhost:\(server.port)"
            let list = try await BuiltCommand.run(["lanes"], environment: state.environment)
            let lines = list.output.split(separator: "\n").map { $0.split(separator: " ") }
            #expect(list.ending == .exited(0) && list.error == "")
            #expect(lines.first?.joined(separator: " ") == "LANE LAST USE INTERVAL NOT BEFORE TODAY")
            let row = try #require(lines.last)
            // The interval is told for a minute only, which a busy machine may take until here.
            #expect(lines.count == 2 && (5...6).contains(row.count))
            #expect(row.first == lane[...] && row.last == "1")
            let (lastUse, notBefore) = (row[1], row[row.count - 2])
            #expect(lastUse.hasSuffix("Z") && notBefore.hasSuffix("Z") && notBefore > lastUse)

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
            let names = ["lane", "turn"].map { "lanes/localhost%3A\(server.port).\($0)" }
            #expect(state.contents.keys.sorted() == names)
            let text = state.contents.values.joined()
            #expect(text.hasPrefix("runner-lane/2\n"))
            for secret in ["hunter2", "s3cr3t", "user"] { #expect(!text.contains(secret)) }
            let url = "https://user:hunter2-hunter2@www.example.org/"
            let clearing = try await BuiltCommand.run(["lanes", "--clear", url], environment: variables)
            #expect(clearing.error == "runner: there is no lane 'example.org'; 'runner lanes' lists them\n")
        }
    }

    @Test(arguments: ["127.0.0.1", "LocalHost", "localhost"])
    func `A server whose name is a secret leaves nothing in what runs share, and its pace is the run's own`(
        host: String
    ) async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folder = try RunFolder(
                urls: (1...3).map { "http://${env:HOST}:\(server.port)/\($0)" },
                settings: "\"pace\": { \"minInterval\": \"200ms\", \"perDay\": 2 }")
            let variables = state.environment.merging(["HOST": host]) { $1 }
            let result = try await folder.run(environment: variables)
            #expect(result.ending == .exited(75))
            #expect(state.contents.isEmpty)
            #expect(try await BuiltCommand.run(["lanes"], environment: variables).output == "")
            #expect(server.arrivalGaps.count == 1 && server.arrivalGaps[0] >= .milliseconds(200))
            let text = try folder.text(of: RunFolder.partial)
            #expect(text.contains("\"sharedLanes\":false"))
            #expect(!text.contains(host.lowercased()))
        }
    }

    @Test(
        arguments: [
            (["RUNNER_STATE_DIR": "/dev/null"], "Can't make the folder /dev/null/lanes: Not a directory"),
            (
                ["RUNNER_STATE_DIR": ""],
                "Can't choose a folder for the lanes: set RUNNER_STATE_DIR, XDG_STATE_HOME or HOME"
            ),
            (
                ["RUNNER_STATE_DIR": "", "HOME": "/proc/none"],
                "Can't make the folder /proc/none: No such file or directory"
            ),
        ])
    func `Without a folder for it the pace is the run's own, which is said once and in the results`(
        environment: [String: String], reason: String
    ) async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folder = try folder(server, requests: 3)
            let alone = try await folder.run(environment: environment)
            #expect(alone.ending == .exited(0))
            #expect(
                alone.error == "warning: the pace is kept by this run alone, not together with others: \(reason)\n")
            #expect(try folder.text(of: RunFolder.results).contains("\"sharedLanes\":false"))
            #expect(server.arrivalGaps.count == 2 && server.arrivalGaps.allSatisfy { $0 >= .milliseconds(200) })

            #expect(try await folder.run(environment: state.environment).ending == .exited(0))
            #expect(try !folder.text(of: RunFolder.results).contains("sharedLanes"))
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "Only root on Linux can mount a disk."))
    func `A disk that is full of other things leaves the pace to the run alone`() async throws {
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            let folder = try folder(server, requests: 2)
            let disk = try SmallDisk(at: folder.path(of: "disk"), kibibytes: 16)
            defer { disk.unmount() }
            _ = ChildProcess.succeeds(["dd", "if=/dev/zero", "of=\(folder.path(of: "disk/full"))"])
            let result = try await folder.run(environment: ["RUNNER_STATE_DIR": folder.path(of: "disk")])
            #expect(result.ending == .exited(0))
            #expect(result.error.contains("this run alone") && result.error.contains("No space left on device"))
            #expect(server.arrivalGaps.count == 1 && server.arrivalGaps[0] >= .milliseconds(200))
        }
    }

    @Test func `A ban stands for the next run too, which then sends nothing`() async throws {
        try await withScriptedServer(script: { _ in .status(403, body: Array("<html>Forbidden</html>".utf8)) }) {
            server in
            let folder = try RunFolder(
                """
                { "api": "openlibrary", "contact": "a@example.org", "retry": { "retryAfterLimit": "1s" },
                  "requests": [{ "isbn": "9780140328721" }, { "isbn": "9780451524935" }, { "isbn": "9780743273565" }] }
                """)
            let mirror = try server.url("").serialized
            let variables = state.environment.merging(["RUNNER_OPENLIBRARY_URL": mirror]) { $1 }
            #expect(try await folder.run(environment: variables).ending == .exited(75))
            #expect(
                try folder.results(in: RunFolder.partial).outcomes
                    == ["failed/blocked", "deferred/blocked", "deferred/blocked"])
            // The refusal is noted when it comes and at the end, and not with each request that is kept from it.
            #expect(try folder.text(of: RunFolder.journal).matches(of: /"t":"stop"/).count == 2)
            #expect(try await folder.run(environment: variables).ending == .exited(75))
            #expect(server.requests.count == 1)
            for result in try folder.results(in: RunFolder.partial).results {
                #expect(result.outcome == "deferred" && (1_000...60_000).contains(result.retryAfterMs ?? 0))
            }
        }
    }

    @Test func `A lane that was not used for a day is not listed`() async throws {
        let file = "lanes/old.example.org.lane"
        let folder = try RunFolder()
        let variables = ["RUNNER_STATE_DIR": folder.path]
        try folder.write("", to: "lanes/example.org.lane", mode: 0o600)
        try folder.write("torn", to: file, mode: 0o600)
        chmod(folder.path(of: "lanes"), 0o700)
        utimes(folder.path(of: file), [timeval(), timeval()])
        let list = try await BuiltCommand.run(["lanes"], environment: variables)
        #expect(list.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } } == ["example.org"])
        #expect(folder.files == ["lanes/example.org.lane"])
    }

    @Test func `Without lanes the list is empty, and where none is set or can be that is said`() async throws {
        let none = try await BuiltCommand.run(["lanes"], environment: state.environment)
        #expect(none.ending == .exited(0) && none.output == "")
        #expect(none.error == "runner: no lane was used in the last 24 hours\n")
        #expect(state.contents.isEmpty)
        let folder = try RunFolder("a file")
        for arguments in [["lanes"], ["lanes", "--clear", "example.org"]] {
            let file = ["RUNNER_STATE_DIR": folder.path(of: "books.json")]
            let refused = try await BuiltCommand.run(arguments, environment: file)
            #expect(refused.ending == .exited(74) && refused.output == "")
            #expect(refused.error == "runner: Can't open \(folder.path(of: "books.json"))/lanes: Not a directory\n")
        }
        let unset = try await BuiltCommand.run(["lanes"], environment: ["RUNNER_STATE_DIR": ""])
        #expect(unset.ending == .exited(78))
        #expect(
            unset.error == "runner: Can't choose a folder for the lanes: set RUNNER_STATE_DIR, XDG_STATE_HOME or HOME\n"
        )
    }
}
