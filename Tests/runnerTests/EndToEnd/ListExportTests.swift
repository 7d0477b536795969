import HTTPTestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Lists of the shapes that libraries and spreadsheets export, from start to results; the rows are made up.
@Suite struct ListExportTests {
    private struct Row: Decodable, Equatable {
        var id: String
        var outcome: String
        var message: String?
        var carried: [String: String]?
    }

    private struct Document: Decodable {
        var results: [Row]
    }

    /// Runs a list and gives its results.
    private static func results(
        of list: [UInt8], named name: String, _ settings: String, ending: ChildProcess.Ending = .exited(0)
    ) async throws -> [Row] {
        let file = settings.isEmpty ? "\"\(name)\"" : "{ \"file\": \"\(name)\", \(settings) }"
        let folder = try RunFolder("{ \"api\": \"sample\", \"requestsFrom\": \(file) }")
        try Data(list).write(to: URL(filePath: folder.path(of: name)))
        let result = try await folder.run()
        #expect(result.ending == ending, "\(result.error)")
        return try JSONDecoder().decode(Document.self, from: Data(try folder.text(of: RunFolder.results).utf8)).results
    }

    private static func results(
        of list: String, named name: String, _ settings: String, ending: ChildProcess.Ending = .exited(0)
    ) async throws -> [Row] {
        try await results(of: Array(list.utf8), named: name, settings, ending: ending)
    }

    @Test func `Goodreads: numbers in formulas, shelves with commas, reviews of several lines`() async throws {
        let list = #"""
            Book Id,Title,Author,ISBN,ISBN13,My Rating,Bookshelves,Exclusive Shelf,My Review
            6310,"Foxes, and so on","Roald Dahl","=""0140328726""","=""9780140328721""",5,"kids, foxes",read,"One.<br/>
            ""Two"", three"
            4671,Gatsby,F. Scott Fitzgerald,="0743273567",="9780743273565",4,classics,to-read,
            99,The Great Gatsby,F. Scott Fitzgerald,"=""""","=""""",0,,to-read,
            100,,,"=""""","=""""",0,,read,
            """#
        let rows = try await Self.results(
            of: list, named: "goodreads_library_export.csv",
            #""columns": { "isbn": ["ISBN13", "ISBN"], "title": "Title", "author": "Author", "id": "Book Id" }, "#
                + #""carry": ["My Rating", "Bookshelves", "My Review"]"#)
        #expect(
            rows == [
                Row(
                    id: "6310", outcome: "ok",
                    carried: [
                        "My Rating": "5", "Bookshelves": "kids, foxes", "My Review": "One.<br/>\n\"Two\", three",
                    ]),
                Row(
                    id: "4671", outcome: "ok", carried: ["My Rating": "4", "Bookshelves": "classics", "My Review": ""]),
                Row(id: "99", outcome: "ok", carried: ["My Rating": "0", "Bookshelves": "", "My Review": ""]),
            ])
    }

    @Test(arguments: [false, true])
    func `LibraryThing: tabs, brackets around numbers, UTF-16 or Latin-1`(isWide: Bool) async throws {
        let list =
            "Book Id\tTitle\tPrimary Author\tISBN\tISBNs\tCollections\r\n"
            + "1\tFantastic Mr. Fox\tDahl, Roald\t[0140328726]\t0140328726, 9780140328721\tYour library\r\n"
            + "2\t\"Ünlike\" titles\tAnon\t[]\t\tYour library\r\n3\tGatsby\tF.\t[9780743273565]\t\tWishlist\r\n"
        let bytes =
            isWide
            ? ("\u{FEFF}" + list).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            : list.unicodeScalars.map { UInt8($0.value) }
        let rows = try await Self.results(
            of: bytes, named: "librarything.tsv",
            #""columns": { "isbn": "ISBN", "id": "Book Id" }, "carry": "Collections""#)
        #expect(rows.map(\.id) == ["1", "3"])
        #expect(rows.map(\.outcome) == ["ok", "ok"])
        #expect(rows.map(\.carried) == [["Collections": "Your library"], ["Collections": "Wishlist"]])
    }

    @Test func `StoryGraph: a column of ISBNs and other numbers is found by its name`() async throws {
        let list = """
            Title,Authors,Contributors,ISBN/UID,Format,Read Status,Star Rating
            Fantastic Mr. Fox,Roald Dahl,"",9780140328721,paperback,read,4.75
            A podcast,Anon,"",a2f1b5e0-9d3c-4c59-8a6e-77c1f00dbeef,audio,read,
            """
        let rows = try await Self.results(of: list, named: "storygraph.csv", "", ending: .exited(1))
        #expect(rows.map(\.outcome) == ["ok", "failed"])
        #expect(rows[1].message?.hasPrefix("line 3: ") == true)
    }

    @Test(arguments: [";", "\t"])
    func `Koha: MARC fields with qualifiers and second numbers`(separator: String) async throws {
        let lines = [
            ["biblionumber", "020$a", "245$a"],
            ["1", "0140328726 (pbk.) : £4.99 9780140328721", "Fantastic Mr. Fox /"],
            ["2", "9780743273565 (v. 1 : hbk.) 9780743273566", "The great Gatsby"], ["3", "", "No number"],
            ["4", "9780140328721 | 9780451524935", "Two books"],
        ]
        let list = lines.map { $0.joined(separator: separator) + "\r\n" }.joined()
        let rows = try await Self.results(
            of: list, named: "koha.csv", #""columns": { "isbn": "020$a", "id": "biblionumber" }, "carry": ["245$a"]"#,
            ending: .exited(1))
        #expect(rows.map(\.id) == ["1", "2", "4"])
        #expect(rows.map(\.outcome) == ["ok", "ok", "failed"])
        #expect(
            rows[2].message
                == "line 5: \"9780140328721 | 9780451524935\" holds the ISBNs 9780140328721 and 9780451524935"
                + " where one is expected")
        #expect(rows[2].carried == ["245$a": "Two books"])
    }

    @Test func `Calibre: numbers among other identifiers, authors joined by an ampersand`() async throws {
        let list =
            "\u{FEFF}" + #"""
                "authors","identifiers","isbn","title"
                "Roald Dahl & Donald Chaffin","isbn:9780140328721,goodreads:12345678","","Fantastic Mr. Fox"
                "F. Scott Fitzgerald","goodreads:4671,isbn:9780743273565,amazon:B000FC0PDA","9780743273565","Gatsby"
                """#
        let rows = try await Self.results(
            of: list, named: "calibre.csv", #""columns": { "isbn": ["isbn", "identifiers"] }, "carry": "authors""#)
        #expect(rows.map(\.id) == ["9780140328721", "9780743273565"])
        #expect(rows.map(\.outcome) == ["ok", "ok"])
        #expect(rows[0].carried == ["authors": "Roald Dahl & Donald Chaffin"])
    }

    @Test func `Excel in German: semicolons, the code page of Windows, and numbers that it damaged`() async throws {
        let list =
            "Titel;Autor;ISBN;Preis\r\nDer f\u{FC}nfte Fuchs;Dahl;9780140328721;3,50\r\nGatsby;M\u{FC}ller;9,78074E+12;9,90\r\n"
        let bytes = list.unicodeScalars.map { UInt8($0.value) }
        let rows = try await Self.results(of: bytes, named: "liste.csv", "", ending: .exited(1))
        #expect(rows.map(\.outcome) == ["ok", "failed"])
        #expect(
            rows[1].message
                == "line 3: \"9,78074E+12\" is in a spreadsheet's scientific notation: the digits of the ISBN are lost")
        let carried = try await Self.results(
            of: bytes, named: "liste.csv", #""carry": ["Titel"]"#, ending: .exited(1))
        #expect(carried[0].message == "line 2: the cell holds bytes that are not UTF-8 text: save as CSV UTF-8")
        let marked = try await Self.results(
            of: "\u{FEFF}sep=;\r\n" + list, named: "liste.csv", #""carry": ["Titel"]"#, ending: .exited(1))
        #expect(marked[0].carried == ["Titel": "Der fünfte Fuchs"])
    }

    @Test func `Excel in Ukrainian: semicolons and Cyrillic headers`() async throws {
        let list =
            "\u{FEFF}Назва;Автор;ISBN\r\nПречудовий пан Лис;Роальд Дал;978-0-14-032872-1\r\nКнига;Хтось;\r\n;;\r\n"
        let rows = try await Self.results(of: list, named: "книги.csv", #""carry": ["Назва", "Автор"]"#)
        #expect(
            rows == [
                Row(
                    id: "9780140328721", outcome: "ok",
                    carried: ["Назва": "Пречудовий пан Лис", "Автор": "Роальд Дал"])
            ])
    }

    @Test func `A carried cell that is edited between two starts is the new one, and nothing is asked again`()
        async throws
    {
        let settings = #"{ "api": "sample", "requestsFrom": { "file": "l.csv", "carry": "Note" } }"#
        let folder = try RunFolder(settings)
        try folder.write("ISBN,Note\n9780140328721,old\n9780140328721,twin\n9780140449136,b\n", to: "l.csv")
        #expect(try await folder.run(["--deadline", "30s", "--min-interval", "1h"]).ending == .exited(75))
        try folder.write("ISBN,Note\n9780140328721,new\n9780140328721,\n9780140449136,c\n0140328727,bad\n", to: "l.csv")
        #expect(try await folder.run(["--min-interval", "0"]).ending == .exited(1))
        #expect(try Self.notes(folder) == ["new", "", "c", "bad"])
        #expect(try folder.results().summary.sends == 2)
        try folder.write("ISBN,Note\n9780140328721,newer\n9780140328721,\n9780140449136,c\n", to: "l.csv")
        #expect(try await folder.run(["--retry-failed"]).ending == .exited(0))
        #expect(try Self.notes(folder) == ["newer", "", "c"])
        try folder.write(settings.replacing(#", "carry": "Note""#, with: ""))
        #expect(try await folder.run(["--retry-failed"]).ending == .exited(0))
        #expect(try Self.notes(folder) == [nil, nil, nil])
    }

    @Test func `A secret in a carried cell is masked, and its column keeps its name`() async throws {
        let folder = try RunFolder(
            #"{ "api": "sample", "headers": { "X-Key": "${env:KEY}" }, "requestsFrom": { "file": "l.csv", "carry": "Note" } }"#
        )
        try folder.write("ISBN,Note\n9780140328721,the key is hunter2-hunter2\n", to: "l.csv")
        #expect(try await folder.run(environment: ["KEY": "hunter2-hunter2"]).ending == .exited(0))
        #expect(try Self.notes(folder) == ["the key is ***"])
    }

    private static func notes(_ folder: RunFolder) throws -> [String?] {
        try JSONDecoder().decode(Document.self, from: Data(try folder.text(of: RunFolder.results).utf8)).results.map {
            $0.carried?["Note"]
        }
    }
}
