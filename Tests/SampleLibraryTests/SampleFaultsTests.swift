import SampleLibrary
import Testing

@Suite struct SampleFaultsTests {
    private static func target(_ isbn: String) -> String {
        "/api/books.json?bibkeys=ISBN:\(isbn)&jscmd=details&format=json"
    }

    @Test func `A 503 heals at the second request, on every server anew`() throws {
        for _ in 1...2 {
            let server = try SampleServer()
            let client = try LoopbackClient(port: server.port)
            #expect(try client.get(Self.target("9780451524935")).status == 503)
            #expect(try client.get(Self.target("0451524934")).status == 200)
            #expect(try client.get(Self.target("9780451524935")).status == 200)
        }
    }

    @Test func `A 429 names the second after which it heals`() throws {
        let server = try SampleServer()
        let client = try LoopbackClient(port: server.port)
        let first = try client.get(Self.target("9780743273565"))
        #expect(first.status == 429)
        #expect(first.headers["retry-after"] == "1")
        #expect(first.headers["content-type"] == "application/json")
        #expect(try client.get(Self.target("9780743273565")).status == 200)
    }

    @Test func `The slow book takes its time every time`() throws {
        let server = try SampleServer()
        let clients = try [LoopbackClient(port: server.port), LoopbackClient(port: server.port)]
        let start = ContinuousClock.now
        for client in clients {
            client.send("GET \(Self.target("9780141439471")) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        }
        for client in clients {
            #expect(try client.answer().status == 200)
            #expect(ContinuousClock.now - start >= .milliseconds(790))
        }
    }

    @Test func `The unknown book is an empty object`() throws {
        let server = try SampleServer()
        let answer = try LoopbackClient(port: server.port).get(Self.target("9798284059036"))
        #expect(answer.status == 200)
        #expect(answer.text == "{}")
    }

    @Test func `An ISBN path redirects to its edition on this server`() throws {
        let server = try SampleServer()
        let client = try LoopbackClient(port: server.port)
        let answer = try client.get("/isbn/9780140328721.json")
        #expect(answer.status == 302)
        #expect(answer.headers["location"] == server.baseURL + "/books/OL7353617M.json")
        #expect(answer.body.isEmpty)
        #expect(try AnyJSON(client.get("/books/OL7353617M.json").body)["title"] == .text("Fantastic Mr. Fox"))
    }

    @Test func `A merged author leads from the work to the record that is left`() throws {
        let server = try SampleServer()
        let client = try LoopbackClient(port: server.port)
        #expect(try client.get("/works/OL10263W.json").text.contains("/authors/OL9900032A"))
        let stub = try AnyJSON(client.get("/authors/OL9900032A.json").body)
        #expect(stub["type"]?["key"] == .text("/type/redirect"))
        #expect(stub["location"] == .text("/authors/OL9900031A"))
        let author = try AnyJSON(client.get("/authors/OL9900031A.json").body)
        #expect(author["name"] == .text("Antoine de Saint-Exupéry"))
        let other = try AnyJSON(client.get("/authors/OL9999901A.json").body)
        #expect(other["location"] == .text("/authors/OL34184A"))
    }

    @Test func `The table names every fault, and the server shows it`() throws {
        let server = try SampleServer()
        let page = try LoopbackClient(port: server.port).get("/").text
        #expect(SampleFaults.all.count == 9)
        for fault in SampleFaults.all {
            #expect(SampleFaults.table.contains(fault.target + "  "))
            #expect(SampleFaults.table.contains(fault.summary + "\n"))
        }
        #expect(page.hasSuffix(SampleFaults.table))
    }
}
