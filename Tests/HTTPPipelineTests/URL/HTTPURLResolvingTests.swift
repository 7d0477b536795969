import HTTPPipeline
import Testing

@Suite struct HTTPURLResolvingTests {
    /// The normal and abnormal examples of RFC 3986 section 5.4, and the forms that servers send.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
        ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("?", "http://a/b/c/d;p?"),
        ("https://h:8443/x", "https://h:8443/x"), ("//h/x", "http://h/x"), ("//h:80?q", "http://h/?q"),
        (" /g\t", "http://a/g"), ("/a b/ї", "http://a/a%20b/%D1%97"), ("/100%", "http://a/100%25"),
        ("/x?q={a|b}", "http://a/x?q=%7Ba%7Cb%7D"), ("\\\\evil/x", "http://a/b/c/%5C%5Cevil/x"),
        ("https://u:p@h/x", "https://h/x"), ("//u@h/x", "http://h/x"), ("g#a b", "http://a/b/c/g"),
    ])
    func `A reference is resolved against the current URL`(reference: String, expected: String) throws {
        let base = try HTTPURL("http://user:secret@a/b/c/d;p?q")
        let target = try base.resolving(reference)
        #expect(target.serialized == expected)
        #expect(target.credentials == nil)
    }

    @Test(arguments: [
        "ftp://h/", "g:h", "javascript:1", "http:g", "http://", "//", "//h:0/", "//bücher.example/", "//[x]/",
    ])
    func `A reference to anything else is refused`(reference: String) throws {
        let base = try HTTPURL("http://a/b")
        #expect(throws: HTTPURLError.self) { try base.resolving(reference) }
    }
}
