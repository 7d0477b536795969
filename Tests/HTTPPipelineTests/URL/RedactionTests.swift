import HTTPPipeline
import Testing

@Suite struct RedactionTests {
    private let redaction = Redaction(secrets: ["s3cr3t/Key+é \"x\"", "pin7"])

    @Test(arguments: [
        "s3cr3t/Key+é \"x\"",
        "s3cr3t/key+é \"x\"",
        "s3cr3t%2FKey%2B%C3%A9%20%22x%22",
        "s3cr3t%2fKey%2b%c3%a9%20%22x%22",
        "s3cr3t%2FKey%2B%C3%A9+%22x%22",
        "s3cr3t/Key+%C3%A9%20%22x%22",
        #"s3cr3t/Key+é \"x\""#,
        #"s3cr3t/Key+\u00e9 \"x\""#,
        #"s3cr3t\/Key+\u00e9 \"x\""#,
    ])
    func `A secret is masked in each form in which it travels`(form: String) {
        #expect(redaction.masked("say \(form)!") == "say ***!")
        #expect(redaction.findsSecret(in: Array("…\(form)".utf8)))
    }

    @Test(arguments: [
        #"{"key":"BEGIN é\n'/<a&b>\"\\END"}"#,
        #"{"body":"{\"key\":\"BEGIN é\\n'/<a&b>\\\"\\\\END\"}"}"#,
        #"{"body":"{\"key\":\"BEGIN \u00e9\\n'/<a&b>\\\"\\\\END\"}"}"#,
        #"{"body":"{\"key\":\"BEGIN \\u00e9\\n'/<a&b>\\\"\\\\END\"}"}"#,
        #"{"body":"{\"key\":\"BEGIN \u00e9\\n'\/<a&b>\\\"\\\\END\"}"}"#,
        #"{"body":"{\"key\":\"BEGIN \\u00e9\\n'\\\/<a&b>\\\"\\\\END\"}"}"#,
        "<p>BEGIN é\n'/&lt;a&amp;b&gt;\"\\END</p>",
        "<p>BEGIN é\n'/&lt;a&amp;b&gt;&quot;\\END</p>",
        "<p>BEGIN é\n&#39;/&lt;a&amp;b&gt;&quot;\\END</p>",
        "<p>BEGIN é\n&#x27;/&lt;a&amp;b&gt;&quot;\\END</p>",
        "<p>BEGIN é\n&#39;/&lt;a&amp;b&gt;&#34;\\END</p>",
    ])
    func `A secret of many characters with a meaning is masked in JSON, in JSON within JSON and in HTML`(text: String) {
        let masked = Redaction(secrets: ["BEGIN é\n'/<a&b>\"\\END"]).masked(text)
        #expect(masked.contains("***") && !masked.contains("BEGIN") && !masked.contains("END"))
    }

    @Test(arguments: ["", "u", "us", "user", "user12"])
    func `A secret is masked within base 64 wherever it stands`(user: String) throws {
        let secret = "hunter2-hunter2"
        let header = try #require(HTTPURL("http://\(user):\(secret)@h/").basicAuthorization)
        let masked = Redaction(secrets: [secret]).masked("sent \(header)")
        #expect(masked.contains("***"))
        // What is left of the code tells no character of the secret.
        #expect(masked.utf8.count <= "sent Basic ***".utf8.count + 4 + (user.utf8.count + 1) * 4 / 3)
        #expect(Redaction(secrets: [secret]).findsSecret(in: Array(header.utf8)))
    }

    @Test func `Secrets that overlap are masked as one`() {
        let redaction = Redaction(secrets: ["abcdefgh", "efghijklmnop", "abcdefghij"])
        #expect(redaction.masked("<abcdefghijklmnop>") == "<***>")
        #expect(redaction.masked("<abcdefghij>") == "<***>")
        #expect(redaction.masked("abcdefghabcdefgh abcdefg") == "*** abcdefg")
        #expect(Redaction(secrets: ["aaaaaaaa"]).masked("baaaaaaaaaab") == "b***b")
    }

    @Test func `A short secret is masked only in what holds secrets, and as a whole value or segment of any URL`()
        throws
    {
        #expect(redaction.masked("pin7 is no news, nor is xpin7x") == "pin7 is no news, nor is xpin7x")
        #expect(
            redaction.masked(try HTTPURL("http://h/pin7/pin77?q=pin7&r=pin77")) == "http://h/***/pin77?q=***&r=pin77")
        #expect(redaction.masked("pin7", ofHeader: "X-Api-Key") == "***")
        #expect(redaction.masked("pin7", ofHeader: "X-Plain") == "pin7")
        #expect(!redaction.findsSecret(in: Array("pin7".utf8)))
        let named = Redaction(secrets: ["pin7"], names: SensitiveNames(headers: ["x-plain"], parameters: ["id"]))
        #expect(named.masked("a pin7 b", ofHeader: "X-Plain") == "***")
        #expect(named.masked("GET /x?id=pin7x failed") == "GET /x?id=*** failed")
    }

    @Test(arguments: [
        ("tok12.localhost:9707", "***:9707"), ("http://tok12.localhost/a?b", "http://***/a?b"),
        ("db1", "***"), ("db1:81", "***:81"), ("https://www.db1:81/db1x", "https://***:81/db1x"),
        ("can't reach DB1.", "can't reach ***."),
        ("xdb1 db1x x.db1 db1.x db-1 db1-", "xdb1 db1x x.db1 db1.x db-1 db1-"),
        ("tok12 alone", "tok12 alone"), ("http://[::1]:80/", "http://***:80/"),
    ])
    func `A host that holds a secret is masked as a whole, however short both are`(text: String, expected: String) {
        let redaction = Redaction(secrets: ["tok12", "db"], hosts: ["tok12.localhost", "www.db1", "[::1]"])
        #expect(redaction.masked(text) == expected)
        #expect(Redaction(hosts: ["db1"]).masked("db1") == "***")
    }

    @Test(arguments: [
        ("http://user:pw@h/x", "http://***@h/x"),
        ("see http://user:pw@h/x, or https://t@h", "see http://***@h/x, or https://***@h"),
        ("http://user:p@ss@h/x", "http://***@h/x"),
        ("http://user:p/ss@h/x", "http://***@h/x"),
        ("http://h:80/@scope/x@y", "http://h:80/@scope/x@y"),
        ("http://[::1]:80/x@y", "http://[::1]:80/x@y"),
        ("proxy=http://u:p@h&to=https://v:q@i", "proxy=http://***@h&to=https://***@i"),
        ("mail a@b: c", "mail a@b: c"),
    ])
    func `User and password of a URL are masked in any text`(text: String, expected: String) {
        #expect(Redaction().masked(text) == expected)
    }

    @Test(arguments: [
        ("http://h/x?key=abc&q=1", "http://h/x?key=***&q=1"),
        (
            "http://h/x?q=1&API_KEY=a&apikey=b&sig=c&X-Amz-Signature=d",
            "http://h/x?q=1&API_KEY=***&apikey=***&sig=***&X-Amz-Signature=d"
        ),
        ("http://h/x?access_token=a%26b&password=&n=1", "http://h/x?access_token=***&password=&n=1"),
        ("http://h/x?%6Bey=abc", "http://h/x?%6Bey=***"),
        ("http://h/x#access_token=abc&state=1", "http://h/x#access_token=***&state=1"),
        ("http://h/x?author=Frank&keywords=dune", "http://h/x?author=Frank&keywords=dune"),
        ("http://h/x?bibkeys=ISBN:1&bibkey=2", "http://h/x?bibkeys=ISBN:1&bibkey=2"),
        ("http://h/x?authorization=abc&authority=a", "http://h/x?authorization=***&authority=***"),
        ("\"/x?q=1&key=abc\" failed", "\"/x?q=1&key=***\" failed"),
        (#"{"url":"/x?q=1\u0026key=abc"}"#, #"{"url":"/x?q=1\u0026key=***"}"#),
        ("<a href='/x?q=1&amp;sig=abc'>", "<a href='/x?q=1&amp;sig=***>"),
        ("really? key=abc", "really? key=abc"),
        ("key=abc", "key=abc"),
    ])
    func `The usual key parameters are masked in any text`(text: String, expected: String) {
        #expect(Redaction().masked(text) == expected)
    }

    @Test func `A URL is shown without its credentials`() throws {
        #expect(redaction.masked(try HTTPURL("http://user:pw@h/x?key=abc")) == "http://h/x?key=***")
    }

    @Test func `What holds a secret shows none of it when it is printed, described for a debugger or dumped`() throws {
        let url = try HTTPURL("http://user:pa-ss@h/x?key=pa-ss&q=1")
        #expect(url.description == "http://***@h/x?key=***&q=1")
        #expect(url.serialized == "http://user:pa-ss@h/x?key=pa-ss&q=1")
        var request = HTTPRequest(url: url, headers: ["X-Api-Key": "pa-ss", "Accept": "text/html"])
        request.sensitive = SensitiveNames(headers: ["x-api-key"])
        let redaction = Redaction(secrets: ["pa-ss", "pa-ss-word"])
        for value in [url, request, redaction, request.headers] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("pa-ss"), "\(text)") }
        }
        #expect("\(request.headers)".contains("X-Api-Key: ***") && "\(request.headers)".contains("Accept: text/html"))
    }

    @Test func `A text without secrets stays as it is`() {
        #expect(redaction.masked("s3cr3t/Key and nothing more: 100 %") == "s3cr3t/Key and nothing more: 100 %")
        #expect(!redaction.findsSecret(in: Array("s3cr3t/Key".utf8)))
        #expect(!Redaction().findsSecret(in: []))
    }

    @Test(arguments: [
        ("  a\r\n\t b\u{1B}[31m\u{9B}c\0\u{7F}\u{2028}d ", 80, "a b[31mc d"),
        ("\u{FEFF}\u{202E}abc", 80, "abc"),
        ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("Дім Дім", 4, "Дім…"), ("abc", 0, "…"), ("", 5, ""),
    ])
    func `A snippet is one printable line`(text: String, limit: Int, expected: String) {
        #expect(Redaction().snippet(of: Array(text.utf8), limit: limit) == expected)
    }

    @Test func `A snippet shows broken UTF-8 as replacement characters`() {
        #expect(Redaction().snippet(of: [0x61, 0xFF, 0x62], limit: 9) == "a\u{FFFD}b")
    }

    @Test func `A snippet is masked before it is shortened`() {
        let redaction = Redaction(secrets: ["abcdefghijkl"])
        #expect(redaction.snippet(of: Array("12345 abcdefghijkl".utf8), limit: 12) == "12345 ***")
        #expect(redaction.snippet(of: Array("abcdef\u{1B}ghijkl".utf8), limit: 12) == "***")
    }

    @Test func `A snippet of a large body reveals nothing at its edge`() {
        let redaction = Redaction(secrets: ["abcdefghijkl"])
        for padding in 4_250..<4_270 {
            let body = Array(repeating: UInt8(ascii: " "), count: padding) + Array("abcdefghijkl".utf8)
            let line = redaction.snippet(of: body + Array(repeating: 0x78, count: 10_000), limit: 10)
            #expect(line == "…" || line.hasPrefix("***"), "\(padding): \(line)")
        }
    }

    @Test func `No text gets a secret past the mask`() {
        let secrets = ["abcabcabd", "cabdxyz-12", "pässword ?&="]
        let redaction = Redaction(secrets: secrets)
        let pieces =
            secrets + [
                "abc", "abd", "cabd", "xyz-12", "?", "&key=", "://", "u:p@", "/", "#", " ", "\u{1B}", "é", "%",
                "\\u0026", "\n",
            ]
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<5_000 {
            var text = ""
            for _ in 0..<Int.random(in: 1...8, using: &numbers) { text += pieces.randomElement(using: &numbers) ?? "" }
            let shown = [redaction.masked(text), redaction.snippet(of: Array(text.utf8), limit: 40)]
            #expect(shown.allSatisfy { line in !secrets.contains { line.contains($0) } }, "\(text)")
        }
    }

    @Test(arguments: ["Authorization", "Proxy-Authorization", "cookie", "Set-Cookie", "X-API-Key", "x-auth-token"])
    func `Headers that hold secrets are known by their names`(name: String) {
        #expect(SecretName.isSecret(header: name))
        #expect(!SecretName.isSecret(header: "Accept") && !SecretName.isSecret(header: "X-Author"))
    }
}
