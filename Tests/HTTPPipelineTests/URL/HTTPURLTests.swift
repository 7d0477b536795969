import HTTPPipeline
import Testing

@Suite struct HTTPURLTests {
    @Test(arguments: [
        ("http://example.org", "http://example.org/"),
        ("HTTPS://Example.ORG:443/A?b", "https://example.org/A?b"),
        ("https://example.org:80/", "https://example.org:80/"),
        ("http://example.org:/x", "http://example.org/x"),
        ("http://example.org:00081/x", "http://example.org:81/x"),
        ("http://example.org./x", "http://example.org/x"),
        ("http://a_b-c.example/x", "http://a_b-c.example/x"),
        ("http://xn--90as0a.example/", "http://xn--90as0a.example/"),
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
        ("http://1.example/", "http://1.example/"),
        ("http://0xabc.example/", "http://0xabc.example/"),
        ("http://example.org#f", "http://example.org/"),
        ("http://example.org/x?a=1#f?b/@c", "http://example.org/x?a=1"),
        ("http://example.org?a=1", "http://example.org/?a=1"),
        ("http://example.org/?", "http://example.org/?"),
        ("http://example.org/%7Ea%2fb?q=%c3%a9", "http://example.org/%7Ea%2fb?q=%c3%a9"),
        ("http://example.org/a/./b/../c/..", "http://example.org/a/"),
        ("http://example.org/../../a", "http://example.org/a"),
        ("http://example.org/a//../b/.", "http://example.org/a/b/"),
        ("http://example.org/...", "http://example.org/..."),
        ("http://example.org//x", "http://example.org//x"),
        ("http://example.org/?q=../x", "http://example.org/?q=../x"),
        ("http://example.org/?filter[a]=b@c:d!$'()*,;", "http://example.org/?filter[a]=b@c:d!$'()*,;"),
        ("http://user:p%40ss@example.org/", "http://user:p%40ss@example.org/"),
        ("http://@example.org/", "http://example.org/"),
    ])
    func `A URL has one spelling`(text: String, expected: String) throws {
        let url = try HTTPURL(text)
        #expect(url.serialized == expected)
        #expect(try HTTPURL(url.serialized) == url)
    }

    @Test(arguments: [
        ("[::1]", "[::1]"),
        ("[0:0:0:0:0:0:0:0]", "[::]"),
        ("[2001:DB8::0:1]", "[2001:db8::1]"),
        ("[2001:db8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"),
        ("[2001:0db8:0:1:1:1:1:1]", "[2001:db8:0:1:1:1:1:1]"),
        ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"),
        ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"),
        ("[::ffff:192.0.2.7]", "[::ffff:192.0.2.7]"),
        ("[::FFFF:c000:207]", "[::ffff:192.0.2.7]"),
        ("[64:ff9b::192.0.2.7]", "[64:ff9b::c000:207]"),
    ])
    func `An IPv6 host has its canonical text`(host: String, expected: String) throws {
        #expect(try HTTPURL("http://\(host):8080/").host == expected)
    }

    @Test(arguments: [
        "[]", "[1]", "[:::]", "[1:::2]", "[1::2::3]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7:8::]", "[12345::]",
        "[g::1]", "[::1.2.3]", "[::01.2.3.4]", "[1.2.3.4::]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1", "[::1]x",
        "::1", "[v1.x]", "[\u{301}::1]", "[+1::]",
    ])
    func `What is no IPv6 address is refused`(host: String) {
        #expect(throws: HTTPURLError.self) { try HTTPURL("http://\(host)/") }
    }

    @Test(arguments: [
        "2130706433", "0x7f.1", "127.1", "0x7f000001", "127.0.0.01", "0177.0.0.1", "256.0.0.1", "1.2.3.4.5",
        "1.2.3.4.0x5",
        "example.0x", "example.7",
    ])
    func `A host that some take for an IPv4 address is refused`(host: String) throws {
        let error = try #require(throws: HTTPURLError.self) { try HTTPURL("http://\(host)/") }
        #expect(error.description.contains("its host \(host) ends in a number"))
    }

    @Test(arguments: [
        ("", "it is empty"),
        (" http://x/", "it begins with white space or a control character"),
        ("\nhttp://x/", "it begins with white space or a control character"),
        ("example.org/x", "it has no scheme: begin it with https:// or http://"),
        ("//example.org/x", "it has no scheme: begin it with https:// or http://"),
        ("localhost:8080/x", "it has no scheme: begin it with https:// or http://"),
        ("ftp://example.org/", "its scheme is ftp, where http or https is expected"),
        ("file:///etc/passwd", "its scheme is file, where http or https is expected"),
        ("http:/example.org", "its scheme is not followed by //"),
        ("http:///x", "its host is empty"),
        ("http://:80/", "its host is empty"),
        ("http://./", "its host is empty"),
        ("http://example..org/", "its host example..org has an empty label"),
        ("http://example.org../", "its host example.org.. has an empty label"),
        ("http://ex ample.org/", "its host holds a space"),
        ("http://ex\u{1B}.org/", "its host holds a control character"),
        ("http://ex%61mple.org/", "its host must not be percent-encoded"),
        ("http://a,b/", "its host holds ,, where only letters, digits, hyphens and underscores are allowed"),
        ("http://a\\b/", "its host holds \\, where only letters, digits, hyphens and underscores are allowed"),
        (
            "http://bücher.example/",
            "its host bücher.example is not ASCII: write it in punycode, with labels that begin with xn--"
        ),
        ("http://example.org:0/", "its port 0 is not within 1 to 65535"),
        ("http://example.org:65536/", "its port 65536 is not within 1 to 65535"),
        ("http://example.org:99999999999999999999/", "its port 99999999999999999999 is not within 1 to 65535"),
        ("http://example.org:8a/", "its port is not a number"),
        ("http://example.org:+80/", "its port is not a number"),
        ("http://2001:db8::1/", "its host holds several colons: an IPv6 address stands in brackets"),
        ("http://u:p/w@h/", "its port is not a number; a slash in a password must be percent-encoded"),
        ("http://u@v@h/", "its user or password holds a character that must be percent-encoded"),
        ("http://u:päss@h/", "its user or password holds a character that must be percent-encoded"),
        ("http://evil.example\\@h/", "its user or password holds a character that must be percent-encoded"),
        ("http://h/a b", "its path holds a space: write it as %20"),
        ("http://h/a\tb", "its path holds the character U+9: write it as %09"),
        ("http://h/Дім", "its path holds the character Д: write it as %D0%94"),
        ("http://h/?q={x}", "its query holds the character {: write it as %7B"),
        ("http://h/?q=a\r\nb", "its query holds the character U+D: write it as %0D"),
        ("http://h/%zz", "its path holds a % without two hexadecimal digits: write %25 for a percent sign"),
        ("http://h/?q=100%", "its query holds a % without two hexadecimal digits: write %25 for a percent sign"),
        ("http://h/#a b", "its fragment holds a space: write it as %20"),
    ])
    func `What is no URL is refused with the reason`(text: String, reason: String) throws {
        let error = try #require(throws: HTTPURLError.self) { try HTTPURL(text) }
        #expect(error.description == reason)
    }

    @Test func `Labels and hosts have the lengths that names on the network have`() throws {
        let label = String(repeating: "a", count: 63)
        let longest = "\(label).\(label).\(label).\(String(repeating: "b", count: 61))"
        #expect(try HTTPURL("http://\(longest)/").host == longest)
        let tooLong = try #require(throws: HTTPURLError.self) { try HTTPURL("http://\(longest)b/") }
        #expect(tooLong.description == "its host is longer than 253 characters")
        let longLabel = try #require(throws: HTTPURLError.self) { try HTTPURL("http://\(label)a.example/") }
        #expect(longLabel.description == "its host has a label longer than 63 characters")
    }

    @Test(arguments: [
        ("Aladdin:open%20sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        ("user", "Basic dXNlcjo="),
        ("u:a:b", "Basic dTphOmI="),
        ("u:%D1%97", "Basic dTrRlw=="),
    ])
    func `Credentials become a Basic header and leave the URL`(credentials: String, header: String) throws {
        let request = HTTPRequest(url: try HTTPURL("http://\(credentials)@h/x"))
        #expect(request.headers["authorization"] == header)
        #expect(request.url.serialized == "http://h/x")
    }

    @Test func `Text from outside never traps and every accepted URL is stable`() throws {
        var random = SeededNumbers(seed: 7)
        let pieces = [
            "http://", "https:", "//", "/", "?", "#", "@", ":", "[", "]", "::", ".", "..", "%", "%41", "%zz", "a",
            "www.",
            "example", "1", "0x", "255", "ffff", "\u{301}", "ü", " ", "\r\n", "\0", "\\", "&", "=", "+", "8080", "-",
            "_",
            "{", "\u{202E}", "😀",
        ]
        let base = try HTTPURL("http://base.example/a/b?c")
        var accepted = 0
        for _ in 0..<20_000 {
            var text = Bool.random(using: &random) ? "http://" : ""
            for _ in 0..<Int.random(in: 0...8, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
            for url in [try? HTTPURL(text), try? base.resolving(text)].compactMap(\.self) {
                accepted += 1
                #expect(try HTTPURL(url.serialized) == url)
                #expect(url.serialized.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            }
        }
        #expect(accepted > 5_000)
    }
}
