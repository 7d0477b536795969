import JSONText
import Testing

@Suite struct JSONReaderTests {
    @Test func `Tokens come decoded, in order and with their places`() throws {
        let text = "\u{FEFF}{\n  \"isbn\": \"978\",\r\n\t\"é\": [1.50e+2, true,\n null, {}]}\n"
        let tokens = try Self.tokens(of: Array(text.utf8))
        #expect(
            tokens == [
                "1:1 beginObject", "2:3 key isbn", "2:11 string 978", "3:2 key é", "3:7 beginArray",
                "3:8 number 1.50e+2",
                "3:17 bool true", "4:2 null", "4:8 beginObject", "4:9 endObject", "4:10 endArray", "4:11 endObject",
            ]
        )
    }

    @Test(arguments: [1, 2, 3, 7])
    func `The size of the chunks changes nothing`(size: Int) throws {
        let text =
            "\u{FEFF}[\"a\\u00e9\\ud83d\\ude00\\n\\\"ы—😀z\", -0.25E-3, {\"k\\/\": \"\", \"ключ\":\n false}, [], 0, null]"
        let whole = try Self.tokens(of: Array(text.utf8))
        #expect(try Self.tokens(of: Array(text.utf8), chunk: size) == whole)
        #expect(whole[1] == "1:2 string aé😀\n\"ы—😀z")
        #expect(whole[7] == "2:2 bool false")
    }

    @Test(arguments: [
        ("", "1:1: the text is empty"),
        (" \n ", "2:2: the text is empty"),
        ("[1,]", "1:3: a comma before ]: remove it"),
        ("{\"a\": 1,\n}", "1:8: a comma before }: remove it"),
        ("[1,,2]", "1:4: a value is due here, not a comma: remove it"),
        ("[1 2]", "1:4: a comma is missing before this"),
        ("{\"a\": 1 \"b\": 2}", "1:9: a comma is missing before this"),
        ("[1}", "1:3: a comma or ] is due here, not }"),
        ("{\"a\" 1}", "1:6: a colon is due after the name, not 1"),
        ("{a: 1}", "1:2: a name in double quotes is due here, not a"),
        ("{,}", "1:2: a name in double quotes is due here, not a comma"),
        ("// note\n{}", "1:1: JSON has no comments: remove it, or use a \"comment\" member"),
        ("[1, # one\n2]", "1:5: JSON has no comments: remove it, or use a \"comment\" member"),
        ("{ // note\n}", "1:3: a name in double quotes is due here, not a comment (JSON has none)"),
        ("['a']", "1:2: a string is quoted by \" in JSON, not by '"),
        ("[NaN]", "1:2: a value is due here, not the word NaN"),
        ("[True]", "1:2: a value is due here, not the word True"),
        ("[0140328726]", "1:2: a number can't begin with 0: put an identifier in double quotes"),
        ("[-]", "1:3: a digit is due in a number"),
        ("[1.]", "1:4: a digit is due in the fraction of a number"),
        ("[1e]", "1:4: a digit is due in the exponent of a number"),
        ("[+1]", "1:2: a value is due here, not +"),
        ("{} {}", "1:4: { after the end of the JSON value"),
        ("{}x", "1:3: x after the end of the JSON value"),
        ("[\"a\nb\"]", "1:2: the string has no closing quote on its line (a line break in it is \\n)"),
        ("[\"a\tb\"]", "1:4: a tab in a string: write \\t"),
        ("[\"a\u{01}b\"]", "1:4: a control character in a string: write \\u0001"),
        (
            "[\"\\x\"]",
            "1:3: \\ begins an escape of JSON and can't stand before this character: write \\\\ for a backslash"
        ),
        ("[\"\\u12g4\"]", "1:7: four hexadecimal digits are due after \\u"),
        ("[\"é\\ud800\"]", "1:4: \\ud800 is half of a surrogate pair without its other half"),
        ("[\"\\udc00\\ud800\"]", "1:3: \\udc00 is half of a surrogate pair without its other half"),
        ("[\"\\ud800\\u0041\"]", "1:3: \\ud800 is half of a surrogate pair without its other half"),
        ("{\"a\": 1,\n \"a\": 2}", "2:2: the name \"a\" is already used at line 1, column 2"),
        ("{\"a\": [\n1", "2:2: the text ends inside the array that begins at line 1, column 7"),
        ("{\"a\": \"b", "1:9: the text ends inside the string that begins at line 1, column 7"),
    ])
    func `A fault is named at its place, whatever the chunks`(text: String, error: String) {
        for size in [1, 2, 3, 7, 1_000] {
            #expect(Self.error(in: Array(text.utf8), chunk: size) == error)
        }
    }

    @Test(
        arguments: [
            ([0x5B, 0x22, 0xFF, 0x22, 0x5D], "1:3: the byte FF is not UTF-8 here: save the text as UTF-8"),
            ([0x5B, 0x22, 0xC0, 0xAF, 0x22], "1:3: the byte C0 is not UTF-8 here: save the text as UTF-8"),
            ([0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22], "1:3: the byte ED is not UTF-8 here: save the text as UTF-8"),
            ([0x5B, 0x22, 0x61, 0xE2, 0x82, 0x22], "1:4: the byte E2 is not UTF-8 here: save the text as UTF-8"),
            ([0x5B, 0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "1:3: the byte F4 is not UTF-8 here: save the text as UTF-8"),
            ([0xFF, 0xFE, 0x5B, 0x00], "1:1: the byte FF is not UTF-8 here: save the text as UTF-8"),
        ] as [([UInt8], String)])
    func `Bytes that are not UTF-8 are an error at their place`(bytes: [UInt8], error: String) {
        #expect(Self.error(in: bytes, chunk: 1) == error)
        #expect(Self.error(in: bytes, chunk: 1_000) == error)
    }

    @Test func `A text cut at any byte is an error with a place`() throws {
        let bytes = Array("{\"a\": [1.5, true, \"é\\ud83d\\ude00\\n\", {\"b\": null}]}".utf8)
        for length in 0..<bytes.count {
            let error = #expect(throws: JSONTextError.self) { try Self.tokens(of: Array(bytes[..<length]), chunk: 3) }
            #expect(error?.position.line == 1)
        }
    }

    @Test func `The deepest nesting is an error, not a crash`() throws {
        let allowed = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try Self.tokens(of: Array(allowed.utf8)).count == 1_024)
        _ = try JSONValue(parsing: Array(allowed.utf8))
        let error = Self.error(in: Array(String(repeating: "[", count: 100_000).utf8), chunk: 1_000)
        #expect(error == "1:513: nested deeper than 512 levels")
    }

    @Test func `Equal names are found among many and told apart by bytes, not by look`() throws {
        let names = (0..<40).map { "\"n\($0)\": 0" }.joined(separator: ",")
        #expect(
            Self.error(in: Array("{\(names),\"n3\":1}".utf8), chunk: 100)?.contains("the name \"n3\" is already used")
                == true)
        #expect(
            Self.error(in: Array("{\(names),\"n39\":1}".utf8), chunk: 100)?.contains("the name \"n39\" is already used")
                == true)
        #expect(Self.error(in: Array("{\"e\u{301}\": 1, \"\u{E9}\": 2, \"x\": {\"x\": 1}}".utf8), chunk: 100) == nil)
    }

    @Test func `Equal names are collected where the reader is told so`() throws {
        var reader = JSONReader(Array("{\"a\":1,\"a\":2,\"b\":{\"c\":1,\"c\":1}}".utf8), duplicateKeys: .collected)
        while try reader.next() != nil {}
        #expect(reader.duplicates.map(\.position.column) == [8, 25])
    }

    @Test func `A value can be skipped`() throws {
        var reader = JSONReader(Array("[{\"a\": [1, {}]}, 2]".utf8))
        _ = try reader.next()
        let first = try #require(try reader.next())
        try reader.skip(after: first)
        #expect(try reader.next() == .number("2"))
    }

    @Test func `A source that fails is an error of its own kind`() {
        var reader = JSONReader { () throws(JSONSourceError) in throw JSONSourceError("the disk is on fire") }
        let error = #expect(throws: JSONTextError.self) { try reader.next() }
        #expect(error?.kind == .source)
        #expect(error?.message == "the disk is on fire")
    }

    private static func tokens(of bytes: [UInt8], chunk: Int = 1 << 16) throws -> [String] {
        var reader = JSONReader(source: source(of: bytes, chunk: chunk))
        var tokens: [String] = []
        while let token = try reader.next() {
            let place = "\(reader.tokenStart.line):\(reader.tokenStart.column)"
            switch token {
            case .key(let text): tokens.append("\(place) key \(text)")
            case .string(let text): tokens.append("\(place) string \(text)")
            case .number(let text): tokens.append("\(place) number \(text)")
            case .bool(let value): tokens.append("\(place) bool \(value)")
            default: tokens.append("\(place) \(token)")
            }
        }
        return tokens
    }

    private static func error(in bytes: [UInt8], chunk: Int) -> String? {
        do {
            _ = try tokens(of: bytes, chunk: chunk)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static func source(of bytes: [UInt8], chunk: Int) -> () throws(JSONSourceError) -> [UInt8] {
        var offset = 0
        return { () throws(JSONSourceError) in
            let end = min(offset + chunk, bytes.count)
            defer { offset = end }
            return Array(bytes[offset..<end])
        }
    }
}
