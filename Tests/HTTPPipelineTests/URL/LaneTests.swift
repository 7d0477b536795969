import HTTPPipeline
import Testing

@Suite struct LaneTests {
    @Test(arguments: [
        ("http://openlibrary.org/", "openlibrary.org"), ("https://www.OpenLibrary.org./", "openlibrary.org"),
        ("https://openlibrary.org:80/", "openlibrary.org"), ("http://openlibrary.org:8080/", "openlibrary.org:8080"),
        ("http://wwwx.org/", "wwwx.org"), ("http://[::1]:8080/", "[::1]:8080"), ("http://[0::1]/", "[::1]"),
    ])
    func `A lane is a server without scheme and www`(url: String, name: String) throws {
        #expect(Lane(of: try HTTPURL(url)).name == name)
    }

    @Test func `An origin keeps scheme and port apart`() throws {
        #expect(try HTTPURL("http://h/").origin != HTTPURL("https://h/").origin)
        #expect(try HTTPURL("http://h:80/x").origin == HTTPURL("http://H/y").origin)
        #expect(try HTTPURL("http://h/").origin != HTTPURL("http://www.h/").origin)
    }
}
