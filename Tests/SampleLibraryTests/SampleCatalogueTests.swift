import SampleLibrary
import Testing

/// The catalogue as a client sees it, against recorded answers of Open Library.
@Suite struct SampleCatalogueTests {
    private let server: SampleServer
    private let client: LoopbackClient

    init() throws {
        server = try SampleServer()
        client = try LoopbackClient(port: server.port)
    }

    /// Asks, and asks again where a fault that heals came first.
    private func healed(_ target: String) throws -> LoopbackClient.Answer {
        var answer = try client.get(target)
        while answer.status == 503 || answer.status == 429 { answer = try client.get(target) }
        return answer
    }

    @Test func `All 26 books are told as Open Library tells them`() throws {
        guard case .object(let recorded) = try AnyJSON(sample: "details_batch.json") else {
            Issue.record("no samples")
            return
        }
        #expect(recorded.count == 26)
        let target = "/api/books.json?jscmd=details&format=json&bibkeys=" + recorded.keys.joined(separator: ",")
        guard case .object(let told) = try AnyJSON(healed(target).body) else {
            Issue.record("no answer")
            return
        }
        #expect(told.count == 26)
        for (key, entry) in recorded { #expect(told[key] == entry, "\(key)") }
    }

    @Test(arguments: ["OL45804W", "OL9900014W", "OL9900026W", "OL14860424W"])
    func `Works are told as Open Library tells them`(work: String) throws {
        #expect(try AnyJSON(healed("/works/\(work).json").body) == AnyJSON(sample: "works/\(work).json"))
    }

    @Test(arguments: ["OL34184A", "OL9900031A", "OL2631008A"])
    func `Authors are told as Open Library tells them`(author: String) throws {
        #expect(try AnyJSON(healed("/authors/\(author).json").body) == AnyJSON(sample: "authors/\(author).json"))
    }

    @Test(arguments: [
        "ISBN:0140328726", "ISBN:978-0-14-032872-1", "OLID:OL7353617M",
    ])
    func `An answer stands under the key as it was asked`(bibkey: String) throws {
        let answer = try AnyJSON(client.get("/api/books.json?bibkeys=\(bibkey)&jscmd=details").body)
        #expect(answer[bibkey]?["details"]?["title"] == .text("Fantastic Mr. Fox"))
    }

    @Test func `LCCN and OCLC numbers are keys too, and details come only where they are asked`() throws {
        let answer = try AnyJSON(client.get("/api/books.json?bibkeys=LCCN:96072233,OCLC:297222669,X:1,y").body)
        #expect(answer["LCCN:96072233"]?["info_url"] == .text("https://openlibrary.org/books/OL1017798M"))
        #expect(answer["OCLC:297222669"]?["details"] == nil)
        #expect(answer["X:1"] == nil)
    }

    @Test func `A record of another kind, an unknown one and a missing parameter are answered as Open Library does`()
        throws
    {
        let moved = try client.get("/works/OL7353617M.json")
        #expect(moved.status == 301)
        #expect(moved.headers["location"] == server.baseURL + "/books/OL7353617M.json")
        let unknown = try client.get("/books/OL0000000000M.json")
        #expect(unknown.status == 404)
        #expect(unknown.text == #"{"error":"notfound","key":"/books/OL0000000000M"}"#)
        #expect(try client.get("/isbn/9798284059036.json").headers["content-type"] == "text/html; charset=utf-8")
        #expect(try client.get("/api/books.json").status == 422)
        #expect(try client.get("/search.json?q=ab").status == 422)
    }

    @Test(arguments: [
        ("title=great%20GATSBY&author=fitzgerald", 1), ("title=great+gatsby&author=orwell", 0), ("title=Dune", 0),
        ("author=Jane%20Austen", 1), ("q=isbn:(9780140328721%20OR%200451524934)", 2), ("q=knuth", 1), ("", 0),
        ("title=code&limit=0", 1),
    ])
    func `A search finds the books that hold all words`(query: String, count: Int) throws {
        let answer = try AnyJSON(client.get("/search.json?\(query)").body)
        #expect(answer["numFound"] == .number(Double(count)))
    }

    @Test func `A search tells numbers only where they are asked`() throws {
        let asked = try client.get("/search.json?title=gatsby&fields=key,title,editions,editions.key,editions.isbn")
            .text
        #expect(asked.contains(#""docs":[{"key":"/works/OL9900007W","title":"The Great Gatsby","editions""#))
        #expect(asked.contains(#""isbn":["9780743273565","0743273567"]"#))
        #expect(try !client.get("/search.json?title=gatsby").text.contains("isbn"))
    }
}
