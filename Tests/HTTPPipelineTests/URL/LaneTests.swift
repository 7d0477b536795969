import HTTPPipeline
import Testing

@Suite struct LaneTests {
    @Test(arguments: [
        ("http://openlibrary.org/", "openlibrary.org"), ("https://www.OpenLibrary.org./", "openlibrary.org"),
        ("https://openlibrary.org:80/", "openlibrary.org"), ("http://openlibrary.org:8080/", "openlibrary.org:8080"),
        ("http://wwwx.org/", "wwwx.org"), ("http://[2001:DB8::1]:8080/", "[2001:db8::1]:8080"),
        ("http://openlibrary.org:080/", "openlibrary.org"),
    ])
    func `A lane is a server without scheme and www`(url: String, name: String) throws {
        #expect(Lane(of: try HTTPURL(url)).name == name)
    }

    @Test(arguments: [
        "127.0.0.1", "127.8.9.10", "localhost", "LocalHost.", "www.localhost", "api.localhost", "[::1]", "[0::1]",
        "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]", "0.0.0.0", "[::]", "[::ffff:0.0.0.0]",
    ])
    func `The machine itself is one lane a port, by whatever name or address`(host: String) throws {
        #expect(Lane(of: try HTTPURL("http://\(host):8080/")).name == "localhost:8080")
        #expect(Lane(of: try HTTPURL("https://\(host)/")).name == "localhost")
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("[::ffff:192.0.2.7]", "192.0.2.7"), ("[::ffff:c000:207]", "192.0.2.7"),
        ("128.0.0.1", "128.0.0.1"), ("126.255.255.255", "126.255.255.255"), ("1.0.0.0", "1.0.0.0"),
        ("[::2]", "[::2]"), ("[::127.0.0.1]", "[::7f00:1]"), ("[1::1]", "[1::1]"), ("notlocalhost", "notlocalhost"),
        ("localhost.example", "localhost.example"), ("host1", "host1"),
        ("xn--bcher-kva.example.", "xn--bcher-kva.example"),
    ])
    func `A mapped address is its IPv4 one, and what only looks like the machine's own is another server`(
        host: String, name: String
    ) throws {
        #expect(Lane(of: try HTTPURL("http://\(host)/")).name == name)
    }

    @Test(arguments: ["2130706433", "127.1", "0x7f.1", "127.0.0.01", "[::1%25lo]", "b\u{FC}cher.example", "[::1"])
    func `A host that other software might read as another one has no lane`(host: String) {
        #expect(throws: HTTPURLError.self) { try HTTPURL("http://\(host)/") }
    }

    @Test func `An origin keeps scheme and port apart`() throws {
        #expect(try HTTPURL("http://h/").origin != HTTPURL("https://h/").origin)
        #expect(try HTTPURL("http://h:80/x").origin == HTTPURL("http://H/y").origin)
        #expect(try HTTPURL("http://h/").origin != HTTPURL("http://www.h/").origin)
        #expect(try HTTPURL("http://localhost/").origin != HTTPURL("http://127.0.0.1/").origin)
        #expect(try HTTPURL("http://[::ffff:192.0.2.7]/").origin != HTTPURL("http://192.0.2.7/").origin)
    }
}
