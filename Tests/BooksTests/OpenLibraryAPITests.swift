import Books
import HTTPPipeline
import Testing

@Suite struct OpenLibraryAPITests {
    @Test func `Open Library's own rule depends on a contact`() throws {
        let api = try OpenLibraryAPI()
        #expect(api.name == "openlibrary")
        #expect(api.baseURL.serialized == "https://openlibrary.org/")
        #expect(api.asksForContact)
        #expect(api.minInterval(hasContact: true) == .milliseconds(350))
        #expect(api.minInterval(hasContact: false) == .seconds(1))
    }

    @Test func `More than 100 books are answered with the advice to ask in batches`() throws {
        let api = try OpenLibraryAPI()
        #expect(api.advice(forRequests: 100) == nil)
        #expect(api.advice(forRequests: 101)?.hasPrefix("101 single-book requests to Open Library") == true)
    }

    @Test func `The sample library has no rules`() throws {
        let api = try OpenLibraryDouble.api()
        #expect(api.name == "sample")
        #expect(!api.asksForContact)
        #expect(api.minInterval(hasContact: false) == .zero)
        #expect(api.advice(forRequests: 1000) == nil)
    }

    @Test func `Requests go below the base URL`() throws {
        let api = OpenLibraryAPI(name: "mirror", baseURL: try HTTPURL("https://mirror.example.org/ol/"))
        var lookup = api.lookup(.isbn(try ISBN("0140328726")))
        guard case .send(let request) = lookup.next(after: nil) else {
            Issue.record("no request")
            return
        }
        #expect(
            request.url.serialized
                == "https://mirror.example.org/ol/api/books.json?bibkeys=ISBN:9780140328721&jscmd=details&format=json")
    }
}
