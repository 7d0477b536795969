import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConnectionTests {
    @Test func `Requests share a connection, and the phases of the first one are absent from the next`() async throws {
        try await withScriptedServer { _ in
            .status(200, text: "abc").delayed(by: .milliseconds(20))
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            let url = try server.url("/", host: "localhost")
            let first = await exchange(HTTPRequest(url: url), over: &transport).attempt
            let second = await exchange(HTTPRequest(url: url), over: &transport).attempt
            #expect(server.connectionCount == 1)
            #expect(!first.reused)
            #expect(first.nameLookup != nil)
            #expect(first.connect != nil)
            #expect(first.tls == nil)
            #expect(second.reused)
            #expect(second.nameLookup == nil)
            #expect(second.connect == nil)
            for attempt in [first, second] {
                let phases = [attempt.nameLookup, attempt.connect, attempt.tls, attempt.firstByte, attempt.bodyTime]
                #expect(phases.compactMap { $0 }.reduce(.zero, +) <= attempt.total)
                #expect(try #require(attempt.firstByte) >= .milliseconds(19))
                #expect(attempt.bodyTime != nil)
            }
        }
    }

    @Test func `The time of the body runs from the first byte to the last`() async throws {
        let drip = ScriptedAnswer.drip(Array("abc".utf8), every: .milliseconds(30))
        try await withScriptedServer { _ in
            drip
        } _: { server in
            let attempt = await exchange(HTTPRequest(url: try server.url())).attempt
            #expect(try #require(attempt.bodyTime) >= .milliseconds(85))
            #expect(try #require(attempt.firstByte) + #require(attempt.bodyTime) <= attempt.total)
            #expect(attempt.nameLookup == nil)
        }
    }

    @Test func `A connection that the server closed while it was idle is replaced unseen`() async throws {
        try await withScriptedServer { _ in
            .status(200, text: "x").then(.close)
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            for count in 1...5 {
                let answer = await exchange(
                    HTTPRequest(method: .post, url: try server.url(), body: [1]), over: &transport)
                #expect(try answer.result.get().status == 200)
                #expect(!answer.attempt.reused)
                await server.endedConnections(atLeast: count)
            }
            #expect(server.requests.count == 5)
        }
    }

    @Test func `A host in brackets is reached over IPv6`() async throws {
        try await withScriptedServer(at: "::1") { _ in
            .json("{}")
        } _: { server in
            let answer = await exchange(HTTPRequest(url: try server.url()))
            #expect(try answer.result.get().peer?.description == "[::1]:\(server.port)")
            #expect(server.requests.first?.headers["Host"] == "[::1]:\(server.port)")
            #expect(answer.attempt.nameLookup == nil)
        }
    }

    @Test func `A name is reached at the address that answers`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let answer = await exchange(HTTPRequest(url: try server.url("/", host: "localhost")))
            #expect(try answer.result.get().peer?.address == "127.0.0.1")
        }
    }

    @Test(.enabled(if: canRun("A foreign server", ChildProcess.succeeds(["python3", "--version"]), "python3")))
    func `A foreign server is understood`() async throws {
        let script = """
            import http.server, sys
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
            print(server.server_address[1], flush=True)
            server.serve_forever()
            """
        let python = try ChildProcess(["python3", "-c", script])
        defer { python.kill() }
        let port = try #require(python.readLine())
        let answer = await exchange(HTTPRequest(url: try HTTPURL("http://127.0.0.1:\(port)/")))
        let response = try answer.result.get()
        #expect(response.status == 200)
        #expect(response.headers["Server"]?.hasPrefix("SimpleHTTP") == true)
        #expect(response.body.count == answer.attempt.bytes)
    }
}
