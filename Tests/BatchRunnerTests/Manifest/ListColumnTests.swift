import BatchRunner
import Books
import JSONText
import Testing

@Suite struct ListColumnTests {
    private static let (fox, matilda) = ("9780140328721", "9780140328738")

    private static func folder(_ table: String, _ settings: String) throws -> ManifestFolder {
        try ManifestFolder(
            "{\"api\": \"sample\", \"requestsFrom\": {\"file\": \"l.csv\", \(settings)}}", files: ["l.csv": table])
    }

    private static func asked(_ table: String, _ settings: String) throws -> [String] {
        try folder(table, settings).requests().map { spec in
            switch spec.kind {
            case .isbn(let isbn): isbn.isbn13
            case .title(let title, let author): "\(title) / \(author ?? "-")"
            case .invalid(let message): "bad: \(message)"
            case .path, .url: "?"
            }
        }
    }

    @Test func `The first good identifier is asked in the order in which the columns are named`() throws {
        let table = "ISBN,ISBN13\n0140328726,9780451524935\n,9780451524935\n0140328726,\nx,9780451524935\nx,y\n,\n"
        let last = "bad: \"x\" is not an ISBN"
        #expect(
            try Self.asked(table, #""columns": {"isbn": ["ISBN", "ISBN13"]}"#)
                == [Self.fox, "9780451524935", Self.fox, "9780451524935", last])
        #expect(
            try Self.asked(table, #""columns": {"isbn": ["ISBN13", "ISBN"]}"#)
                == ["9780451524935", "9780451524935", Self.fox, "9780451524935", "bad: \"y\" is not an ISBN"])
    }

    @Test func `A title is asked only where all identifiers are empty`() throws {
        let table =
            "ISBN,Title,Author\n\(Self.fox),A,B\n,Dune, Frank Herbert \n[],Emma,\nx,C,D\n,,Nobody\n=\"\",\" \",\n"
        #expect(
            try Self.asked(table, #""columns": {"author": "Author", "title": "Title", "isbn": "ISBN"}"#)
                == [Self.fox, "Dune / Frank Herbert", "Emma / -", "bad: \"x\" is not an ISBN"])
        let manifest = try Self.folder(table, #""columns": {"isbn": "ISBN"}"#).check().get()
        #expect(manifest.leftOutCount == 4 && manifest.requestCount == 2)
    }

    @Test func `Ids come from their column, and one that repeats gets a number`() throws {
        let table = "Book Id,ISBN\n7,\(Self.fox)\n7,\(Self.fox)\n,\(Self.fox)\n\"8\n9\",x\n"
        let requests = try Self.folder(table, #""columns": {"id": "Book Id"}"#).requests()
        #expect(requests.map(\.id) == ["7", "7#2", Self.fox, "89"])
        #expect(requests[0].fingerprint == requests[2].fingerprint)
        let written = String(decoding: requests[0].written, as: UTF8.self)
        #expect(written == "{\"isbn\":\"\(Self.fox)\",\"line\":2}")
    }

    @Test func `Carried cells are in the result as they are, and not in what the request is known by`() throws {
        let table = "ISBN,My Rating,Shelf\n\(Self.fox),5,\" a, \"\"b\"\"\nc \"\nx,1,bad\n\(Self.fox)\n"
        let requests = try Self.folder(table, #""carry": ["Shelf", "my rating"]"#).requests()
        #expect(
            requests.map { String(decoding: $0.carried, as: UTF8.self) } == [
                #"{"Shelf":" a, \"b\"\nc ","my rating":"5"}"#, #"{"Shelf":"bad","my rating":"1"}"#,
                #"{"Shelf":"","my rating":""}"#,
            ])
        #expect(requests[0].fingerprint == requests[2].fingerprint)
        #expect(requests[0].cacheIdentity == requests[2].cacheIdentity)
    }

    @Test func `A row whose carried cell is bad is known by what it asks`() throws {
        let folder = try Self.folder("ISBN,Note\n\(Self.fox),sch?n\n", #""carry": ["Note"]"#)
        let bytes = Array("ISBN,Note\n\(Self.fox),sch".utf8) + [0xF6] + Array("n\n".utf8)
        try folder.write(bytes, to: "l.csv")
        let request = try #require(try folder.requests().first)
        #expect(request.id == Self.fox && !request.isValid)
        #expect(String(decoding: request.written, as: UTF8.self) == #"{"isbn":"9780140328721","line":2}"#)
    }

    @Test func `A name finds the column that has it, by case only where none has it as it is`() throws {
        let table = "isbn, ISBN ,,ISBN\n1,\(Self.fox),,\n,,,9780451524935\n"
        #expect(try Self.asked(table, #""columns": {"isbn": " ISBN"}"#) == [Self.fox, "9780451524935"])
        #expect(try Self.asked("Isbn\n\(Self.fox)\n", #""columns": {"isbn": "ISBN"}"#) == [Self.fox])
        #expect(
            try Self.asked("\u{FEFF}\"Назва\";\"Книга\"\nа;\(Self.fox)\n", #""columns": {"isbn": "книга"}"#) == [
                Self.fox
            ])
    }

    @Test func `Cells that have moved to the right are told, and short rows are not`() throws {
        let table = "Title,ISBN\nOne, two,\(Self.fox)\n,,\(Self.fox)\nThree\n"
        let folder = try Self.folder(table, #""carry": "Title""#)
        let messages = try Self.asked(table, #""carry": "Title""#)
        #expect(
            messages
                == ["bad: \"two\" is not an ISBN", "bad: the row has 3 cells where the header has 2"].map {
                    $0.replacing("\"two\"", with: "\" two\"")
                })
        #expect(try folder.check().get().leftOutCount == 1)
    }

    @Test(arguments: [
        (#""columns": {"isbn": "isbn"}"#, "1:73: error: l.csv has no column \"isbn\"; did you mean \"isbm\"?"),
        (
            #""columns": {"isbn": ["number"]}"#,
            "1:74: error: l.csv has no column \"number\"; there are \"isbm\", \"Title\""
        ),
        (
            #""columns": {"title": "Title"}, "carry": ["Shelf"]"#,
            "1:94: error: l.csv has no column \"Shelf\"; there are \"isbm\", \"Title\""
        ),
        (#""columns": {"author": "Title"}"#, "1:75: error: \"author\" goes with \"title\""),
        (#""columns": {}"#, "1:64: error: \"columns\" names no column"),
        (#""columns": {"isbn": []}"#, "1:73: error: \"isbn\" is an empty list"),
        (
            #""columns": {"isbn": 5}"#,
            "1:73: error: \"isbn\" is the name of a column in double quotes, or a list of names, not a number"
        ),
        (#""columns": {"isbn": [" "]}"#, "1:74: error: a column's name is text in double quotes that is not empty"),
        (#""columns": {"ibsn": "isbm"}"#, "1:65: error: unknown field \"ibsn\" in \"columns\"; did you mean \"isbn\"?"),
        (#""column": "isbm""#, "1:53: error: unknown field \"column\" in \"requestsFrom\"; did you mean \"columns\"?"),
        (#""separator": "|""#, "1:66: error: \"separator\" is \",\", \";\" or \"tab\", not \"|\""),
    ])
    func `What is wrong with the columns is told at its place`(settings: String, expected: String) throws {
        let folder = try Self.folder("isbm,Title\n\(Self.fox),a\n", settings)
        let first = try folder.report().split(separator: "\n").first.map(String.init)
        #expect(first == "books.json:" + expected)
    }

    @Test func `Without a name the columns that look like an ISBN's are told, or which there are`() throws {
        let found = try ManifestFolder(
            "{\"api\": \"sample\", \"requestsFrom\": \"l.csv\"}",
            files: ["l.csv": "Title,ISBN/UID,isbn13\na,\(Self.fox),\n"]
        ).check().get()
        #expect(found.columnsFound == ["ISBN/UID", "isbn13"])
        let folder = try ManifestFolder(
            "{\"api\": \"sample\", \"requestsFrom\": \"l.csv\"}", files: ["l.csv": "Title;Year;\nA;1988;\n"])
        #expect(
            try folder.report().hasPrefix(
                "l.csv:1:1: error: no column looks like an ISBN's: name one with \"columns\" in the manifest; "
                    + "there are \"Title\", \"Year\"\n"))
    }

    @Test func `The separator can be said`() throws {
        let table = "ISBN;a,b\n\(Self.fox);c,\(Self.matilda)\n"
        #expect(try Self.asked(table, #""columns": {"isbn": "ISBN"}, "separator": ";""#) == [Self.fox])
        #expect(try Self.folder(table, #""columns": {"isbn": "ISBN"}, "separator": ",""#).check().failure == .invalid)
    }

    @Test(arguments: [
        ("l.csv.gz", ": unpack it first"), ("l.xlsx", ": save the spreadsheet as CSV UTF-8"), ("l.pdf", ""),
    ])
    func `A file of another kind is told what to become`(name: String, advice: String) throws {
        let folder = try ManifestFolder("{\"api\": \"sample\", \"requestsFrom\": \"\(name)\"}", files: [name: "x"])
        #expect(
            try folder.check().diagnostics.map(\.message) == [
                "a list of requests is a file that ends with .txt, .csv, .tsv or .ndjson" + advice
            ])
    }

    @Test func `A folder is no list, and a backslash parts no folders`() throws {
        let folder = try ManifestFolder("{\"api\": \"sample\", \"requestsFrom\": \"lists\\\\l.CSV\"}")
        #expect(try folder.report().contains("No such file or directory; folders are parted by /\n"))
        let upper = try ManifestFolder(
            "{\"api\": \"sample\", \"requestsFrom\": \"l.CSV\"}", files: ["l.CSV": "ISBN\n\(Self.fox)\n"])
        #expect(try upper.check().get().requestCount == 1)
        let other = try ManifestFolder(
            "{\"api\": \"sample\", \"requestsFrom\": {\"file\": \"l.txt\", \"carry\": \"x\"}}", files: ["l.txt": ""])
        #expect(try other.report().contains("\"carry\" goes with a .csv or .tsv file"))
    }
}
