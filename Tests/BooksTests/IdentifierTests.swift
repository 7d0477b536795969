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

    @Test(arguments: [
        ("agr 62-298 Revised", "agr62000298"), ("75-425165//r75", "75425165"), ("68-17990 rev.", "68017990"),
        (" 79139101 /AC/r932", "79139101"), ("n 2001050268", "n2001050268"), ("sh2001000002", "sh2001000002"),
    ])
    func `Remarks behind an LCCN are no part of it`(text: String, expected: String) {
        #expect(LCCN(text)?.description == expected)
    }

    @Test(arguments: [
        "", "n78", "abcd12345678", "85-2-3", "12345678x", "123456789", "a123456789", "12345678901", "123456789012",
        "abc2001000002",
    ])
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
