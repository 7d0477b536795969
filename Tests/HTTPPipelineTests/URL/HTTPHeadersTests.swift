import HTTPPipeline
import Testing

@Suite struct HTTPHeadersTests {
    @Test func `Lines of one name are joined and replaced together`() {
        var headers: HTTPHeaders = ["Vary": "Accept", "vary": "Cookie", "ETag": "x"]
        #expect(headers["VARY"] == "Accept, Cookie")
        headers["Vary"] = "*"
        #expect(headers.fields.map(\.name) == ["ETag", "Vary"])
        headers["Vary"] = nil
        #expect(!headers.contains("vary"))
    }

    @Test(arguments: ["X-Key", "a", "!#$%&'*+-.^_`|~09"])
    func `A token is a name`(name: String) {
        #expect(HTTPHeaders.isValidName(name))
    }

    @Test(arguments: ["", "a b", "a:", "é", "a\r\nX-Evil: 1", "a\0", "(a)"])
    func `Anything but a token is no name`(name: String) {
        #expect(!HTTPHeaders.isValidName(name))
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\rb", "a\nb", "a\0b", "a\u{1B}[0m", "\u{7F}"])
    func `A value with a line break or another control character is refused`(value: String) {
        #expect(!HTTPHeaders.isValidValue(value))
        #expect(HTTPHeaders.isValidValue("a\tb ü"))
    }
}
