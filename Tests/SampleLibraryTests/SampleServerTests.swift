import SampleLibrary
import Testing

@Suite struct SampleServerTests {
    private static let healthy = "/api/books.json?bibkeys=ISBN:9780140328721&jscmd=details&format=json"

    @Test func `Several requests go through one connection`() throws {
        let server = try SampleServer()
        let client = try LoopbackClient(port: server.port)
        for _ in 1...3 {
            let answer = try client.get(Self.healthy)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.headers["date"]?.hasSuffix(" GMT") == true)
        }
    }

    @Test func `Requests that were sent ahead are answered in order`() throws {
        let server = try SampleServer()
        let client = try LoopbackClient(port: server.port)
        let heads = ["/works/OL45804W.json", "/authors/OL34184A.json"].map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
        client.send(heads.joined())
        #expect(try AnyJSON(client.answer().body)["title"] == .text("Fantastic Mr. Fox"))
        #expect(try AnyJSON(client.answer().body)["name"] == .text("Roald Dahl"))
    }

    @Test func `Several connections are served at once`() throws {
        let server = try SampleServer()
        let slow = try LoopbackClient(port: server.port)
        let quick = try LoopbackClient(port: server.port)
        slow.send("GET /api/books.json?bibkeys=ISBN:9780141439471 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try quick.get(Self.healthy).status == 200)
        #expect(!slow.hasInput)
        #expect(try slow.answer().status == 200)
    }

    @Test func `HEAD announces the body and doesn't send it`() throws {
        let server = try SampleServer()
        let client = try LoopbackClient(port: server.port)
        let length = try client.get(Self.healthy).headers["content-length"]
        let head = try client.get(Self.healthy, method: "HEAD")
        #expect(head.headers["content-length"] == length)
        #expect(try client.get("/nowhere").status == 404)
    }

    @Test func `Another method than GET and HEAD is refused`() throws {
        let server = try SampleServer()
        let answer = try LoopbackClient(port: server.port).get("/search.json?q=fox", method: "DELETE")
        #expect(answer.status == 405)
        #expect(answer.headers["allow"] == "GET, HEAD")
    }

    @Test(arguments: [
        ("GARBAGE\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400),
        ("GET x HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
        ("GET / HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "y", count: 17_000), 431),
    ])
    func `What is no request is answered with an error and closed`(text: String, status: Int) throws {
        let server = try SampleServer()
        let client = try LoopbackClient(port: server.port)
        client.send(text)
        #expect(try client.answer().status == status)
        #expect(client.isClosed)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
    ])
    func `A connection that can't go on is closed after its answer`(text: String) throws {
        let server = try SampleServer()
        let client = try LoopbackClient(port: server.port)
        client.send(text)
        #expect(try client.answer().headers["connection"] == "close")
        #expect(client.isClosed)
    }

    @Test func `A stopped server frees its port`() throws {
        let first = try SampleServer()
        let port = first.port
        let client = try LoopbackClient(port: port)
        _ = try client.get(Self.healthy)
        #expect(throws: SampleServerError.self) { try SampleServer(port: port) }
        first.stop()
        first.stop()
        #expect(client.isClosed)
        let second = try SampleServer(port: port)
        #expect(second.baseURL == "http://127.0.0.1:\(port)")
        #expect(try LoopbackClient(port: port).get("/").status == 200)
    }

    @Test(arguments: [-1, 65_536])
    func `A number that is no port is an error`(port: Int) {
        #expect(throws: SampleServerError.self) { try SampleServer(port: port) }
    }
}
