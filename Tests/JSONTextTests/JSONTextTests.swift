import JSONText
import Testing

@Suite struct JSONTextTests {
    @Test(arguments: [
        (
            " { \"a\" : [ 1.50 , -0 , 1E+2 ] , \"a\" : \"x  y\\u00e9\\/\" } \n",
            "{\"a\":[1.50,-0,1E+2],\"a\":\"x  y\\u00e9\\/\"}"
        ),
        ("\u{FEFF}[]", "[]"),
        ("\t\"é😀\"\r\n", "\"é😀\""),
        ("12345678901234567890.10", "12345678901234567890.10"),
        ("[ true , false , null , { } ]", "[true,false,null,{}]"),
        ("\"\\ud83d\\ude00\"", "\"\\ud83d\\ude00\""),
    ])
    func `Compacting takes out white space and nothing else`(text: String, compact: String) {
        #expect(JSONText.compacted(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } == compact)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "[1 2]", "nul", "nulll", "truefalse", "01", "-", "1.",
        ".5", "1e",
        "+1", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"a\nb\"", "{} {}",
        "[}", "]",
        "<html>", "// c\n1", "'a'", "NaN", "[1]]", "{\"a\":1]", ",", ":",
    ])
    func `What is not one JSON value has no compact form`(text: String) {
        #expect(JSONText.compacted(Array(text.utf8)) == nil)
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22],
        ] as [[UInt8]])
    func `Bytes that are not UTF-8 have no compact form`(bytes: [UInt8]) {
        #expect(JSONText.compacted(bytes) == nil)
    }

    @Test func `A text cut at any byte has no compact form`() {
        let bytes = Array("{\"a\": [1, true, \"é\\ud83d\\ude00\"]}".utf8)
        for length in 0..<bytes.count { #expect(JSONText.compacted(Array(bytes[..<length])) == nil) }
    }

    @Test func `Depth is limited`() {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 512) + [UInt8](repeating: UInt8(ascii: "]"), count: 512)
        #expect(JSONText.compacted(deep) == deep)
        #expect(JSONText.compacted([UInt8(ascii: "[")] + deep + [UInt8(ascii: "]")]) == nil)
    }

    @Test func `Reader and compactor agree on what is JSON`() {
        let pieces = ["{", "}", "[", "]", ",", ":", "\"a\"", "1", "true", " "]
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    for d in pieces {
                        let bytes = Array((a + b + c + d).utf8)
                        let isRead = (try? JSONValue(parsing: bytes, duplicateKeys: .allowed)) != nil
                        #expect((JSONText.compacted(bytes) != nil) == isRead, "\(a + b + c + d)")
                    }
                }
            }
        }
    }

    @Test func `Indenting lays members out and leaves strings and empty values whole`() {
        let text = #"{"a":[1,{}, []],"b":"{,:\\\"[","c":[]}"#
        let lines = #"""
            {
              "a": [
                1,
                {},
                []
              ],
              "b": "{,:\\\"[",
              "c": []
            }
            """#
        #expect(JSONText.indented(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } == lines)
        #expect(JSONText.indented(Array("[1,]".utf8)) == nil)
    }

    @Test(arguments: [
        ("\u{FEFF}{\"a\":[1e999,true]}", nil), ("{\"a\":1,\"a\":2}", "1:8"), ("{\"a\":\"b\n\"}", "1:6"),
        ("{} x", "1:4"),
        ("{\"a\":\"\\ud800\"}", "1:7"), ("", "1:1"), ("[1", "1:3"),
    ])
    func `The fault of a text is told with its place`(text: String, place: String?) {
        let fault = JSONText.fault(in: Array(text.utf8), duplicateKeys: .refused)
        #expect(fault.map { "\($0.position.line):\($0.position.column)" } == place)
    }

    @Test func `Two members of one name are a fault only where they are refused`() {
        let text = Array("{\"a\":1,\"b\":{\"a\":2,\"a\":3}}".utf8)
        #expect(JSONText.fault(in: text, duplicateKeys: .allowed) == nil)
        #expect(JSONText.fault(in: text, duplicateKeys: .refused)?.kind == .duplicateKey)
    }
}
