import Books
import HTTPPipeline
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct OpenLibraryLookupTests {
    private struct Expectation: Decodable {
        var isbn: String
        var book: AnyJSON
    }

    private static let fox = "/api/books.json?bibkeys=ISBN:9780140328721&jscmd=details&format=json"

    private static func found(_ step: BookLookupStep) throws -> Book {
        guard case .found(let book) = step else { throw Unexpected(step: "\(step)") }
        return book
    }

    private struct Unexpected: Error {
        var step: String
    }

    /// The answer of `/api/books.json` for one edition.
    private static func details(_ edition: String) -> (status: Int, body: String) {
        (200, #"{"ISBN:9780140328721":{"bib_key":"ISBN:9780140328721","details":\#(edition)}}"#)
    }

    @Test(arguments: [true, false])
    func `Every edition of the samples becomes the book that is expected of it`(keepsParsed: Bool) throws {
        let expectations = try Sample.value([Expectation].self, in: "details_expected.json")
        #expect(expectations.count == 20)
        for expectation in expectations {
            var library = OpenLibraryDouble(keepsParsed: keepsParsed)
            let book = try Self.found(library.run(.isbn(ISBN(expectation.isbn))))
            let written = try JSONDecoder().decode(AnyJSON.self, from: Data(json(book).utf8))
            #expect(written == expectation.book, "\(expectation.isbn)")
        }
    }

    @Test func `Keys are written in the order of the format`() throws {
        var library = OpenLibraryDouble()
        let book = try Self.found(library.run(.isbn(ISBN("9780451526533"))))
        #expect(
            json(book)
                == #"{"title":"The adventures of Tom Sawyer","authors":[{"name":"Mark Twain"}],"publishers":["Signet Classic"],"#
                + #""published":{"text":"1997","year":1997,"precision":"year"},"isbn13":["9780451526533"],"#
                + #""isbn10":["0451526538"],"identifiers":{"openlibrary":["OL1017798M"],"lccn":["96072233"],"oclc":["36792831"]},"#
                + #""languages":["en"],"coverURL":"https://covers.openlibrary.org/b/id/295577-L.jpg","#
                + #""sourceURL":"https://openlibrary.org/books/OL1017798M"}"#)
    }

    @Test func `An edition that names its authors takes one request`() throws {
        var library = OpenLibraryDouble()
        _ = try library.run(.isbn(ISBN("0140328726")))
        #expect(library.targets == [Self.fox])
        #expect(library.reasons == [.first])
    }

    @Test func `An edition without authors takes those of its work`() throws {
        var library = OpenLibraryDouble()
        let book = try Self.found(library.run(.isbn(ISBN("9782070612758"))))
        #expect(book.authors == [Book.Author(name: "Antoine de Saint-Exupéry")])
        #expect(library.targets.dropFirst() == ["/works/OL10263W.json", "/authors/OL9900031A.json"])
        #expect(library.reasons == [.first, .followUp, .followUp])
    }

    @Test func `A work without authors leaves the book without authors and the unnamed publisher out`() throws {
        var library = OpenLibraryDouble()
        let book = try Self.found(library.run(.isbn(ISBN("9789660253711"))))
        #expect(book.authors.isEmpty)
        #expect(book.publishers.isEmpty)
        #expect(book.languages == ["uk"])
    }

    @Test func `Merged works and authors are followed, and authors who can't be found are left out`() throws {
        var library = OpenLibraryDouble()
        library.answers = [
            Self.fox: Self.details(#"{"title":"T","works":[{"key":"/works/OL1W"}]}"#),
            "/works/OL1W.json": (200, #"{"type":{"key":"/type/redirect"},"location":"/works/OL2W"}"#),
            "/works/OL2W.json": (
                200,
                #"{"type":{"key":"/type/work"},"authors":[{"type":{}},{"author":{"key":"/authors/OL1A"}},null,"#
                    + #"{"author":{"key":"/authors/OL9A"}},{"author":{"key":"../../etc"}},{"author":{"key":"/authors/OL3A"}}]}"#
            ),
            "/authors/OL1A.json": (200, #"{"type":{"key":"/type/redirect"},"location":"/authors/OL2A"}"#),
            "/authors/OL2A.json": (200, #"{"type":{"key":"/type/author"},"name":"A. Merged","location":null}"#),
            "/authors/OL9A.json": (404, #"{"error":"notfound","key":"/authors/OL9A"}"#),
            "/authors/OL3A.json": (200, #"{"type":{"key":"/type/author"},"personal_name":"B. Third"}"#),
        ]
        let book = try Self.found(library.run(.isbn(ISBN("9780140328721"))))
        #expect(book.authors.map(\.name) == ["A. Merged", "B. Third"])
        #expect(library.targets.count == 7)
    }

    @Test func `A ring of merged authors ends after three hops`() throws {
        var library = OpenLibraryDouble()
        library.answers = [
            Self.fox: Self.details(#"{"title":"T","authors":[{"key":"/authors/OL1A"}]}"#),
            "/authors/OL1A.json": (200, #"{"type":{"key":"/type/redirect"},"location":"/authors/OL1A"}"#),
        ]
        let book = try Self.found(library.run(.isbn(ISBN("9780140328721"))))
        #expect(book.authors.isEmpty)
        #expect(library.targets.count == 5)
    }

    @Test func `The record of another number is a mismatch`() throws {
        var library = OpenLibraryDouble()
        library.answers = [Self.fox: Self.details(#"{"title":"T","isbn_13":["9780451524935"]}"#)]
        guard case .mismatch(let message) = try library.run(.isbn(ISBN("9780140328721"))) else {
            Issue.record("no mismatch")
            return
        }
        #expect(message == "sample answered with the book of ISBN 9780451524935 where 9780140328721 was asked")
    }

    @Test(arguments: [
        #"{"title":"T"}"#,
        #"{"title":"T","isbn_10":["0-14-032872-6"],"isbn_13":["garbage"]}"#,
        #"{"title":"T","isbn_10":["9780140328721"]}"#,
    ])
    func `The number is found in either field, and a record without numbers is taken at its key`(edition: String) throws
    {
        var library = OpenLibraryDouble()
        library.answers = [Self.fox: Self.details(edition)]
        #expect(try Self.found(library.run(.isbn(ISBN("9780140328721")))).title == "T")
    }

    @Test func `An unknown number is not found`() throws {
        var library = OpenLibraryDouble()
        guard case .notFound = try library.run(.isbn(ISBN("9798284059036"))) else {
            Issue.record("found")
            return
        }
    }

    @Test func `Fields of a wrong type are absent and the rest of the book stays`() throws {
        var library = OpenLibraryDouble()
        library.answers = [
            Self.fox: Self.details(
                #"{"title":"Fox :","subtitle":7,"number_of_pages":"96","publish_date":1988,"publishers":"Puffin","covers":[null,-1,5],"#
                    + #""languages":[{"key":"/languages/eng"},null,{"key":5}],"lccn":{},"oclc_numbers":[12,"ocm00012345"],"#
                    + #""identifiers":{"doi":["10.1000/1"],"google":"abc","goodreads":[1]},"authors":[{"name":"Roald Dahl"},7],"#
                    + #""contributions":["Quentin Blake (Illustrator)","Someone","N. N. (1920-1999)"],"#
                    + #""contributors":[{"name":"X. Y.","role":"Translator"}],"key":5,"works":"none"}"#)
        ]
        let book = try Self.found(library.run(.isbn(ISBN("9780140328721"))))
        #expect(book.title == "Fox")
        #expect(book.subtitle == "7")
        #expect(book.pages == 96)
        #expect(book.published?.year == 1988)
        #expect(book.publishers == ["Puffin"])
        #expect(book.coverURL == "https://covers.openlibrary.org/b/id/5-L.jpg")
        #expect(book.languages == ["en"])
        #expect(book.sourceURL == nil)
        #expect(book.identifiers.map(\.scheme) == ["oclc", "doi", "google"])
        #expect(book.identifiers.first?.values == ["12", "12345"])
        #expect(
            book.authors == [
                Book.Author(name: "Roald Dahl"), Book.Author(name: "Quentin Blake", role: "illustrator"),
                Book.Author(name: "Someone", role: "contributor"),
                Book.Author(name: "N. N. (1920-1999)", role: "contributor"),
                Book.Author(name: "X. Y.", role: "translator"),
            ])
    }

    @Test(arguments: [#"{"ISBN:9780140328721":{"details":null}}"#, #"{"ISBN:9780140328721":5}"#])
    func `An entry without details is no answer`(body: String) throws {
        var library = OpenLibraryDouble()
        library.answers = [Self.fox: (200, body)]
        guard case .invalidResponse = try library.run(.isbn(ISBN("9780140328721"))) else {
            Issue.record("accepted")
            return
        }
    }

    private static func search(_ parameters: String) -> String {
        "/search.json?\(parameters)&fields=key,title,subtitle,author_name,first_publish_year,editions,editions.key,"
            + "editions.title,editions.subtitle,editions.isbn,editions.publisher,editions.publish_date,editions.language,"
            + "editions.cover_i&limit=1"
    }

    @Test func `A title takes the numbers of the edition that the search names`() throws {
        var library = OpenLibraryDouble()
        let target = Self.search("title=The%20Great%20Gatsby&author=Fitzgerald")
        library.answers = [target: (200, String(decoding: try Sample.bytes("title_gatsby_fields.json"), as: UTF8.self))]
        let book = try Self.found(library.run(.title("The Great Gatsby", author: "Fitzgerald")))
        #expect(library.targets == [target])
        #expect(
            json(book)
                == #"{"title":"The Great Gatsby","authors":[{"name":"F. Scott Fitzgerald"}],"isbn13":["9780743273565"],"#
                + #""isbn10":["0743273567"],"identifiers":{"openlibrary":["OL9900007M"]},"#
                + #""sourceURL":"https://openlibrary.org/books/OL9900007M"}"#)
    }

    @Test func `A work without an edition tells its first year and none of its numbers`() throws {
        var library = OpenLibraryDouble()
        library.answers = [
            Self.search("title=C%2B%2B%20%26%20%D0%94%D1%96%D0%BC"): (
                200,
                #"{"numFound":1,"docs":[{"key":"/works/OL5W","title":"T","isbn":["9780743273565"],"first_publish_year":1925}]}"#
            )
        ]
        let book = try Self.found(library.run(.title("C++ & Дім", author: nil)))
        #expect(book.isbn13.isEmpty)
        #expect(book.published?.year == 1925)
        #expect(book.sourceURL == "https://openlibrary.org/works/OL5W")
    }

    @Test func `A search without results is not found`() throws {
        var library = OpenLibraryDouble()
        let body = String(decoding: try Sample.bytes("empty.json"), as: UTF8.self)
        library.answers = [Self.search("title=zzqxq"): (200, body)]
        guard case .notFound = try library.run(.title("zzqxq", author: nil)) else {
            Issue.record("found")
            return
        }
    }
}
