import HTTPPipeline
import HTTPTestSupport
import Testing
import runner

/// The codes of the built command, from the process's parent's point of view.
@Suite(.timeLimit(.minutes(5))) struct ExitCodeTests {
    private static let unpaced = #""pace": { "minInterval": 0 }"#

    @Test func `A run of answers, even of not found, is 0`() async throws {
        try await withScriptedServer { request in
            request.path == "/ok" ? .status(200, text: "yes") : .status(404)
        } _: { server in
            let folder = try RunFolder(
                urls: ["http://127.0.0.1:\(server.port)/ok", "http://127.0.0.1:\(server.port)/no"],
                settings: Self.unpaced)
            #expect(try await folder.run().ending == .exited(0))
            #expect(try folder.results().outcomes == ["ok", "not_found"])
            #expect(server.requests.map(\.target) == ["/ok", "/no"])
        }
    }

    @Test func `A missing thing is a failure where that is asked for`() async throws {
        try await withScriptedServer { _ in
            .status(410)
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let result = try await folder.run(["--fail-on", "not_found"])
            #expect(result.ending == .exited(1))
            #expect(try folder.results().outcomes == ["not_found"])
            #expect(result.error.contains("next: mend what failed"))
        }
    }

    @Test func `An out-of-date answer is a failure where that is asked for`() async throws {
        let isbns = ["9780140328721", "9780451524935"]
        let answers = OneWorkLibrary.script(isbns)
        try await withScriptedServer { request in
            // The second book's work and author are asked for again, and the old answers have to do.
            request.number > 4 ? .status(503) : answers(request)
        } _: { server in
            let folder = try OneWorkLibrary.folder(isbns, settings: #""cache": { "ttl": 0 }"#)
            let arguments = ["--attempts", "1", "--min-interval", "0", "--fail-on", "stale"]
            #expect(try await folder.run(arguments, environment: OneWorkLibrary.mirror(server)).ending == .exited(1))
            let results = try folder.results().results
            #expect(results.map(\.outcome) == ["ok", "ok"])
            #expect(results.map(\.source) == ["network", "stale"])
            #expect(server.requests.count == 6)
        }
    }

    @Test(arguments: [400, 401, 404, 500, 501])
    func `A failure is 1 with repeats and without`(status: Int) async throws {
        try await withScriptedServer { _ in
            .status(status)
        } _: { server in
            let folder = try RunFolder(
                """
                { "pace": { "minInterval": 0 }, "retry": { "baseDelay": "1ms" },
                  "requests": [ { "url": "http://127.0.0.1:\(server.port)/" } ] }
                """)
            let code: Int32 = status == 404 ? 0 : 1
            #expect(try await folder.run().ending == .exited(code))
            #expect(server.requests.count == (status == 500 ? 4 : 1))
            #expect(try await folder.run(["--attempts", "1"]).ending == .exited(code))
            #expect(try folder.results().outcomes == [status == 404 ? "not_found" : "failed/http_status"])
        }
    }

    @Test(arguments: [(3, 1), (10, 75)])
    func `Nothing but bad answers is no success, unless the manifest expects them`(
        count: Int, code: Int32
    ) async throws {
        try await withScriptedServer { _ in
            .status(500)
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)"
            let unexpected = try RunFolder(urls: (0..<count).map { "\(url)/\($0)" }, settings: Self.unpaced)
            // Of many the server is left alone after the first few; then the deadline leaves no time to try it again.
            let arguments = ["--attempts", "1", "--deadline", "30s"]
            #expect(try await unexpected.run(arguments).ending == .exited(code))
            #expect(server.requests.count == min(count, 5))

            let requests = (0..<count).map { #"{ "url": "\#(url)/\#($0)", "expect": [500] }"# }
            let expected = try RunFolder("{ \(Self.unpaced), \"requests\": [\(requests.joined(separator: ", "))] }")
            #expect(try await expected.run(["--attempts", "1"]).ending == .exited(0))
        }
    }

    @Test func `A port that nobody listens on is 1, and the run goes on`() async throws {
        let port = try closedPort()
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(
                urls: ["http://127.0.0.1:\(port)/", "http://127.0.0.1:\(server.port)/"], settings: Self.unpaced)
            #expect(try await folder.run(["--attempts", "2"]).ending == .exited(1))
            #expect(try folder.results().outcomes == ["failed/connection", "ok"])
            #expect(try folder.results().results[0].attempts.map(\.reason) == ["first", "retry"])
        }
    }

    @Test func `A broken connection ends its request, not the process`() async throws {
        try await withScriptedServer { request in
            switch request.path {
            case "/close": .close
            case "/reset": .reset
            case "/cut": .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n1234567").then(.close)
            default: .status(200)
            }
        } _: { server in
            let urls = ["close", "reset", "cut", "ok"].map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced)
            #expect(try await folder.run(["--attempts", "1"]).ending == .exited(1))
            #expect(
                try folder.results().outcomes == [
                    "failed/connection", "failed/connection", "failed/connection", "ok",
                ])
        }
    }

    @Test func `A manifest with faults is 65, and nothing is sent`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)/"
            let folder = try RunFolder("{ \"requests\": [\n  { \"url\": \"\(url)\" },\n  { \"isbn\": 140328726 }\n] }")
            let result = try await folder.run()
            #expect(result.ending == .exited(65))
            #expect(result.error.hasPrefix("books.json:3:13: error: "))
            #expect(result.output == "")
            #expect(server.requests.isEmpty)
            #expect(folder.entries == ["books.json"])
        }
    }

    @Test func `A manifest that changes during the run is 65`() async throws {
        let folder = try RunFolder()
        try await withScriptedServer { request in
            if request.number == 1 {
                try? folder.write("{ \"requests\": [] }")
            }
            return .status(200)
        } _: { server in
            // Long enough that the second reading is not done when the first answer comes, though the requests are few.
            let filler = String(repeating: "x", count: 10_000)
            let requests = (0..<400).map {
                "{ \"url\": \"http://127.0.0.1:\(server.port)/\($0)\", \"comment\": \"\(filler)\" }"
            }
            try folder.write("{ \(Self.unpaced), \"requests\": [\n\(requests.joined(separator: ",\n"))\n] }")
            let result = try await folder.run()
            #expect(result.ending == .exited(65))
            #expect(server.requests.count < 400)
            #expect(!folder.files.contains(RunFolder.results))
        }
    }

    @Test func `A manifest that is not there, or is a folder, is 66`() async throws {
        let missing = try RunFolder()
        let result = try await missing.run()
        #expect(result.ending == .exited(66))
        #expect(result.error == "runner: books.json: No such file or directory\n")
        #expect(missing.entries == [])
        try missing.write("", to: "books.json/file")
        #expect(try await missing.run().ending == .exited(66))
    }

    @Test(arguments: ["file/books.json", "folder", "loop"])
    func `An output that can't be made is 73, before anything is sent`(output: String) async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            try folder.write("a file", to: "file")
            try folder.write("", to: "folder/inside")
            try folder.link("loop", to: "loop")
            let before = folder.entries
            let result = try await folder.run(["--output", output])
            #expect(result.ending == .exited(73))
            #expect(result.error.contains("Can't"))
            #expect(server.requests.isEmpty)
            #expect(folder.entries == before)
        }
    }

    @Test func `An output in a place that takes no files is 73, before anything is sent`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            #expect(try await folder.run(["--output", "/proc/books.json"]).ending == .exited(73))
            #expect(try await folder.run(["--data", "/proc/none/books.json"]).ending == .exited(73))
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `A full device under the results is 74`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let device = try await folder.run(["--output", "/dev/full"])
            #expect(device.ending == .exited(74))
            #expect(device.error.contains("error: Can't write /dev/full: No space left on device"))
            let stream = try await folder.run(["--output", "-"], output: .file("/dev/full"))
            #expect(stream.ending == .exited(74))
            #expect(stream.error.contains("error: Can't write standard output: No space left on device"))
            #expect(folder.entries == ["books.json"])
        }
    }

    @Test func `Standard output that is closed is 73 where the results go there`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            #expect(try await folder.run(["--output", "-"], output: .closed).ending == .exited(73))
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "it takes the right to mount a file system"))
    func `A full disk is 74, and the old results stay as they were`() async throws {
        try await withScriptedServer { _ in
            .status(200, text: String(repeating: "text ", count: 4_000))
        } _: { server in
            let urls = (0..<2).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced)
            let disk = try SmallDisk(at: folder.path(of: "output"), kibibytes: 64)
            defer { disk.unmount() }
            try folder.write("the old results", to: RunFolder.results)
            let result = try await folder.run()
            #expect(result.ending == .exited(74))
            #expect(result.error.contains("No space left on device"))
            #expect(try folder.text(of: RunFolder.results) == "the old results")
            #expect(!folder.files.contains { $0.hasSuffix(".tmp") })
            // With room again the next run is an ordinary one.
            try disk.resize(kibibytes: 1_024)
            #expect(try await folder.run().ending == .exited(0))
            #expect(try folder.results().outcomes == ["ok", "ok"])
            #expect(folder.files == ["books.json", RunFolder.results])
        }
    }

    @Test func `A passed deadline is 75, and the rest is deferred`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let urls = (0..<4).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "10s" }"#)
            let result = try await folder.run(["--deadline", "5s"])
            #expect(result.ending == .exited(75))
            #expect(result.error.contains("next: run it again"))
            #expect(server.requests.count == 1)
            #expect(try folder.results(in: RunFolder.partial).run.outcome == "partial")
            #expect(
                try folder.results(in: RunFolder.partial).outcomes == ["ok"]
                    + Array(repeating: "deferred/deadline", count: 3))
            #expect(!folder.files.contains(RunFolder.results))
        }
    }

    @Test func `A deadline ends an answer that does not come`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/", "http://127.0.0.1:\(server.port)/b"])
            #expect(try await folder.run(["--deadline", "6s"]).ending == .exited(75))
            #expect(
                try folder.results(in: RunFolder.partial).outcomes == ["deferred/deadline", "deferred/deadline"])
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: ["86400", "9999999999", "99999999999", String(repeating: "9", count: 5_000)])
    func `A wait beyond the limit is 75 at once, and the other servers are asked`(wait: String) async throws {
        try await withScriptedServer { request in
            request.path == "/held" ? .status(503, headers: ["Retry-After": wait]) : .status(200)
        } _: { server in
            try await withScriptedServer { _ in
                .status(200)
            } _: { other in
                let held = "http://127.0.0.1:\(server.port)/held"
                let folder = try RunFolder(
                    urls: [held, held + "?again", "http://127.0.0.1:\(other.port)/"], settings: Self.unpaced)
                let result = try await folder.run()
                #expect(result.ending == .exited(75))
                #expect(
                    try folder.results(in: RunFolder.partial).outcomes == [
                        "deferred/throttled", "deferred/throttled", "ok",
                    ])
                #expect(server.requests.count == 1)
                #expect(result.error.contains("next: run it again"))
            }
        }
    }

    @Test func `A day's quota that is spent is 75, and nothing more is sent`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": 0, "perDay": 2 }"#)
            #expect(try await folder.run().ending == .exited(75))
            #expect(server.requests.count == 2)
            #expect(
                try folder.results(in: RunFolder.partial).outcomes == ["ok", "ok", "deferred/quota_exhausted"])
        }
    }

    @Test func `Too many failures are 75, and nothing is published`() async throws {
        try await withScriptedServer { _ in
            .status(400)
        } _: { server in
            let urls = (0..<6).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced + #", "maxFailures": 2"#)
            let result = try await folder.run()
            #expect(result.ending == .exited(75))
            #expect(server.requests.count == 3)
            #expect(
                try folder.results(in: RunFolder.partial).outcomes == Array(repeating: "failed/http_status", count: 3)
                    + Array(repeating: "skipped/max_failures", count: 3))
            #expect(!folder.files.contains(RunFolder.results))
        }
    }

    @Test(
        arguments: [
            ("${env:NONE}", "the environment has no variable NONE"),
            ("${env:EMPTY}", "the environment's variable EMPTY is empty"),
            ("${file:none.key}", "none.key"), ("${file:empty.key}", "empty.key is empty"),
        ])
    func `A secret that is missing or empty is 78, and nothing is sent`(
        placeholder: String, message: String
    ) async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(
                """
                { "requests": [ { "url": "http://127.0.0.1:\(server.port)/a" },
                    { "url": "http://127.0.0.1:\(server.port)/b", "headers": { "Authorization": "\(placeholder)" } } ] }
                """)
            try folder.write("\n", to: "empty.key")
            let result = try await folder.run(environment: ["EMPTY": ""])
            #expect(result.ending == .exited(78))
            #expect(result.error.hasPrefix("books.json:2:"))
            #expect(result.error.contains(message))
            #expect(server.requests.isEmpty)
            #expect(folder.entries == ["books.json", "empty.key"])
        }
    }

    @Test func `A mirror whose address is none is 78`() async throws {
        let folder = try RunFolder("{ \"api\": \"openlibrary\", \"requests\": [ { \"isbn\": \"9780140328721\" } ] }")
        #expect(try await folder.run(environment: ["RUNNER_OPENLIBRARY_URL": "books"]).ending == .exited(78))
    }

    @Test func `A file of certificates that is not there is 78 before anything is sent`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let result = try await folder.run(environment: ["SSL_CERT_FILE": "none.pem"])
            #expect(result.ending == .exited(78))
            #expect(
                result.error.contains("SSL_CERT_FILE names the certificates to trust, none.pem: there is no such file"))
            #expect(server.requests.isEmpty)
            #expect(folder.files == ["books.json"])
        }
    }

    @Test func `A file in place of the state's folder is told as one, before anything is sent`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            try folder.write("mine", to: "state")
            let result = try await folder.run(["--state-dir", "state"])
            #expect(result.ending == .exited(73))
            #expect(result.error.contains("state: it is a file where a folder is due"), "\(result.error)")
            #expect(server.requests.isEmpty)
            #expect(try folder.text(of: "state") == "mine")
        }
    }

    @Test func `An id that the manifest doesn't have is 64, and nothing is sent`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let result = try await folder.run(["--only", "nothing"])
            #expect(result.ending == .exited(64))
            #expect(result.error == "runner: No request of books.json has the id \"nothing\".\n")
            #expect(server.requests.isEmpty)
        }
    }

    private func closedPort() throws -> Int {
        let server = try ScriptedServer { _ in .close }
        server.stop()
        return server.port
    }
}
