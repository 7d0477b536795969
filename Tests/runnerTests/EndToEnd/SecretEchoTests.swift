import HTTPPipeline
import HTTPTestSupport
import JSONText
import Testing

/// A server that sends a secret back, in whatever spelling, gets it into nothing that the built command prints or writes.
@Suite(.timeLimit(.minutes(5))) struct SecretEchoTests {
    private static let secret = "S3cr3t+Key=/&<9>\"x%'"

    /// The spellings of the secret.
    private static let forms: [String] = {
        let percent = PercentEncoding.encode(secret)
        let json = quoted(secret)
        let goStyle = json.replacing("&", with: "\\u0026").replacing("<", with: "\\u003c")
            .replacing(">", with: "\\u003E")
        let html = secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
        func each(_ form: (UInt32) -> String) -> String { secret.unicodeScalars.map { form($0.value) }.joined() }
        return [
            secret, secret.lowercased(), secret.uppercased(), percent, percent.lowercased(),
            PercentEncoding.encode(percent), PercentEncoding.encode(PercentEncoding.encode(percent)), json, goStyle,
            json.replacing("/", with: "\\/"),
            each { "\\u00" + String($0, radix: 16) }, each { "\\u00" + String($0, radix: 16, uppercase: true) },
            each { "\\\\u00" + String($0, radix: 16) }, quoted(json), quoted(goStyle), html,
            each { "&#\($0);" }, each { "&#x\(String($0, radix: 16));" }, html.replacing("&", with: "\\u0026"),
            html.replacing("&", with: "&amp;"), percent.replacing("%", with: "\\u0025"),
            percent.replacing("%", with: "%25"),
            Base64.encode(Array(secret.utf8)), Base64.encode(Array("user:\(secret)".utf8)),
            Base64.encode(Array("us:\(secret):x".utf8)).replacing("/", with: "_").replacing("+", with: "-"),
        ]
    }()

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.value(text)
        return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    /// Sends the form back that the path's last part numbers, in the way that its first part says.
    private static func echo(_ request: ScriptedRequest) -> ScriptedAnswer {
        let parts = request.path.split(separator: "/")
        guard parts.count == 2, let number = Int(parts[1]), forms.indices.contains(number) else { return .status(404) }
        let form = forms[number]
        let headers: HTTPHeaders = ["ETag": "\"\(form)\"", "X-Request-Id": form, "RateLimit-Policy": "a;b=\(form)"]
        switch parts[0] {
        case "text": return .status(200, headers: headers, text: "you sent \(form), and \(form)")
        case "json":
            let json = quoted(form)
            return .json("{\"\(json)\": [1, {\"a\": \"<\(json)>\"}], \"url\": \"http://u:\(json)@h/\"}")
        case "failed": return .status(403, headers: headers, text: "no entry: \(form)")
        default:
            return .redirect(to: "/text/\(number)?x=\(form)&u=http://user:\(form)@host/", headers: headers)
        }
    }

    @Test(arguments: [[], ["--verbose"], ["--output", "-", "--format", "ndjson"]])
    func `None of its spellings is told`(arguments: [String]) async throws {
        try await withScriptedServer(script: Self.echo) { server in
            let requests = ["text", "json", "failed", "moved"].flatMap { way in
                Self.forms.indices.map { "{ \"url\": \"http://127.0.0.1:\(server.port)/\(way)/\($0)\" }" }
            }
            let folder = try RunFolder(
                """
                { "pace": { "minInterval": 0 }, "maxFailures": 1000, "headers": { "X-Api-Key": "${env:TOKEN}" },
                  "requests": [ \(requests.joined(separator: ",\n")) ] }
                """)
            let result = try await folder.run(
                ["--data", "data.json"] + arguments, environment: ["TOKEN": Self.secret])
            #expect(result.ending == .exited(1))
            #expect(server.requests.first?.headers["X-Api-Key"] == Self.secret)
            var texts = ["standard output": result.output, "standard error": result.error]
            for file in folder.files where file != "books.json" { texts[file] = try folder.text(of: file) }
            #expect(texts.count == (arguments.contains("-") ? 3 : 4))
            for (name, text) in texts {
                // What is written as JSON has more backslashes than the form itself.
                let plain = text.replacing("\\", with: "").asciiLowercased
                for form in Self.forms {
                    #expect(!plain.contains(form.replacing("\\", with: "").asciiLowercased), "\(form) in \(name)")
                }
            }
            guard !arguments.contains("-") else { return }
            let document = try folder.results()
            #expect(document.outcomes.filter { $0 == "ok" }.count == 3 * Self.forms.count)
            #expect(document.results.first?.text == "you sent ***, and ***")
            let json = try folder.text(of: "data.json")
            #expect(json.contains(#""json":{"***":[1,{"a":"<***>"}],"url":"http://***@h/"}"#))
            let beginning = #""json":{"***":[1,{"a":"<***>"}],"url":"http://"#
            #expect(json.split(separator: beginning).count == Self.forms.count + 1)
        }
    }

    @Test(arguments: [
        "attempts", "network\"", "outcome\":\"ok", "http_status", "startedAt", "\"source\":", "connection",
        "2026-11-30",
        "},{\"id\"", "127.0.0.1", "application/json", "e", "id", "[1,2,3,4]", "11223344",
    ])
    func `A secret that is a word of the results leaves them what they are`(secret: String) async throws {
        try await withScriptedServer { request in
            switch request.path {
            case "/json": .json(#"{"attempts": [1,2,3,4], "n": 11223344, "source": "network", "e": "http_status"}"#)
            case "/failed": .status(403, text: secret)
            default: .status(200, headers: ["X-Request-Id": secret], text: "you sent \(secret)")
            }
        } _: { server in
            let folder = try RunFolder(
                urls: ["text", "json", "failed", "text?a=${env:WORD}"].map { "http://127.0.0.1:\(server.port)/\($0)" },
                settings: #""pace": { "minInterval": 0 }, "headers": { "X-Api-Key": "${env:WORD}" }"#)
            let result = try await folder.run(["--data", "data.json"], environment: ["WORD": secret])
            #expect(result.ending == .exited(1))
            let results = try folder.results()
            #expect(results.outcomes == ["ok", "ok", "failed/http_status", "ok"])
            #expect(results.results.map(\.source) == ["network", "network", "network", "network"])
            #expect(results.results.allSatisfy { $0.attempts.count == 1 && $0.attempts[0].reason == "first" })
            #expect(results.results[0].text == (secret.count < 8 ? "you sent \(secret)" : "you sent ***"))
            #expect(try JSONValue(parsing: Array(folder.text(of: "data.json").utf8))["results"]?.elements?.count == 4)
        }
    }

    @Test func `Answers that are asked for again are taken over masked, and stay JSON`() async throws {
        try await withScriptedServer { request in
            request.path == "/a" ? .json(#"{"k": "later-secret", "attempts": 12345678}"#) : .status(500)
        } _: { server in
            let base = "http://127.0.0.1:\(server.port)"
            func manifest(_ token: String) -> String {
                """
                { "pace": { "minInterval": 0 }, "retry": { "attempts": 1 }, "requests": [ { "url": "\(base)/a" },
                  { "url": "\(base)/b", "headers": { "X-Api-Key": "\(token)", "X-A": "${env:WORD}" } } ] }
                """
            }
            let folder = try RunFolder(manifest("1"))
            #expect(try await folder.run(environment: ["WORD": "another-word"]).ending == .exited(1))
            #expect(try folder.text(of: RunFolder.results).contains(#"{"k":"later-secret","attempts":12345678}"#))
            try folder.write(manifest("later-secret").replacing("${env:WORD}", with: "${env:WORD} ${env:NUMBER}"))
            let result = try await folder.run(
                ["--retry-failed"], environment: ["WORD": "attempts", "NUMBER": "12345678"])
            #expect(result.ending == .exited(1))
            let text = try folder.text(of: RunFolder.results)
            #expect(text.contains(#"{"k":"***","***":"***"}"#))
            #expect(try ResultsDocument(text).outcomes == ["ok", "failed/http_status"])
        }
    }
}
