import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FailureTests {
    /// What a server does, and what the client is to make of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let answer: ScriptedAnswer
        let code: HTTPClientError.Code

        init(_ name: String, _ answer: ScriptedAnswer, _ code: HTTPClientError.Code) {
            self.name = name
            self.answer = answer
            self.code = code
        }

        var testDescription: String { name }
    }

    static let cases = [
        Case("closed without a byte", .close, .connectionClosed),
        Case("reset without a byte", .reset, .connectionReset),
        Case(
            "half a body, then closed", .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n1234567").then(.close),
            .truncatedBody),
        Case(
            "half a body, then reset",
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n1234567").then(.pause(.milliseconds(50))).then(.reset),
            .connectionReset
        ),
        Case(
            "a chunk cut", .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc").then(.close),
            .truncatedBody),
        Case(
            "the last chunk missing",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n").then(.close),
            .truncatedBody
        ),
        Case(
            "a chunk size that is none",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n").then(.close),
            .malformedResponse
        ),
        Case(
            "a trailer that is no field",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\ngarbage\r\n\r\n").then(.close),
            .malformedResponse),
        Case(
            "a status among the fields",
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nHTTP/1.1 404: x\r\n\r\n{}"), .malformedResponse),
        Case(
            "a status among the fields of an early answer",
            .raw("HTTP/1.1 103 Early\r\nHTTP/1.1 200: x\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"),
            .malformedResponse),
        Case("the head cut", .raw("HTTP/1.1 200 OK\r\nContent-Le").then(.close), .malformedResponse),
        Case("HTTP/0.9", .raw("hello there\n").then(.close), .malformedResponse),
        Case("no status", .raw("HTTP/1.1 abc\r\n\r\n").then(.close), .malformedResponse),
        Case("HTTP/2 unasked", .raw("HTTP/2 200\r\nContent-Length: 0\r\n\r\n").then(.close), .malformedResponse),
        Case(
            "a length that is none", .status(200, headers: ["Content-Length": "5x"], text: "hello"), .malformedResponse),
        Case(
            "two lengths", .raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nhello"),
            .malformedResponse),
        Case(
            "a length that goes on in the next line", .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n 0\r\n\r\nhello"),
            .malformedResponse),
        Case(
            "a length whose name ends in a space", .raw("HTTP/1.1 200 OK\r\ncontent-length : 5\r\n\r\nhello"),
            .malformedResponse),
        Case(
            "chunks announced in the next line",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n").then(.close),
            .malformedResponse),
        Case(
            "a transfer coding unasked",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"),
            .malformedResponse),
        Case(
            "chunks in chunks",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            .malformedResponse),
        Case(
            "another protocol unasked", .raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nabc"),
            .malformedResponse),
        Case("a huge length", .status(200, headers: ["Content-Length": "9223372036854775807"]), .tooLarge),
        Case(
            "a length beyond 64 bits", .status(200, headers: ["Content-Length": "99999999999999999999999"]), .tooLarge),
        Case(
            "gzip that is none", .status(200, headers: ["Content-Encoding": "gzip"], text: "hello"), .undecodableBody),
    ]

    @Test(arguments: cases) func `Each way to fail is told apart, and the transport goes on`(failing: Case) async throws
    {
        try await withScriptedServer { request in
            request.path == "/good" ? .json("{}") : failing.answer
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            let answer = await exchange(HTTPRequest(url: try server.url("/bad")), over: &transport)
            #expect(answer.error?.code == failing.code, "\(answer)")
            #expect(answer.error?.requestDeparted == true)
            let next = await exchange(HTTPRequest(url: try server.url("/good")), over: &transport)
            #expect(try next.result.get().status == 200)
            #expect(server.requests.map(\.path) == ["/bad", "/good"])
        }
    }

    @Test func `A refused connection is told apart, and nothing departed`() async throws {
        let server = try ScriptedServer { _ in .close }
        let url = try server.url()
        server.stop()
        let answer = await exchange(HTTPRequest(url: url))
        #expect(answer.error?.code == .connectionRefused)
        #expect(answer.error?.requestDeparted == false)
        #expect(answer.attempt.nameLookup == nil)
        #expect(try #require(answer.attempt.connect) <= answer.attempt.total)
    }

    @Test func `A name without an address is told apart`() async throws {
        let gate = RecordingGate()
        let answer = await exchange(HTTPRequest(url: try HTTPURL("http://no-such.invalid/")), through: gate)
        #expect(answer.error?.code == .nameLookup)
        #expect(answer.error?.requestDeparted == false)
        #expect(answer.attempt.nameLookup == answer.attempt.total)
        #expect(answer.attempt.connect == nil)
        #expect(gate.peers.isEmpty)
    }

    @Test func `A head beyond 256 KiB is too large, in many lines or in one`() async throws {
        let line = "X-A: " + String(repeating: "a", count: 1000) + "\r\n"
        let wires = [
            "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 300) + "\r\n",
            String(repeating: "HTTP/1.1 103 Early\r\n" + line + "\r\n", count: 300),
            "HTTP/1.1 200 OK\r\nX-A: " + String(repeating: "a", count: 400_000) + "\r\n\r\n",
        ]
        for wire in wires {
            try await withScriptedServer { _ in
                .raw(wire)
            } _: { server in
                let answer = await exchange(HTTPRequest(url: try server.url()))
                #expect(answer.error?.code == .tooLarge, "\(answer)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `A body beyond the limit is cut off, announced or not`(isAnnounced: Bool) async throws {
        let body = String(repeating: "b", count: 2_000)
        try await withScriptedServer { _ in
            let head = isAnnounced ? "Content-Length: 2000" : "Connection: close"
            return .raw("HTTP/1.1 404 No\r\n\(head)\r\n\r\n\(body)").then(.close)
        } _: { server in
            var request = HTTPRequest(url: try server.url())
            request.maxBody = 1_999
            #expect(await exchange(request).error?.code == .tooLarge)
            request.maxBody = 2_000
            #expect(try await exchange(request).result.get().body.count == 2_000)
        }
    }
}
