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
        guard case .found(let book, _) = step else { throw Unexpected(step: "\(step)") }
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

    @Test(arguments: [
        ("/works/OL1W.json", #"{"key":"/works/OL5W","type":{"key":"/type/work"}}"#, "/works/OL5W"),
        ("/works/OL1W.json", #"{"type":{"key":"/type/edition"},"title":"T"}"#, "/type/edition"),
        ("/works/OL1W.json", #"{"key":"/authors/OL1A","name":"N"}"#, "/authors/OL1A"),
    ])
    func `A record of another key or kind than the one asked is a mismatch`(
        target: String, body: String, found: String
    ) throws {
        var library = OpenLibraryDouble()
        library.answers = [
            Self.fox: Self.details(#"{"title":"T","works":[{"key":"/works/OL1W"}]}"#), target: (200, body),
        ]
        guard case .mismatch(let message) = try library.run(.isbn(ISBN("9780140328721"))) else {
            Issue.record("no mismatch")
            return
        }
        #expect(message == "sample answered with \(found) where /works/OL1W was asked")
    }

    @Test func `A merged edition leads to the one that was asked, to nothing else`() throws {
        let stub = Self.details(#"{"type":{"key":"/type/redirect"},"location":"/books/OL2M","key":"/books/OL1M"}"#)
        func end(_ answer: (Int, String)) throws -> String {
            var library = OpenLibraryDouble()
            library.answers = [Self.fox: stub, "/books/OL2M.json": answer]
            return String("\(try library.run(.isbn(ISBN("9780140328721"))))".prefix { $0 != "(" })
        }
        #expect(try end((200, #"{"key":"/books/OL2M","title":"T","authors":[{"name":"A"}]}"#)) == "found")
        #expect(try end((200, #"{"key":"/books/OL3M","title":"T","authors":[{"name":"A"}]}"#)) == "mismatch")
        #expect(try end((200, #"{"key":"/books/OL2M","title":"T","isbn_13":["9780451524935"]}"#)) == "mismatch")
        #expect(try end((404, #"{"error":"notfound","key":"/books/OL2M"}"#)) == "invalidResponse")
        #expect(try end((404, "<html>")) == "invalidResponse")
        #expect(try end((200, #"{"type":{"key":"/type/delete"},"key":"/books/OL2M"}"#)) == "notFound")
        #expect(try end((200, #"{"type":{"key":"/type/redirect"},"location":"/works/OL2W"}"#)) == "invalidResponse")
    }

    private static func search(_ parameters: String) -> String {
        "/search.json?\(parameters)&fields=key,title,subtitle,author_name,author_alternative_name,first_publish_year,editions,editions.key,"
            + "editions.title,editions.subtitle,editions.isbn,editions.publisher,editions.publish_date,editions.language,"
            + "editions.cover_i&limit=10"
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
                #"{"numFound":1,"docs":[{"key":"/works/OL5W","title":"C++ and Дім","isbn":["9780743273565"],"#
                    + #""first_publish_year":1925}]}"#
            )
        ]
        let book = try Self.found(library.run(.title("C++ & Дім", author: nil)))
        #expect(book.isbn13.isEmpty)
        #expect(book.published?.year == 1925)
        #expect(book.sourceURL == "https://openlibrary.org/works/OL5W")
    }

    /// The end of a search for a title that is answered with works.
    private static func end(
        _ title: String, _ author: String? = nil, asked: String, docs: String...
    ) throws -> BookLookupStep {
        var library = OpenLibraryDouble()
        let body = #"{"numFound":\#(docs.count),"docs":[\#(docs.joined(separator: ","))]}"#
        library.answers = [search(asked): (200, body)]
        return try library.run(.title(title, author: author))
    }

    private static let dune = #"{"key":"/works/OL1W","title":"Dune","author_name":["Frank Herbert"]}"#
    private static let messiah = #"{"key":"/works/OL2W","title":"Dune Messiah","author_name":["Frank Herbert"]}"#

    @Test func `Another book than the one of the title is not found, and the nearest is named`() throws {
        guard case .notFound(let message) = try Self.end("Dune", asked: "title=Dune", docs: Self.messiah) else {
            Issue.record("found")
            return
        }
        #expect(message == #"No book fits "Dune"; the nearest is "Dune Messiah" by Frank Herbert (OL2W)."#)
    }

    @Test func `The book that fits is found wherever it stands among the first ten`() throws {
        let step = try Self.end(
            "Dune", "Herbert", asked: "title=Dune&author=Herbert", docs: Self.messiah, Self.messiah, Self.dune)
        guard case .found(let book, let match) = step else {
            Issue.record("not found")
            return
        }
        #expect(book.identifiers.map(\.values) == [["OL1W"]])
        #expect(match == BookMatch(title: .exact, author: .family))
    }

    @Test func `Another author's book of the same title makes it ambiguous, and both are named`() throws {
        let other = #"{"key":"/works/OL3W","title":"Dune","author_name":["Ana Writer"]}"#
        guard case .ambiguous(let message) = try Self.end("Dune", asked: "title=Dune", docs: Self.dune, other) else {
            Issue.record("not ambiguous")
            return
        }
        #expect(message == #"Several books fit "Dune": "Dune" by Frank Herbert (OL1W); "Dune" by Ana Writer (OL3W)."#)
    }

    @Test func `A search is asked without series, edition, years and the word for no author`() throws {
        for (title, author, asked) in [
            ("Dune (Dune Chronicles, #1)", "Herbert, Frank, 1920-1986", "title=Dune&author=Herbert%2C%20Frank"),
            ("Dune, 2nd ed.", "Unknown", "title=Dune"), ("Dune", "Herbert & Anderson", "title=Dune&author=Herbert"),
        ] {
            guard case .found = try Self.end(title, author, asked: asked, docs: Self.dune) else {
                Issue.record("\(title) is not found")
                continue
            }
        }
    }

    @Test func `An edition that doesn't fit, such as a translation, is not told as the book`() throws {
        let edition = #""editions":{"docs":[{"key":"/books/OL9M","title":"Дюна","isbn":["9780743273565"]}]}"#
        let work = #"{"key":"/works/OL1W","title":"Dune","first_publish_year":1965,\#(edition)}"#
        guard case .found(let book, _) = try Self.end("Dune", asked: "title=Dune", docs: work) else {
            Issue.record("not found")
            return
        }
        #expect(
            json(book)
                == #"{"title":"Dune","published":{"text":"1965","year":1965,"precision":"year"},"#
                + #""identifiers":{"openlibrary":["OL1W"]},"sourceURL":"https://openlibrary.org/works/OL1W"}"#)
    }

    @Test func `A work is found by the title of its edition and by another name of its author`() throws {
        let work =
            #"{"key":"/works/OL1W","title":"Война и мир","author_name":["Лев Толстой"],"author_alternative_name":["Leo Tolstoy"],"#
            + #""editions":{"docs":[{"key":"/books/OL9M","title":"War and Peace"}]}}"#
        let step = try Self.end(
            "War & Peace", "Tolstoy, L.", asked: "title=War%20%26%20Peace&author=Tolstoy%2C%20L.", docs: work)
        guard case .found(let book, let match) = step else {
            Issue.record("not found")
            return
        }
        #expect(book.title == "War and Peace")
        #expect(match == BookMatch(title: .exact, author: .initials))
    }

    @Test func `A work without a title might be the one, so that nothing is said of the book`() throws {
        let api = try OpenLibraryDouble.api()
        var lookup = api.lookup(.title("Dune", author: nil))
        guard case .send(let request) = lookup.next(after: nil) else { throw Unexpected(step: "no request") }
        let body = #"{"numFound":2,"docs":[\#(Self.messiah),{"key":"/works/OL4W"}]}"#
        let judgement = request.judge.judgement(of: OpenLibraryDouble.response(to: request.url, (200, body)))
        #expect(judgement.verdict == .transient)
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
