import Books
import Testing

@Suite struct ISBNTests {
    private struct Vectors: Decodable {
        struct Vector: Decodable {
            var `in`: String
            var isbn10: String?
            var isbn13: String?
            var error: String?
        }
        var isbn: [Vector]
    }

    @Test func `Every spelling of the test vectors gives its number or an error`() throws {
        let vectors = try Sample.value(Vectors.self, in: "vectors.json").isbn
        #expect(vectors.count == 18)
        for vector in vectors {
            if let expected = vector.isbn13 {
                let isbn = try ISBN(vector.in)
                #expect(isbn.isbn13 == expected, "\(vector.in)")
                if let ten = vector.isbn10 { #expect(isbn.isbn10 == ten) }
            } else {
                #expect(throws: ISBNError.self, "\(vector.in)") { try ISBN(vector.in) }
            }
        }
    }

    @Test(arguments: [
        ("0306406152 (pbk.)", "9780306406157"),
        ("0306406152 (v. 1 : pbk.) :", "9780306406157"),
        ("ISBN-13: 978-0-306-40615-7", "9780306406157"),
        ("ISBN-10 0-306-40615-2", "9780306406157"),
        ("isbn13=9780306406157", "9780306406157"),
        ("ISBN9780306406157", "9780306406157"),
        ("=\"9780306406157\"", "9780306406157"),
        ("[9780306406157]", "9780306406157"),
        ("978.0.306.40615.7", "9780306406157"),
        ("0-8044-2957-X", "9780804429573"),
        ("080442957 x", "9780804429573"),
        ("306406152", "9780306406157"),
        ("0306406152 / 978-0-306-40615-7", "9780306406157"),
        ("0306406152 9780306406157", "9780306406157"),
        ("978 0 306 40615 7", "9780306406157"),
        ("٩٧٨٠٣٠٦٤٠٦١٥٧", "9780306406157"),
        ("https://www.amazon.com/dp/0306406152/ref=sr_1_1?qid=1234567891", "9780306406157"),
        ("979-10-90636-07-1", "9791090636071"),
        ("0306406152 (v. 1 : pbk.) : £4.99 9780306406158", "9780306406157"),
        ("9780306406157 2nd ed.", "9780306406157"),
        ("9780306406157 12.99", "9780306406157"),
        ("1. 978 0 306 40615 7 1998", "9780306406157"),
        ("9780140328722, 9780306406157", "9780306406157"),
        ("isbn:9780306406157,goodreads:123456789", "9780306406157"),
        ("goodreads:140328726, isbn:0306406152", "9780306406157"), ("EAN: 9780306406157", "9780306406157"),
        ("SBN: 306406152", "9780306406157"), ("pbk: 0306406152", "9780306406157"),
        ("amazon:0306406152", "9780306406157"),
        ("9780306406157.0", "9780306406157"),
        ("306406152,00", "9780306406157"),
    ])
    func `Labels, qualifiers, separators and lost zeros are no obstacle`(text: String, expected: String) throws {
        #expect(try ISBN(text).isbn13 == expected)
    }

    @Test(arguments: [
        ("9780140328722", "ISBN 9780140328722 has check digit 2 where 1 is expected"),
        ("978-0-14-032872-2", "ISBN 9780140328722 has check digit 2 where 1 is expected"),
        ("0140328725", "ISBN 0140328725 has check digit 5 where 6 is expected"),
        ("014143984X", nil),
        ("0141439841", "ISBN 0141439841 has check digit 1 where X is expected"),
        (
            "9789660228538",
            "ISBN 9789660228538 has check digit 8 where 5 is expected: 978 stands before the ISBN-10 9660228538,"
                + " whose check digit was kept"
        ),
        ("0000000000", "ISBN 0000000000 is a placeholder: its digits are all the same"),
        ("9780000000002", "ISBN 9780000000002 is a placeholder: its digits are all the same"),
        ("9790260000438", "9790260000438 is an ISMN, the number of a sheet of music, not an ISBN"),
        ("9770000000003", "9770000000003 is an ISSN, the number of a periodical, not an ISBN"),
        ("9771234567003", "9771234567003 is an ISSN, the number of a periodical, not an ISBN"),
        ("1234567890128", "ISBN 1234567890128 begins with 123 where 978 or 979 is expected"),
        ("B07QMYTS93", "B07QMYTS93 is an ASIN, Amazon's own number, not an ISBN"),
        (
            "9.78031E+12",
            "\"9.78031E+12\" is in a spreadsheet's scientific notation: the digits of the ISBN are lost"
        ),
        ("03064X6152", "ISBN 03064X6152 has an X before its last digit"),
        ("97803064061", "ISBN 97803064061 has 11 digits where 10 or 13 are expected"),
        ("12345", "\"12345\" has 5 digits where 10 or 13 are expected"),
        ("Dune", "\"Dune\" is not an ISBN"),
        (" \u{FEFF}", "An ISBN is expected where nothing is given"),
        ("OL7353617M", "\"OL7353617M\" is not an ISBN"),
        ("goodreads:140328726", "\"goodreads:140328726\" is not an ISBN"),
        ("Goodreads: 0306406152", "\"Goodreads: 0306406152\" is not an ISBN"),
        ("Signatur: 306406152", "\"Signatur: 306406152\" is not an ISBN"),
        (
            "9780140328721; 9780451524935",
            "\"9780140328721; 9780451524935\" holds the ISBNs 9780140328721 and 9780451524935 where one is expected"
        ),
        (
            "306406152, 140328726",
            "\"306406152, 140328726\" holds the ISBNs 9780306406157 and 9780140328721 where one is expected"
        ),
        ("9780140328722, 9780451524936", "ISBN 9780140328722 has check digit 2 where 1 is expected"),
        ("9780140328722 12.99", "ISBN 97801403287221299 has 17 digits where 10 or 13 are expected"),
    ])
    func `An error says what is wrong with the number`(text: String, expected: String?) {
        let message: String?
        do throws(ISBNError) {
            _ = try ISBN(text)
            message = nil
        } catch {
            message = error.description
        }
        #expect(message == expected)
    }

    @Test func `A number of the prefix 979 has no ten digits`() throws {
        #expect(try ISBN("9798284059036").isbn10 == nil)
        #expect(try ISBN("9780141439846").isbn10 == "014143984X")
    }

    @Test func `Ten and thirteen digits of one book are equal`() throws {
        #expect(try ISBN("0140328726") == ISBN("978-0-14-032872-1"))
    }
}
