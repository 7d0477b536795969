import BatchRunner
import Books
import HTTPPipeline
import HTTPTestSupport
import JSONText
import Testing

/// Tables as spreadsheets and catalogues write them.
@Suite struct ListDialectTests {
    private static let isbn = "9780140328721"

    private static func folder(_ bytes: [UInt8], named name: String = "l.csv", _ settings: String = "") throws
        -> ManifestFolder
    {
        let list = settings.isEmpty ? "\"\(name)\"" : "{\"file\": \"\(name)\", \(settings)}"
        let folder = try ManifestFolder("{\"api\": \"sample\", \"requestsFrom\": \(list)}")
        try folder.write(bytes, to: name)
        return folder
    }

    private static func folder(_ text: String, named name: String = "l.csv", _ settings: String = "") throws
        -> ManifestFolder
    {
        try folder(Array(text.utf8), named: name, settings)
    }

    /// What a request asks, in short.
    private static func asked(_ spec: RequestSpec) -> String {
        switch spec.kind {
        case .isbn(let isbn): isbn.isbn13
        case .title(let title, let author): "\(title) / \(author ?? "-")"
        case .invalid(let message): "bad: \(message)"
        case .path(let path): path
        case .url(let url): url.path
        }
    }

    private static func asked(_ folder: ManifestFolder) throws -> [String] { try folder.requests().map(asked) }

    private static func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
        ("\u{FEFF}" + text).utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
    }

    // MARK: - Separators, line ends, encodings

    @Test(arguments: [
        "Title;ISBN\nFoo, 2;9780140328721\n", "\n\"Title\";\"ISBN\"\n\"Foo, 2\";9780140328721\n",
        "\"Title, or so\";\"ISBN\"\na;9780140328721\n", "Title, or so;ISBN\na;9780140328721\n",
        "Title\tISBN\nFoo\t9780140328721\n", "\"Title\",\"a;b;c\",\"ISBN\"\nFoo,x;y,9780140328721\n",
        "Titel;Preis, EUR;ISBN\nA;3,50;9780140328721\n", "ISBN;Titel\n9780140328721;A, B\n",
        "sep=;\nTitle, so;ISBN\na;9780140328721\n", "\"sep=\t\"\r\nTitle\tISBN\r\na\t9780140328721\r\n",
        "sep=|\nTitle|ISBN\na;,|9780140328721\n", "\"ISBN;13\"\n9780140328721\n", "x;y,ISBN\n;,9780140328721\n",
        "\u{FEFF}\"ISBN\",\"Title\"\n9780140328721,a\n", "Books of mine;;\n;;\nTitle;ISBN;\na;9780140328721;\n",
        "Title;ISBN;;;\r\na;9780140328721;;;\r\n", "Title,ISBN\ra,9780140328721\r", "Title,ISBN\na,9780140328721\r",
        "Title, ISBN \na, 9780140328721 \n", "Title,ISBN\n\"a\" , \"9780140328721\"\n",
    ])
    func `Separators and line ends are found out`(text: String) throws {
        let folder = try Self.folder(text)
        let report = try folder.report()
        #expect(try Self.asked(folder) == [Self.isbn], "\(report)")
        let wide = try Self.folder(Self.utf16(text.replacing("\u{FEFF}", with: "")))
        #expect(try Self.asked(wide) == [Self.isbn])
    }

    @Test(arguments: [
        "Exported from isbndb.com,,\nTitle,ISBN13,Author\nDune,9780140328721,F\n",
        "ISBN list of the school library,,\nTitle,Shelf,ISBN\nDune,A 1,9780140328721\n",
        "ISBN-Liste;;\nTitel;EAN/ISBN;Regal\nDune;9780140328721;\n", "My ISBN export,\nISBN,Title\n9780140328721,D\n",
        "ISBN export\n\nISBN\n9780140328721\n", "\u{200B}ISBN\u{FEFF},Title\n9780140328721,D\n",
        "ISBN,Title\nISBN 9780140328721,D\n", "Title,ISBN\nThe ISBN Users Manual,9780140328721\n",
    ])
    func `The header is the row that has the numbers below it`(text: String) throws {
        #expect(try Self.asked(Self.folder(text)) == [Self.isbn])
    }

    @Test(arguments: [
        "Titel,EAN\nThe ISBN Users Manual,9780140328721\nDune,9780451524935\n",
        "Titel,Nummer\nA,ISBN 9780140328721\nB,ISBN 9780451524935\n",
    ])
    func `A row that speaks of ISBNs is no header, and no book is lost as one`(text: String) throws {
        let folder = try Self.folder(text)
        #expect(try folder.report().hasPrefix("l.csv:1:1: error: no column looks like an ISBN's"))
    }

    @Test func `A column of ISBNs that is empty is one nevertheless`() throws {
        #expect(try Self.asked(Self.folder("Title,ISBN\nA,\nB,\n")) == [])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `Lines end with LF, CR LF or CR, and are counted`(end: String) throws {
        let lines = ["ISBN,Note", "\(Self.isbn),\"two", "lines\"", "", "9780140328722,x", "\(Self.isbn),y"]
        let folder = try Self.folder(lines.joined(separator: end), named: "l.csv", #""carry": "Note""#)
        let requests = try folder.requests()
        #expect(requests.map(\.place.line) == [2, 5, 6])
        #expect(
            try folder.report() == """
                l.csv:5:1: warning: ISBN 9780140328722 has check digit 2 where 1 is expected
                9780140328722,x
                ^
                """)
        #expect(try JSONValue(parsing: requests[0].carried)["Note"]?.text == "two\(end)lines")
        let text = try Self.folder("# a\(end)\(Self.isbn)\(end)\(end)0140328726  # b", named: "l.txt")
        #expect(try text.requests().map(\.place.line) == [2, 4])
    }

    @Test(arguments: ["l.txt", "l.csv", "l.ndjson"], [false, true])
    func `UTF-16 with its mark is read`(name: String, isBigEndian: Bool) throws {
        let text =
            switch name {
            case "l.csv": "Назва;ISBN\nЛис 🦊;\(Self.isbn)\n"
            case "l.txt": "\(Self.isbn)\n"
            default: "{\"isbn\": \"\(Self.isbn)\"}\n"
            }
        #expect(try Self.asked(Self.folder(Self.utf16(text, isBigEndian: isBigEndian), named: name)) == [Self.isbn])
    }

    @Test func `Half a character in UTF-16 makes its cell a bad one and no other`() throws {
        var bytes = Self.utf16("Title;ISBN\nA?;\nB;\(Self.isbn)\n")
        let mark = try #require(bytes.firstIndex(of: UInt8(ascii: "?")))
        bytes.replaceSubrange(mark...(mark + 1), with: [0x3D, 0xD8])
        bytes.append(0x39)
        let folder = try Self.folder(bytes, named: "l.csv", #""columns": {"isbn": "ISBN", "title": "Title"}"#)
        let bad = "bad: the cell holds bytes that are not UTF-8 text: save as CSV UTF-8"
        #expect(try Self.asked(folder) == [bad, Self.isbn, bad])
    }

    @Test func `Bytes that are not UTF-8 matter only in a cell that is asked or carried`() throws {
        let table = Array("ISBN;Titel\n\(Self.isbn);M".utf8) + [0xFC] + Array("nchen\n;K".utf8) + [0xF6, 0x0A]
        #expect(try Self.asked(Self.folder(table)) == [Self.isbn])
        let bad = "bad: the cell holds bytes that are not UTF-8 text: save as CSV UTF-8"
        let titles = try Self.folder(table, named: "l.csv", #""columns": {"isbn": "ISBN", "title": "Titel"}"#)
        #expect(try Self.asked(titles) == [Self.isbn, bad])
        #expect(try Self.asked(Self.folder(table, named: "l.csv", #""carry": ["Titel"]"#)) == [bad])
        let nul = try Self.folder(
            "ISBN,Title\n,a\u{0}b\n", named: "l.csv", #""columns": {"isbn": "ISBN", "title": "Title"}"#)
        #expect(try Self.asked(nul) == [bad])
        let text = try Self.folder([0xC3, 0x28, 0x0A], named: "l.txt")
        #expect(try Self.asked(text) == ["bad: the line holds bytes that are not UTF-8: save the list as UTF-8"])
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 0x08, 0x00], "the list is compressed (gzip): unpack it first"),
            (
                [0x50, 0x4B, 0x03, 0x04],
                "the list is a zip archive, or a spreadsheet's own file: save it as CSV UTF-8"
            ),
            ([0x69, 0x00, 0x73, 0x00], "the list is not UTF-8, and not UTF-16 with its mark: save the text as UTF-8"),
            ([0xFF, 0xFE, 0x00, 0x00], "the list is not UTF-8, and not UTF-16 with its mark: save the text as UTF-8"),
        ] as [([UInt8], String)])
    func `A list that is no text is one error that says what to do`(bytes: [UInt8], message: String) throws {
        for name in ["l.csv", "l.txt", "l.ndjson", "l.TSV"] {
            let check = try Self.folder(bytes + [0x0A], named: name).check()
            #expect(check.failure == .invalid)
            #expect(check.diagnostics.map(\.message) == [message])
        }
    }

    // MARK: - Quotes

    @Test func `A quote that is never closed makes a bad row, and none behind it is lost`() throws {
        let rows = String(repeating: "Fox,\(Self.isbn)\n", count: 100_000)
        let check = try Self.folder("Title,ISBN\n\"Fox,\(Self.isbn)\n" + rows).check()
        let manifest = try check.get()
        #expect(manifest.requestCount == 100_001 && manifest.invalidCount == 1)
        #expect(check.diagnostics.map(\.headline.lastPathWord) == ["l.csv:2:1: warning: this quote is never closed"])
    }

    @Test func `A stray quote makes its row a bad one, and the rows behind it are read`() throws {
        let table =
            "Title,ISBN,Note\n\"Fox,\(Self.isbn),a\nMatilda,9780140328721,\"b\"\nQ,0140328726,\"x\ny\"\n"
            + "a \"b\" c,\(Self.isbn),5\"\n\"a\"b,\(Self.isbn),c\nD,\(Self.isbn),\n"
        let folder = try Self.folder(table)
        #expect(
            try Self.asked(folder) == [
                "bad: this quote is closed in line 3 only, with text behind it", Self.isbn, Self.isbn, Self.isbn,
                "bad: text after a closing quote", Self.isbn,
            ])
        #expect(try folder.requests().map(\.place.line) == [2, 3, 4, 6, 7, 8])
    }

    @Test func `Between tabs a quote that parts nothing is a letter`() throws {
        let table = "Title\tISBN\n\"Surely\" you joke\t\(Self.isbn)\n\"Whole\"\t\(Self.isbn)\n"
        let folder = try Self.folder(table, named: "l.tsv", #""carry": "Title""#)
        let carried = try folder.requests().map { try JSONValue(parsing: $0.carried)["Title"]?.text }
        #expect(carried == ["\"Surely\" you joke", "Whole"])
    }

    @Test func `A field of two megabytes is no obstacle where it isn't read`() throws {
        let text = String(repeating: "a long, long review\n", count: 100_000)
        let folder = try Self.folder("Review,ISBN\n\"\(text)\",\(Self.isbn)\nb,\(Self.isbn)\n")
        #expect(try Self.asked(folder) == [Self.isbn, Self.isbn])
        let carried = try Self.folder(
            "Review,ISBN\n\"\(text)\",\(Self.isbn)\nb,\(Self.isbn)\n", named: "l.csv", #""carry": "Review""#)
        #expect(try Self.asked(carried) == ["bad: the cell is longer than 1 MiB", Self.isbn])
    }

    @Test(.timeLimit(.minutes(1))) func `A million commas in a line are read in one go`() throws {
        let commas = String(repeating: ",", count: 1 << 20)
        let folder = try Self.folder("ISBN,a\n\(Self.isbn)\(commas)\n,\(commas)\n\(Self.isbn),b\n")
        #expect(try folder.check().get().requestCount == 2)
    }

    // MARK: - Random tables

    @Test(arguments: 0..<300)
    func `A table is read back as it was written, whatever the dialect`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let table = RandomTable(&random)
        let folder = try ManifestFolder(
            "{\"api\": \"sample\", \"requestsFrom\": {\"file\": \"l.csv\", \"columns\": {\"isbn\": \"ISBN\"}, "
                + "\"carry\": \(try table.namesInJSON)}}")
        try folder.write(table.bytes, to: "l.csv")
        let requests = try folder.requests()
        let report = try folder.report()
        #expect(requests.count == table.rows.count, "\(seed): \(report)")
        for (request, row) in zip(requests, table.rows) {
            let carried = try JSONValue(parsing: request.carried)
            #expect(table.names.map { carried[$0]?.text } == row.map(Optional.some), "\(seed)")
        }
    }
}

/// A table with cells that make trouble, in a random dialect.
private struct RandomTable {
    let names: [String]
    let rows: [[String]]
    let bytes: [UInt8]

    private static let pieces = [
        "a", "Б", "🦊", ",", ";", "\t", "\"", "\"\"", "\n", "\r\n", "\r", " ", "=", "é", "\u{FEFF}", "0", "sep=;", "#",
        "\\",
    ]

    init(_ random: inout some RandomNumberGenerator) {
        let further = ["Title", "Назва, том", "a;b", "My \"Rating\"", "Tab\there"].shuffled(using: &random)
        names = (["ISBN"] + further.prefix(Int.random(in: 0...5, using: &random))).shuffled(using: &random)
        let cells = names
        rows = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            cells.map { name in
                name == "ISBN"
                    ? "9780140328721"
                    : (0..<Int.random(in: 0...6, using: &random)).map { _ in
                        Self.pieces.randomElement(using: &random) ?? ""
                    }
                    .joined()
            }
        }
        let separator = [",", ";", "\t"].randomElement(using: &random) ?? ","
        let end = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
        let quotesAll = Bool.random(using: &random)
        var text = Bool.random(using: &random) && cells.count > 1 ? "sep=\(separator)\(end)" : ""
        for row in [names] + rows {
            if Int.random(in: 0..<5, using: &random) == 0 { text += end }
            text +=
                row.map { cell in
                    let isPlain = !cell.unicodeScalars.contains { "\(separator)\"\r\n".unicodeScalars.contains($0) }
                    return isPlain && !quotesAll ? cell : "\"\(cell.replacing("\"", with: "\"\""))\""
                }.joined(separator: separator) + end
        }
        if Bool.random(using: &random) { text.unicodeScalars.removeLast(end.unicodeScalars.count) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes = Array(text.utf8)
        case 1: bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        case let form:
            bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return form == 2 ? pair : pair.reversed()
            }
        }
    }

    var namesInJSON: String {
        get throws {
            var writer = JSONWriter()
            writer.beginArray()
            for name in names { writer.value(name) }
            writer.endArray()
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }
}

extension String {
    /// The last part of a path with what stands behind it.
    fileprivate var lastPathWord: String { split(separator: "/").last.map(String.init) ?? self }
}
