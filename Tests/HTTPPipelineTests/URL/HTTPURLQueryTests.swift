import HTTPPipeline
import Testing

@Suite struct HTTPURLQueryTests {
    @Test func `Whatever a server could read otherwise is encoded in a query`() throws {
        let url = try HTTPURL("http://h/search").appendingQuery([("title", "C++ & Дім"), ("a=b#c", "~x/%?")])
        #expect(url.query == "title=C%2B%2B%20%26%20%D0%94%D1%96%D0%BC&a%3Db%23c=~x%2F%25%3F")
        #expect(url.parameters.map(\.value) == ["C++ & Дім", "~x/%?"])
        #expect(try HTTPURL(url.serialized) == url)
    }

    @Test func `Parameters are added after those that are there`() throws {
        let url = try HTTPURL("http://u:p@h/x?a=1").appendingQuery([("b", "2")])
        #expect(url.serialized == "http://u:p@h/x?a=1&b=2")
        #expect(try HTTPURL("http://h/x?").appendingQuery([("b", "2")]).serialized == "http://h/x?b=2")
    }

    @Test func `Parameters are read as servers read them`() throws {
        let url = try HTTPURL("http://h/x?a=1+2%2B3&b&&c=&%6Bey=v=w")
        #expect(url.parameters.map(\.name) == ["a", "b", "c", "key"])
        #expect(url.parameters.map(\.value) == ["1 2+3", "", "", "v=w"])
    }

    @Test func `Parameters go by their decoded name and the rest stays as written`() throws {
        let url = try HTTPURL("http://h/x?a=%2f&%6Bey=v&key&b=+")
        #expect(url.removingParameters { $0 == "key" }.serialized == "http://h/x?a=%2f&b=+")
        #expect(url.removingParameters { _ in true }.serialized == "http://h/x")
        #expect(url.removingParameters { _ in false } == url)
    }

    @Test(arguments: [
        ("a/b c", "a%2Fb%20c"), ("...", "..."), ("Дім", "%D0%94%D1%96%D0%BC"),
    ])
    func `An encoded text stays one segment of a path`(text: String, expected: String) throws {
        #expect(PercentEncoding.encode(text) == expected)
        #expect(try HTTPURL("http://h/a/\(expected)/b").path == "/a/\(expected)/b")
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("\u{FF}~?>", "w79+Pz4="),
    ])
    func `Base 64 has the padding of RFC 4648`(text: String, expected: String) {
        #expect(Base64.encode(Array(text.utf8)) == expected)
    }
}
