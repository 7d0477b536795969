import Books
import Testing

@Suite struct PublicationDateTests {
    @Test(
        arguments: [
            ("1988", 1988, .year), ("c2009", 2009, .year), ("©2009", 2009, .year), ("[2009]", 2009, .year),
            ("1998, c1997", 1998, .year), ("1999-2001", 1999, .year), ("Summer 1999", 1999, .year),
            ("2nd ed. 1999", 1999, .year), ("October 1999", 1999, .month), ("March 2009", 2009, .month),
            ("1997-07", 1997, .month), ("2009 Sept.", 2009, .month), ("October 1, 1988", 1988, .day),
            ("26 June 1997", 1997, .day), ("Apr 29, 2003", 2003, .day), ("1st May 2006", 2006, .day),
            ("2007-10-16", 2007, .day), ("2007/10/16", 2007, .day), ("2007-10-16T00:00:00Z", 2007, .day),
            ("03/04/2005", 2005, .year), ("13/04/2005", 2005, .day), ("04/13/2005", 2005, .day),
            ("04.04.2005", 2005, .day), ("29 February 2023", 2023, .year), ("29 February 2024", 2024, .day),
            ("2007-13", 2007, .year), ("10/1999", 1999, .month), ("13/1999", 1999, .year), ("1482", 1482, .year),
            ("8858, 1999", 1999, .year), ("juin 1997", 1997, .year),
        ] as [(String, Int, PublicationDate.Precision)])
    func `The year is read, and month and day only where they are certain`(
        text: String, year: Int, precision: PublicationDate.Precision
    ) {
        let date = PublicationDate(text)
        #expect(date.text == text)
        #expect(date.year == year)
        #expect(date.precision == precision)
    }

    @Test(arguments: [
        "[18--?]", "[190-?]", "8858", "1399", "2101", "1984?", "ca. 1900", "circa 1900", "c. 1900",
        "between 1900 and 1910",
        "20091016", "19--", "", "n.d.", "1990s", "1990's", "1999 or 2000", "1415 [1995]", "19th century",
    ])
    func `A year in doubt is absent`(text: String) {
        let date = PublicationDate(text)
        #expect(date.year == nil)
        #expect(date.precision == nil)
    }
}
