import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ExchangeTests {
    @Test func `A GET brings status, headers, body and peer, and its path is sent as it stands`() async throws {
        try await withScriptedServer { _ in
            .status(203, headers: ["X-A": "1", "x-a": " 2 ", "Set-Cookie": "a=b"], text: "hello")
        } _: { server in
            let answer = await exchange(HTTPRequest(url: try server.url("/a/%2e%2e/b?q=%20+x")))
            let response = try answer.result.get()
            #expect(response.status == 203)
            #expect(response.headers["x-A"] == "1, 2")
            #expect(response.body == Array("hello".utf8))
            #expect(response.peer == PeerAddress(address: "127.0.0.1", port: server.port))
            #expect(server.requests.first?.target == "/a/%2e%2e/b?q=%20+x")
            #expect(answer.attempt.status == 203)
            #expect(answer.attempt.bytes == 5)
        }
    }

    @Test func `Nothing is sent but what the request says, the host and what is accepted by default`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            _ = await exchange(HTTPRequest(url: try server.url("/"), headers: ["X-Empty": "", "User-Agent": "u/1"]))
            let expected =
                "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: */*\r\nX-Empty:\r\nUser-Agent: u/1\r\n"
                + "Accept-Encoding: gzip, deflate\r\n\r\n"
            #expect(server.requests.first?.head == expected)
        }
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "REPORT"])
    func `A body goes out once, whole, without Expect and without a type of libcurl's own`(method: String) async throws
    {
        let body = [UInt8](repeating: 7, count: 300_000)
        try await withScriptedServer { _ in
            .status(201)
        } _: { server in
            let request = HTTPRequest(method: HTTPMethod(method), url: try server.url("/"), body: body)
            let answer = await exchange(request)
            #expect(try answer.result.get().status == 201)
            let received = try #require(server.requests.first)
            #expect(received.method == method)
            #expect(received.body == body)
            #expect(received.headers["Content-Length"] == "300000")
            #expect(received.headers["Expect"] == nil)
            #expect(received.headers["Content-Type"] == nil)
        }
    }

    @Test func `A POST without a body says that its length is zero, a DELETE says nothing`() async throws {
        try await withScriptedServer { _ in
            .status(204)
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            _ = await exchange(HTTPRequest(method: .post, url: try server.url("/")), over: &transport)
            _ = await exchange(HTTPRequest(method: .delete, url: try server.url("/")), over: &transport)
            #expect(server.requests.map(\.method) == ["POST", "DELETE"])
            #expect(server.requests.map { $0.headers["Content-Length"] } == ["0", nil])
        }
    }

    @Test func `A request leaves nothing behind for the next one over the same transport`() async throws {
        try await withScriptedServer { _ in
            .status(200, text: "x")
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            let url = try server.url("/")
            var first = HTTPRequest(method: .put, url: url, headers: ["X-Secret": "s"], body: [1])
            first.headers.add("Accept-Encoding", "identity")
            _ = await exchange(first, over: &transport)
            _ = await exchange(HTTPRequest(method: .head, url: url), over: &transport)
            let last = await exchange(HTTPRequest(url: url), over: &transport)
            #expect(try last.result.get().body == Array("x".utf8))
            #expect(server.requests.map(\.method) == ["PUT", "HEAD", "GET"])
            #expect(server.requests.map { $0.headers["X-Secret"] } == ["s", nil, nil])
            let asked = ["identity", "gzip, deflate", "gzip, deflate"]
            #expect(server.requests.map { $0.headers["Accept-Encoding"] } == asked)
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `The headers are those of the final response, without those of 1xx and without trailers`() async throws {
        let wire =
            "HTTP/1.1 103 Early\r\nLink: early\r\nX-A: early\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nX-A: final\r\nX-Folded: a\r\n  b\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n"
            + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-T: late\r\nX-A: late\r\n\r\n"
        try await withScriptedServer { _ in
            .raw(wire)
        } _: { server in
            let response = try await exchange(HTTPRequest(url: try server.url())).result.get()
            #expect(response.status == 200)
            #expect(response.headers["X-A"] == "final")
            #expect(response.headers["X-Folded"] == "a b")
            #expect(response.headers["Link"] == nil)
            #expect(response.headers["X-T"] == nil)
            #expect(response.body == Array("abcde".utf8))
        }
    }

    @Test func `A redirect and a challenge are answers like any other`() async throws {
        try await withScriptedServer { request in
            request.path == "/r"
                ? .redirect(307, to: "/elsewhere", headers: ["Set-Cookie": "k=v"])
                : .status(401, headers: ["WWW-Authenticate": "Basic realm=x"], text: "no")
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            let redirect = await exchange(HTTPRequest(url: try server.url("/r")), over: &transport)
            let challenge = await exchange(HTTPRequest(url: try server.url("/c")), over: &transport)
            #expect(try redirect.result.get().status == 307)
            #expect(try challenge.result.get().status == 401)
            #expect(server.requests.map(\.path) == ["/r", "/c"])
            #expect(server.requests.last?.headers["Cookie"] == nil)
        }
    }

    @Test(
        arguments: [
            "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\nContent-Length: 90\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 302 Found\r\nContent-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        ])
    func `An answer without a body succeeds whatever encoding it names`(wire: String) async throws {
        try await withScriptedServer { _ in
            .raw(wire)
        } _: { server in
            let answer = await exchange(HTTPRequest(url: try server.url()))
            #expect(try answer.result.get().body == [])
        }
    }

    @Test func `A request that names no program is sent in the library's name`() async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            var configuration = CurlTransport.Configuration.direct
            let url = try server.url()
            _ = await exchange(HTTPRequest(url: url), configuration: configuration)
            _ = await exchange(HTTPRequest(url: url, headers: ["user-agent": "a/1"]), configuration: configuration)
            configuration.userAgent = "b/1 (+mailto:b@example.org)"
            _ = await exchange(HTTPRequest(url: url), configuration: configuration)
            let agents = [
                "CurlTransport libcurl/\(CurlTransport.libraryVersion)", "a/1", "b/1 (+mailto:b@example.org)",
            ]
            #expect(server.requests.map { $0.headers["User-Agent"] } == agents)
        }
    }

    @Test func `An answer to HEAD has no body though it announces one beyond the limit`() async throws {
        try await withScriptedServer { _ in
            .raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99999999999\r\n\r\n")
        } _: { server in
            let response = try await exchange(HTTPRequest(method: .head, url: try server.url())).result.get()
            #expect(response.body == [])
            #expect(response.headers["Content-Length"] == "99999999999")
        }
    }

    @Test func `Bytes of a header beyond ASCII and a status without a reason are taken`() async throws {
        try await withScriptedServer { _ in
            ScriptedAnswer([
                .send(
                    Array("HTTP/1.1 200\r\nX-A: ".utf8) + [0xe9] + Array("\r\nLocation: /caf".utf8) + [0xe9]
                        + Array(".json?ü\r\nX-B: ü\r\nContent-Length: 2\r\n\r\nok".utf8))
            ])
        } _: { server in
            let response = try await exchange(HTTPRequest(url: try server.url())).result.get()
            #expect(response.status == 200)
            #expect(response.headers["X-A"] == "\u{E9}")
            #expect(response.headers["X-B"] == "ü")
            #expect(response.headers["Location"] == "/caf%E9.json?%C3%BC")
        }
    }

    @Test(arguments: [
        ("X-A", "a\r\nX-Evil: 1"), ("X-A", "a\nb"), ("X-A", "a\0b"), ("X A", "a"), ("", "a"), ("X-Ä", "a"), ("X:", "a"),
        ("Transfer-Encoding", "chunked"), ("Content-Length", "3"),
    ])
    func `A header that would change the request's structure is refused, and nothing is sent`(
        name: String,
        value: String
    ) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let answer = await exchange(HTTPRequest(url: try server.url(), headers: [name: value]))
            #expect(answer.error?.code == .invalidRequest)
            #expect(answer.error?.requestDeparted == false)
            #expect(server.connectionCount == 0)
        }
    }

    @Test(arguments: ["GET /x", "", "CONNECT", "G\r\nX"])
    func `A method that is none is refused`(method: String) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let answer = await exchange(HTTPRequest(method: HTTPMethod(method), url: try server.url()))
            #expect(answer.error?.code == .invalidRequest)
            #expect(server.connectionCount == 0)
        }
    }
}
