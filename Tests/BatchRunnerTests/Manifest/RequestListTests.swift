import BatchRunner
import Books
import Testing

@Suite struct RequestListTests {
    @Test func `A text file gives one identifier a line, comments and blank lines aside`() throws {
        let folder = try Self.folder(
            "ids.txt",
            "\u{FEFF}978-0-14-032872-1\r\n\r\n# classics\n  0140328726  # Matilda\n\t\n9780140328721"
        )
        let requests = try folder.requests()
        #expect(
            requests.map(\.kind) == [
                .isbn(try ISBN("978-0-14-032872-1")), .isbn(try ISBN("0140328726")), .isbn(try ISBN("9780140328721")),
            ])
        #expect(requests.map(\.place.line) == [1, 4, 6])
        #expect(requests.map { folder.relative($0.place.file) } == ["ids.txt", "ids.txt", "ids.txt"])
        #expect(String(decoding: requests[1].written, as: UTF8.self) == #"{"isbn":"0140328726","line":4}"#)
        let manifest = try folder.check().get()
        #expect(manifest.requestCount == 3)
        #expect(manifest.bookRequests == ["sample": 1] && manifest.repeatCount == 2)
    }

    @Test func `A CSV column is found by its name`() throws {
        let text = "id,\"the, number\",note\r\n1,\"9780140328721\",\"two\r\nlines, \"\"quoted\"\"\"\r\n2,0140328726,\n"
        let requests = try Self.folder("books.csv", text, column: "the, number").requests()
        #expect(requests.map(\.kind) == [.isbn(try ISBN("9780140328721")), .isbn(try ISBN("0140328726"))])
        #expect(requests.map(\.place.line) == [2, 4])
    }

    @Test func `The column that looks like an ISBN's is found, as Goodreads and others write it`() throws {
        let text =
            "Book Id,Title,ISBN,ISBN13\n1,\"A, B\",=\"0140328726\",=\"9780140328721\"\n2,C,=\"\",=\"9791090636071\"\n"
        let requests = try Self.folder("goodreads.csv", text).requests()
        #expect(requests.map(\.kind) == [.isbn(try ISBN("0140328726")), .isbn(try ISBN("9791090636071"))])
        #expect(try Self.folder("other.csv", "Title,EAN/ISBN-13\nA,9780140328721\n").requests().count == 1)
    }

    @Test func `Lines of NDJSON are requests`() throws {
        let text = "{\"isbn\": \"9780140328721\"}\n\n{\"url\": \"http://a.example/${env:X}\", \"id\": \"u\"}\n"
        let requests = try Self.folder("list.ndjson", text).requests(environment: ["X": "x"])
        #expect(requests.map(\.place.line) == [1, 3])
        #expect(requests[1].id == "u")
        #expect(
            String(decoding: requests[1].written, as: UTF8.self) == #"{"url":"http://a.example/${env:X}","line":3}"#)
    }

    @Test func `A bad line is a request that says why, and a warning`() throws {
        let text =
            "{\"isbn\": \"9780140328721\"}\n{\"isbn\": 9780140328721}\n  {\"ibsn\": \"x\", \"id\": \"kept\"}\n{\"isbn\": \n"
        let folder = try Self.folder("list.ndjson", text)
        let requests = try folder.requests()
        #expect(requests.map(\.id) == ["9780140328721", "bad line", "kept", "bad line#2"])
        #expect(requests[1].kind == .invalid("an ISBN is text: write it in double quotes, \"9780140328721\""))
        #expect(requests[2].kind == .invalid("unknown field \"ibsn\" in a request; did you mean \"isbn\"?"))
        #expect(
            try folder.report() == """
                list.ndjson:2:10: warning: an ISBN is text: write it in double quotes, "9780140328721"
                {"isbn": 9780140328721}
                         ^
                list.ndjson:3:4: warning: unknown field "ibsn" in a request; did you mean "isbn"?
                  {"ibsn": "x", "id": "kept"}
                   ^
                list.ndjson:4:10: warning: the text ends inside the object that begins at line 4, column 1
                {"isbn": 
                         ^
                """
        )
        let manifest = try folder.check().get()
        #expect(manifest.requestCount == 4 && manifest.invalidCount == 3)
    }

    @Test func `A bad line is an error where the caller is strict`() throws {
        let folder = try Self.folder("books.csv", "isbn,x\n9780140328721,\n1,b\n\"97801\"40328721,c\n")
        #expect(try folder.check().get().invalidCount == 2)
        #expect(try folder.check(strict: true).failure == .invalid)
        let report = try folder.report(strict: true)
        #expect(
            report.hasPrefix(
                "books.csv:3:1: error: \"1\" has 1 digit where 10 or 13 are expected\n1,b\n^\n"
                    + "books.csv:4:8: error: text after a closing quote\n"))
    }

    @Test func `A row without a number is no request, and is counted`() throws {
        let manifest = try Self.folder("l.csv", "Title,ISBN\nA,9780140328721\nB,\n,\n\n , \nC\n").check().get()
        #expect(manifest.requestCount == 1 && manifest.invalidCount == 0)
        #expect(manifest.leftOutCount == 4)
    }

    @Test func `A given id that repeats makes the later line a bad one`() throws {
        let text = "{\"id\": \"a\", \"title\": \"x\"}\n{\"title\": \"y\", \"id\": \"a\"}\n{\"title\": \"a\"}\n"
        let folder = try Self.folder("list.ndjson", text)
        let requests = try folder.requests()
        #expect(requests.map(\.id) == ["a", "a#2", "a#3"])
        #expect(requests[1].kind == .invalid("the id \"a\" is already used at line 1, column 8"))
        #expect(
            try folder.report().hasPrefix(
                "list.ndjson:2:22: warning: the id \"a\" is already used at line 1, column 8\n"))
    }

    @Test(arguments: [
        (
            "ids.csv", "\n \n",
            #"books.json:1:36: warning: ids.csv has no requests in it, so there is nothing to ask"#
        ),
        (
            "ids.csv", "isbn\n9780140328721\n\"9780140328721\n1\n2\n",
            #"ids.csv:3:1: warning: this quote is never closed"#
        ),
        ("ids.csv", "isbn\"\n\"a\"b\n", #"ids.csv:2:4: warning: text after a closing quote"#),
        (
            "ids.csv", "\"isbn\"b,c\n1,2\n",
            #"ids.csv:1:7: error: the header row can't be read: text after a closing quote"#
        ),
        (
            "ids.txt", "\n# none\n",
            #"books.json:1:36: warning: ids.txt has no requests in it, so there is nothing to ask"#
        ),
        (
            "ids.xls", "",
            #"books.json:1:36: error: a list of requests is a file that ends with .txt, .csv, .tsv or .ndjson: save the spreadsheet as CSV UTF-8"#
        ),
    ])
    func `A list that can't be used, or has nothing in it, is told`(name: String, text: String, expected: String) throws
    {
        let report = try Self.folder(name, text).report()
        #expect(report.split(separator: "\n").first.map(String.init) == expected.replacing("1:36", with: "1:35"))
    }

    @Test(arguments: ["\"ISBN;13\"\n9780140328721\n", "ISBN,\"a;b\"\n9780140328721,x\n", "x;y,ISBN\n;,9780140328721\n"])
    func `A semicolon within a column's name separates nothing`(text: String) throws {
        #expect(try Self.folder("ids.csv", text).requests().map(\.kind) == [.isbn(try ISBN("9780140328721"))])
    }

    @Test func `A missing secret in a list is no bad line`() throws {
        let folder = try Self.folder("list.ndjson", "{\"url\": \"http://a.example/${env:NONE}\"}\n")
        #expect(try folder.check().failure == .secretMissing)
    }

    @Test func `A list that changes between the readings is an error`() throws {
        let folder = try Self.folder("ids.txt", "9780140328721\n")
        var stream = try folder.check().get().requests()
        try folder.overwrite("ids.txt", with: "0140328726\n")
        let error = #expect(throws: ManifestError.self) { while try stream.next() != nil {} }
        #expect(error?.kind == .changed)
    }

    private static func folder(_ name: String, _ text: String, column: String? = nil) throws -> ManifestFolder {
        let list = column.map { "{\"file\": \"\(name)\", \"columns\": {\"isbn\": \"\($0)\"}}" } ?? "\"\(name)\""
        return try ManifestFolder("{\"api\": \"sample\", \"requestsFrom\": \(list)}", files: [name: text])
    }
}
