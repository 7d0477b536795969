import Books
import Testing

@Suite struct IdentifierTests {
    private struct Vectors: Decodable {
        struct Vector: Decodable {
            var `in`: String
            var out: String
        }
        var lccn: [Vector]
        var oclc: [Vector]
    }

    @Test func `LCCNs of the test vectors take their normal form`() throws {
        for vector in try Sample.value(Vectors.self, in: "vectors.json").lccn {
            #expect(LCCN(vector.in)?.description == vector.out, "\(vector.in)")
        }
    }

    @Test func `OCLC numbers of the test vectors lose prefix and zeros`() throws {
        for vector in try Sample.value(Vectors.self, in: "vectors.json").oclc {
            #expect(OCLCNumber(vector.in)?.description == vector.out, "\(vector.in)")
        }
    }

    @Test(arguments: ["", "n78", "abcd12345678", "85-2-3", "12345678x"])
    func `What is no LCCN is nil`(text: String) {
        #expect(LCCN(text) == nil)
    }

    @Test(arguments: ["", "000", "ocm", "12a", "(OCoLC)"])
    func `What is no OCLC number is nil`(text: String) {
        #expect(OCLCNumber(text) == nil)
    }

    @Test(
        arguments: [
            ("eng", "en"), ("ger", "de"), ("fre", "fr"), ("ukr", "uk"), ("dut", "nl"), ("cze", "cs"), ("chi", "zh"),
            ("gre", "el"), ("rum", "ro"), ("slo", "sk"), ("alb", "sq"), ("arm", "hy"), ("geo", "ka"), ("ice", "is"),
            ("mac", "mk"), ("per", "fa"), ("baq", "eu"), ("bur", "my"), ("may", "ms"), ("tib", "bo"), ("wel", "cy"),
            ("grc", "grc"), ("scr", "hr"), ("zul", "zu"), ("aar", "aa"), ("und", nil), ("mul", nil), ("zxx", nil),
            ("en", nil), ("e1g", nil),
        ] as [(String, String?)])
    func `A MARC code becomes the shortest tag`(code: String, tag: String?) {
        #expect(LanguageCode(marc: code)?.description == tag)
    }
}
