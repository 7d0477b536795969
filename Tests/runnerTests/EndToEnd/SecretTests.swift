import HTTPPipeline
import HTTPTestSupport
import Testing
import runner

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Nothing that the built command prints or writes holds the value of a secret.
@Suite(.timeLimit(.minutes(5))) struct SecretTests {
    /// The second needs other spellings in a URL, in JSON and in userinfo.
    private static let values = ["s3cr3t-T0ken-value", "pa+ss/wo rd&x=\"1\"%"]

    /// The spellings in which a value could be found.
    private static func spellings(_ value: String) -> [String] {
        let escaped = value.replacing("\"", with: "\\\"")
        let entities = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        return [
            value, PercentEncoding.encode(value), escaped, entities,
            escaped.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""),
            PercentEncoding.encode(value).replacing("%20", with: "+"), Base64.encode(Array("user:\(value)".utf8)),
            Base64.encode(Array(value.utf8)),
        ]
    }

    private func expectNone(
        of value: String, in folder: RunFolder, _ result: ChildProcess.Result, files: [String]
    ) throws {
        #expect(folder.files == files)
        var texts = [("standard output", result.output), ("standard error", result.error)]
        for file in folder.files { texts.append((file, try folder.text(of: file))) }
        for (name, text) in texts {
            for spelling in Self.spellings(value) {
                #expect(!text.contains(spelling), "\(spelling) in \(name)")
            }
        }
    }

    /// A manifest that puts the secret wherever one can stand.
    private static func manifest(_ base: String, closed: Int, key: String) -> String {
        """
        { "pace": { "minInterval": 0 }, "retry": { "attempts": 2, "baseDelay": "1ms" },
          "requests": [
            { "id": "header", "url": "\(base)/echo", "headers": { "Authorization": "Bearer ${env:TOKEN}" } },
            { "id": "query", "url": "\(base)/echo", "query": { "key": "${env:TOKEN}" } },
            { "id": "url", "url": "\(base)/echo?key=${env:TOKEN}" },
            { "id": "userinfo", "url": "\(base.replacing("//", with: "//user:${env:TOKEN}@"))/echo" },
            { "id": "body", "url": "\(base)/echo", "method": "POST", "body": "token ${env:TOKEN}" },
            { "id": "json", "url": "\(base)/echo", "method": "POST", "json": { "token": "${env:TOKEN}" } },
            { "id": "mirror", "url": "\(base)/mirror", "method": "POST", "json": { "token": "${env:TOKEN}" } },
            { "id": "refused", "url": "http://127.0.0.1:\(closed)/?key=${env:TOKEN}" },
            { "id": "forbidden", "url": "\(base)/forbidden?key=${env:TOKEN}", "headers": { "X-Api-Key": "${env:TOKEN}" } },
            { "id": "late", "url": "\(base)/stall?key=${env:TOKEN}", "timeout": { "idle": "100ms" } },
            { "id": "moved", "url": "\(base)/moved?key=${env:TOKEN}" },
            { "id": "file", "url": "\(base)/echo", "headers": { "X-Api-Key": "${file:\(key)}" } } ] }
        """
    }

    /// Sends back all that came, in the body and in headers that the results tell.
    private static func echo(_ request: ScriptedRequest) -> ScriptedAnswer {
        switch request.path {
        case "/stall": return .stall
        case "/mirror":
            // As the echo services do that tell a body as a JSON string.
            let text = request.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return .status(200, headers: ["Content-Type": "application/json"], text: "{\"body\": \"\(text)\"}")
        case "/moved": return .redirect(to: "/echo?\(request.target.split(separator: "?").last ?? "")")
        default:
            let token = request.headers["X-Api-Key"] ?? request.headers["Authorization"] ?? request.target
            return .status(
                request.path == "/forbidden" ? 403 : 200, headers: ["ETag": "\"\(token)\"", "X-Request-Id": token],
                text: request.head + request.text)
        }
    }

    @Test(arguments: values, [[], ["--verbose"], ["--progress", "always", "--output", "-"]])
    func `A finished run tells none`(value: String, arguments: [String]) async throws {
        let closed = try ScriptedServer { _ in .close }
        closed.stop()
        try await withScriptedServer(script: Self.echo) { server in
            let keys = try RunFolder()
            try keys.write(value + "\n", to: "api.key")
            let folder = try RunFolder(
                Self.manifest(
                    "http://127.0.0.1:\(server.port)", closed: closed.port, key: keys.path(of: "api.key")))
            let result = try await folder.run(["--data", "data.json"] + arguments, environment: ["TOKEN": value])
            #expect(result.ending == .exited(1))
            let results = arguments.contains("-") ? [] : [RunFolder.results]
            try expectNone(of: value, in: folder, result, files: ["books.json", "data.json"] + results)
            let text = arguments.contains("-") ? result.output : try folder.text(of: RunFolder.results)
            let outcomes = try ResultsDocument(text).outcomes
            #expect(outcomes.filter { $0 == "ok" }.count == 9)
            #expect(outcomes.suffix(5).prefix(3) == ["failed/connection", "failed/http_status", "failed/timeout"])
            // It did get to the server.
            let heads = server.requests.map(\.head)
            #expect(heads[0].contains("Authorization: Bearer \(value)\r\n"))
            #expect(heads[1].contains("key=\(PercentEncoding.encode(value))"))
            #expect(server.requests.contains { $0.text == "token \(value)" })
            #expect(heads.last?.contains("X-Api-Key: \(value)\r\n") == true)
        }
    }

    @Test(arguments: values)
    func `An unfinished run tells none, in its journal neither`(value: String) async throws {
        try await withScriptedServer { request in
            request.number == 1
                ? Self.echo(request) : .status(429, headers: ["Retry-After": "7200"], text: request.head)
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)/?key=${env:TOKEN}"
            let folder = try RunFolder(
                urls: [url, url + "&second=1", url + "&third=1"], settings: #""pace": { "minInterval": 0 }"#)
            let result = try await folder.run(["--verbose"], environment: ["TOKEN": value])
            #expect(result.ending == .exited(75))
            try expectNone(
                of: value, in: folder, result,
                files: ["books.json", "output/.books.json.runner/journal.ndjson", RunFolder.partial])
            #expect(try folder.results(in: RunFolder.partial).results.map(\.status) == [200, 429, nil])
        }
    }

    @Test(arguments: [false, true])
    func `A short secret in a host is told nowhere, nor is one left by a run that was killed`(isKilled: Bool)
        async throws
    {
        let state = StateFolder()
        try await withScriptedServer { request in
            isKilled ? .stall : .status(request.number == 1 ? 200 : 503)
        } _: { server in
            let folder = try RunFolder(
                urls: (1...7).map { "http://${env:SUB}.localhost:\(server.port)/\($0)" },
                settings: #""pace": { "minInterval": 0 }, "retry": { "attempts": 1 }"#)
            let variables = state.environment.merging(["SUB": "toK12"]) { $1 }
            let child = try folder.start(
                ["--verbose"] + (isKilled ? [] : ["--deadline", "30s"]), environment: variables)
            if isKilled {
                await server.requests(atLeast: 1)
                child.send(SIGKILL)
            }
            let result = try await child.finish()
            #expect(result.ending == (isKilled ? .signalled(SIGKILL) : .exited(75)))
            #expect(server.requests.first?.headers["Host"] == "tok12.localhost:\(server.port)")
            #expect(state.contents.isEmpty)
            #expect(folder.files.contains(isKilled ? RunFolder.journal : RunFolder.partial))
            var texts = try folder.files.map { try folder.text(of: $0) }
            texts += [result.output, result.error]
            for text in texts { #expect(!text.asciiLowercased.contains("tok12")) }
            guard !isKilled else { return }
            #expect(result.error.contains("to ***:\(server.port) failed"))
            let partial = try folder.text(of: RunFolder.partial)
            #expect(partial.contains("http://***:\(server.port)/1") && partial.contains(#""sharedLanes":false"#))
        }
    }

    @Test func `A secret that the manifest spells out is told by its echo neither`() async throws {
        let value = Self.values[0]
        try await withScriptedServer(script: Self.echo) { server in
            let base = "http://127.0.0.1:\(server.port)"
            let folder = try RunFolder(
                """
                { "pace": { "minInterval": 0 }, "requests": [
                    { "url": "\(base)/echo", "headers": { "Authorization": "Bearer \(value)" } },
                    { "url": "\(base)/forbidden", "headers": { "X-Api-Key": "\(value)" } },
                    { "url": "\(base.replacing("//", with: "//user:\(value)@"))/echo" } ] }
                """)
            let result = try await folder.run(["--verbose"])
            #expect(result.ending == .exited(1))
            let texts = [result.error, try folder.text(of: RunFolder.results)]
            for spelling in Self.spellings(value) {
                #expect(texts.allSatisfy { !$0.contains(spelling) }, "\(spelling)")
            }
            #expect(server.requests.allSatisfy { $0.head.contains(value) || $0.head.contains("Authorization: Basic ") })
        }
    }

    @Test(arguments: [
        ("${env:TOKEN}", "http://bob:hunter2@127.0.0.1:PORT/feed?q=secretq123"),
        ("${env:TOKEN}", "HTTP://bob:hunter2secret@127.0.0.1:PORT/./secret-path-1#secret-top"),
        ("http://127.0.0.1:PORT${env:TOKEN}", "/a/../hook-T0001-secret?x=1"),
        ("http://127.0.0.1:PORT/${env:TOKEN}", "hookpath-secret#top"),
        ("http://127.0.0.1:PORT/b/${env:TOKEN}", "../up-secret-1/./x-secret-2"),
        ("http://${env:TOKEN}", "u:pw123456secret@127.0.0.1:PORT/hookpath-secret"),
    ])
    func `A secret that is a part of a URL is told in no form that it is sent in`(url: String, value: String)
        async throws
    {
        try await withScriptedServer { request in
            .status(200, text: request.head)
        } _: { server in
            let port = "\(server.port)"
            let folder = try RunFolder(urls: [url.replacing("PORT", with: port)])
            let result = try await folder.run(
                ["--verbose"], environment: ["TOKEN": value.replacing("PORT", with: port)])
            #expect(result.ending == .exited(0), "\(result.error)")
            #expect(server.requests.first?.target.contains("secret") == true)
            let texts = [result.error, try folder.text(of: RunFolder.results)]
            let credentials = server.requests.first?.headers["Authorization"]?.split(separator: " ").last
            for text in texts {
                #expect(!text.contains("secret") && !text.contains("hunter2"), "\(text)")
                if let credentials { #expect(!text.contains(credentials)) }
            }
        }
    }

    /// One is longer than what is shown of a line.
    private static let listed = ["tok-abcdef99", "tok-" + String(repeating: "abcdef99", count: 40)]

    @Test(arguments: ["l.txt", "l.csv", "l.ndjson"], listed)
    func `A bad line of a list tells none, whole or cut`(name: String, value: String) async throws {
        let line = name == "l.ndjson" ? #"{"isbn": "x \#(value)"}"# : "x \(value)"
        let folder = try RunFolder(
            #"{"api": "sample", "headers": {"X-Tok": "${env:TOKEN}"}, "requestsFrom": "\#(name)"}"#)
        try folder.write((name == "l.csv" ? "ISBN\n" : "") + line + "\n9780140328721\n", to: name)
        for words in [["check", "books.json"], ["books.json"]] {
            let result = try await BuiltCommand.start(
                words, environment: ["TOKEN": value], directory: folder.path
            ).finish()
            #expect(result.error.contains("\(name):"))
            var texts = [result.error, result.output]
            if words.count == 1 { texts.append(try folder.text(of: RunFolder.results)) }
            for text in texts { #expect(!text.contains("tok-"), "\(text)") }
        }
    }

    @Test func `An interrupted run tells none`() async throws {
        let value = Self.values[1]
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try RunFolder(
                urls: ["http://user:${env:TOKEN}@127.0.0.1:\(server.port)/?key=${env:TOKEN}"])
            let child = try folder.start(["--verbose"], environment: ["TOKEN": value])
            await server.requests(atLeast: 1)
            child.send(TerminationSignal.interrupt.rawValue)
            try await child.waitForText("stopping")
            child.send(TerminationSignal.interrupt.rawValue)
            try expectNone(
                of: value, in: folder, try await child.finish(),
                files: ["books.json", "output/.books.json.runner/journal.ndjson", RunFolder.partial])
        }
    }

    @Test func `A secret doesn't follow a redirect to another server`() async throws {
        let value = Self.values[0]
        try await withScriptedServer { _ in
            .status(200)
        } _: { other in
            try await withScriptedServer { _ in
                .redirect(to: "http://127.0.0.1:\(other.port)/")
            } _: { server in
                let folder = try RunFolder(
                    """
                    { "pace": { "minInterval": 0 }, "requests": [ { "url": "http://127.0.0.1:\(server.port)/",
                        "headers": { "Authorization": "Bearer ${env:TOKEN}", "X-Api-Key": "12345678",
                            "Cookie": "session=1", "X-Plain": "${env:TOKEN}", "Accept-Language": "uk" } } ] }
                    """)
                #expect(try await folder.run(environment: ["TOKEN": value]).ending == .exited(0))
                #expect(server.requests.first?.headers["Authorization"] == "Bearer \(value)")
                #expect(server.requests.first?.headers["X-Plain"] == value)
                let headers = try #require(other.requests.first?.headers)
                for name in ["Authorization", "X-Api-Key", "Cookie", "X-Plain"] { #expect(headers[name] == nil) }
                #expect(headers["Accept-Language"] == "uk")
            }
        }
    }

    @Test func `A fault in a manifest is told without the value`() async throws {
        let folder = try RunFolder(
            """
            { "requests": [ { "url": "http://${env:TOKEN}:99999/" },
                { "url": "http://127.0.0.1/", "headers": { "X-Key": "${env:TOKEN}\\n" } } ] }
            """)
        let value = Self.values[0]
        let result = try await folder.run(environment: ["TOKEN": value])
        #expect(result.ending == .exited(65))
        try expectNone(of: value, in: folder, result, files: ["books.json"])
    }

    @Test func `A variable that is not UTF-8 is refused before anything is sent, as a file is`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            let folder = try RunFolder(
                urls: ["http://127.0.0.1:\(server.port)/"], settings: #""headers": { "X-Api-Key": "${env:TOKEN}" }"#)
            let child = try ChildProcess(
                ["/bin/sh", "-c", #"TOKEN=$(printf 'pass\377word') exec "$0" books.json"#, BuiltCommand.path],
                directory: folder.path)
            let result = try await child.finish()
            #expect(result.ending == .exited(78))
            #expect(result.error.contains("${env:TOKEN}: the environment's variable TOKEN is not UTF-8"))
            #expect(server.requests.isEmpty)
        }
    }
}
