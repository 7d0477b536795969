import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

/// Bytes on a connection that answer no request on it: none may become the answer of the next one.
@Suite(.timeLimit(.minutes(5))) struct StrayBytesTests {
    private static let strays = [
        "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 Scripted\r\nContent-Length: 2\r\n\r\n/1",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 1\r\n\r\nX",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-",
        "\0",
    ]

    /// The answers by path, after which the first request's connection gets the steps at the cue.
    private static func script(_ cue: Cue, _ steps: [ScriptedAnswer.Step]) -> ScriptedServer.Script {
        { request in
            let answer = ScriptedAnswer.status(200, text: request.path)
            return request.number == 1 ? ScriptedAnswer(answer.steps + cue.steps(steps)) : answer
        }
    }

    /// The exchange went over a new connection, and its gate let one head go.
    private func expectMoved(_ answer: Exchange, _ gate: RecordingGate, path: String) throws {
        #expect(try answer.result.get().body == Array(path.utf8))
        #expect(!answer.attempt.reused && answer.attempt.connect != nil)
        #expect(answer.attempt.firstByte != nil && answer.attempt.remote?.address == "127.0.0.1")
        // A later libcurl looks at the connection by itself, and the gate is asked once.
        #expect(gate.peers.count == 1 + gate.takenBack && gate.takenBack <= 1)
        #expect(gate.departures.count == 1)
    }

    @Test(arguments: strays, [false, true])
    func `A connection on which bytes came while it was idle is not used, at no attempt's cost`(
        stray: String, closes: Bool
    ) async throws {
        let cue = Cue()
        let steps = [ScriptedAnswer.Step.send(Array(stray.utf8))]
        let script = Self.script(cue, steps)
        try await withScriptedServer { request in
            closes && request.number == 1 ? script(request).then(.close) : script(request)
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            let first = await exchange(HTTPRequest(url: try server.url("/1")), over: &transport)
            #expect(try first.result.get().body == Array("/1".utf8))
            cue.give()
            await server.answers(atLeast: 1)
            let gate = RecordingGate()
            let second = await exchange(HTTPRequest(url: try server.url("/2")), over: &transport, through: gate)
            try expectMoved(second, gate, path: "/2")
            let third = await exchange(HTTPRequest(url: try server.url("/3")), over: &transport)
            #expect(try third.result.get().body == Array("/3".utf8))
            #expect(third.attempt.reused)
            #expect(server.requests.map(\.path) == ["/1", "/2", "/3"])
            #expect(server.connectionCount == 2)
        }
    }

    @Test func `Bytes that come while the gate has the request wait are not its answer`() async throws {
        let cue = Cue()
        let timeline = Timeline()
        try await withScriptedServer(
            script: Self.script(cue, [.send(Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8))])
        ) { server in
            var transport = try CurlTransport(configuration: .direct, timeline: timeline)
            _ = await exchange(HTTPRequest(url: try server.url("/1")), over: &transport)
            let gate = RecordingGate { _ in
                if server.answerCount == 1 { return .go }
                cue.give()
                return .wait(until: timeline.now.advanced(by: .milliseconds(1)))
            }
            let answer = await exchange(HTTPRequest(url: try server.url("/2")), over: &transport, through: gate)
            #expect(try answer.result.get().body == Array("/2".utf8))
            #expect(!answer.attempt.reused)
            #expect(gate.takenBack == 1)
            #expect(gate.departures.count == 1)
            #expect(server.requests.map(\.connection) == [1, 2])
        }
    }

    /// What a server writes behind an answer, in one go with it.
    @Test(arguments: [
        (HTTPMethod.head, "HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n"), (.get, "HTTP/1.1 204 No Content\r\n\r\n"),
        (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"),
        (.get, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        (.get, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        (.get, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: t\r\n\r\n"),
    ])
    func `A connection on which an answer was longer than it said is not used again`(
        method: HTTPMethod, wire: String
    ) async throws {
        let more = "HTTP/1.1 404 Not Found\r\nContent-Length: 1\r\n\r\nX"
        try await withScriptedServer { request in
            request.number == 1 ? .raw(wire + more) : .status(200, text: request.path)
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            let first = await exchange(HTTPRequest(method: method, url: try server.url("/1")), over: &transport)
            #expect(first.error == nil)
            let second = await exchange(HTTPRequest(url: try server.url("/2")), over: &transport)
            #expect(try second.result.get().body == Array("/2".utf8))
            #expect(server.requests.map(\.connection) == [1, 2])
        }
    }

    @Test func `A body after the answer to HEAD is not the next answer`() async throws {
        let cue = Cue()
        try await withScriptedServer { request in
            request.number == 1
                ? ScriptedAnswer(
                    [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 45\r\n\r\n".utf8))]
                        + cue.steps([.send(Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8))]))
                : .status(200, text: request.path)
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            _ = await exchange(HTTPRequest(method: .head, url: try server.url("/1")), over: &transport)
            cue.give()
            await server.answers(atLeast: 1)
            let gate = RecordingGate()
            let second = await exchange(HTTPRequest(url: try server.url("/2")), over: &transport, through: gate)
            try expectMoved(second, gate, path: "/2")
        }
    }

    @Test func `An answer with a length and chunks is read by its chunks, and its connection is not used again`()
        async throws
    {
        let wire =
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
        try await withScriptedServer { request in
            request.number == 1 ? .raw(wire) : .status(200, text: request.path)
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            let first = await exchange(HTTPRequest(url: try server.url("/1")), over: &transport)
            #expect(try first.result.get().body == Array("ok".utf8))
            let second = await exchange(HTTPRequest(url: try server.url("/2")), over: &transport)
            #expect(try second.result.get().body == Array("/2".utf8))
            #expect(server.requests.map(\.connection) == [1, 2])
        }
    }

    /// A server of Python's that speaks before it is asked on its first connections, and says so.
    private func earlySpeaker(connections: Int, saying text: String) throws -> (ChildProcess, port: Int) {
        let script = """
            import socket, sys
            s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1], flush=True)
            for number in range(99):
                c, _ = s.accept()
                if number < int(sys.argv[1]):
                    c.sendall(sys.argv[2].encode()); c.close(); print("spoke", flush=True); continue
                head = c.recv(9999)
                c.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nasked"); c.close()
            """
        let python = try ChildProcess(["python3", "-c", script, String(connections), text])
        return (python, try #require(python.readLine().flatMap { Int($0) }))
    }

    @Test(
        .enabled(if: canRun("An early speaker", ChildProcess.succeeds(["python3", "--version"]), "python3")),
        arguments: ["HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n", ""])
    func `A new connection on which the server speaks or goes before it is asked is not used either`(
        text: String
    ) async throws {
        let (python, port) = try earlySpeaker(connections: 1, saying: text)
        defer { python.kill() }
        let gate = RecordingGate { question in
            // The gate has the request wait until the server has spoken.
            if question == 1 { _ = python.readLine() }
            return .go
        }
        let post = HTTPRequest(method: .post, url: try HTTPURL("http://127.0.0.1:\(port)/"), body: [1])
        let answer = await exchange(post, through: gate)
        #expect(try answer.result.get().body == Array("asked".utf8))
        #expect(gate.takenBack == 1)
        #expect(gate.departures.count == 1)
    }

    @Test(.enabled(if: canRun("An early speaker", ChildProcess.succeeds(["python3", "--version"]), "python3")))
    func `A server that always speaks first is asked nothing, and the exchange ends`() async throws {
        let (python, port) = try earlySpeaker(connections: 99, saying: "220 smtp.example\r\n")
        defer { python.kill() }
        let gate = RecordingGate { _ in
            _ = python.readLine()
            return .go
        }
        let answer = await exchange(HTTPRequest(url: try HTTPURL("http://127.0.0.1:\(port)/")), through: gate)
        #expect(answer.error?.code == .connectionReset)
        #expect(answer.error?.requestDeparted == false)
        #expect(gate.departures.isEmpty)
        #expect(gate.takenBack == 3)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `Whatever comes on idle connections, each request gets its own answer and is sent once`(
        seed: UInt64
    ) async throws {
        try await withScriptedServer { request in
            var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(request.number))
            let steps = Self.answer(to: request, &random).steps
            var more: [ScriptedAnswer.Step] = []
            // Either right behind the answer, which the client may then read together with it, or a little later.
            if Bool.random(using: &random) {
                more.append(.pause(.microseconds(Int64.random(in: 0..<3_000, using: &random))))
            }
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                more.append(.send(Self.stray(after: request, &random)))
            }
            return ScriptedAnswer(steps + more + [.settle])
        } _: { server in
            var random = SeededGenerator(seed: seed)
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            for number in 1...60 {
                let method: HTTPMethod = number % 7 == 0 ? .head : .get
                let request = HTTPRequest(method: method, url: try server.url("/\(number)"))
                let gate = RecordingGate()
                let answer = await exchange(request, over: &transport, through: gate)
                #expect(try answer.result.get().headers["X-Path"] == "/\(number)")
                #expect(try answer.result.get().status == (number % 5 == 0 ? 404 : 200))
                let body = method == .head ? [] : Array("/\(number)".utf8)
                #expect(try answer.result.get().body == body)
                #expect(gate.departures.count == 1)
                // Else the next request is on its way when the stray bytes come, and nobody can tell whose they are.
                await server.answers(atLeast: number)
                if Bool.random(using: &random) { await Task.yield() }
            }
            #expect(server.requests.map(\.path) == (1...60).map { "/\($0)" })
        }
    }

    private static func answer(to request: ScriptedRequest, _ random: inout SeededGenerator) -> ScriptedAnswer {
        let number = Int(request.path.dropFirst()) ?? 0
        var headers: HTTPHeaders = ["X-Path": request.path]
        guard Bool.random(using: &random) else {
            return .status(number % 5 == 0 ? 404 : 200, headers: headers, text: request.path)
        }
        headers.add("Transfer-Encoding", "chunked")
        let body = "\(String(request.path.utf8.count, radix: 16))\r\n\(request.path)\r\n0\r\n\r\n"
        return .status(number % 5 == 0 ? 404 : 200, headers: headers, text: body)
    }

    private static func stray(after request: ScriptedRequest, _ random: inout SeededGenerator) -> [UInt8] {
        let answer = "HTTP/1.1 200 OK\r\nX-Path: /stray\r\nContent-Length: 6\r\n\r\n/stray"
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return Array(answer.utf8)
        case 1: return Array(answer.utf8.prefix(Int.random(in: 1..<answer.utf8.count, using: &random)))
        case 2: return Array("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n".utf8)
        default:
            let count = Int.random(in: 1..<40_000, using: &random)
            return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }
}
