import JSONText
import Testing

@Suite struct JSONValueTests {
    @Test func `A value keeps its places and the spelling of its numbers`() throws {
        let value = try JSONValue(parsing: Array("{\n \"n\": 1.00, \"list\": [true, \"x\"]}".utf8))
        #expect(value["n"]?.content == .number("1.00"))
        #expect(value["n"]?.position == JSONPosition(line: 2, column: 7, offset: 8))
        #expect(value["list"]?.elements?.last?.text == "x")
        #expect(value["list"]?.elements?.first?.kindName == "true")
        #expect(value["none"] == nil)
    }

    @Test func `A written value reads as it was`() throws {
        let text = "{\"a\":[1.00,-2e5,null,true,\"\\n\"],\"b\":{}}"
        var writer = JSONWriter()
        writer.value(try JSONValue(parsing: Array(text.utf8)))
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func `Text behind a value is an error`() {
        let error = #expect(throws: JSONTextError.self) { try JSONValue(parsing: Array("[1] 2".utf8)) }
        #expect(error?.position.column == 5)
    }
}
