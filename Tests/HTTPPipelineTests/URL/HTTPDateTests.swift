import HTTPPipeline
import Testing

@Suite struct HTTPDateTests {
    private let now = WallTime(year: 2026, month: 11, day: 30)

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `The three forms name the same time`(text: String) {
        #expect(HTTPDate.parse(text, now: now) == WallTime(epochSeconds: 784_111_777))
    }

    @Test(arguments: [
        ("Monday, 30-Nov-76 00:00:00 GMT", 2076, 11, 30),
        ("Tuesday, 01-Dec-76 00:00:00 GMT", 1976, 12, 1),
        ("Friday, 01-Jan-99 00:00:00 GMT", 1999, 1, 1),
        ("Saturday, 01-Jan-00 00:00:00 GMT", 2000, 1, 1),
    ])
    func `A two digit year is at most 50 years ahead`(text: String, year: Int, month: Int, day: Int) {
        #expect(HTTPDate.parse(text, now: now) == WallTime(year: year, month: month, day: day))
    }

    @Test func `A two digit year near the end of a century may lie in the next one`() {
        let late = WallTime(year: 2090, month: 6, day: 1)
        #expect(
            HTTPDate.parse("Saturday, 01-Jan-05 00:00:00 GMT", now: late) == WallTime(year: 2105, month: 1, day: 1))
    }

    @Test func `A leap second and a leap day are read`() {
        #expect(HTTPDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", now: now) == WallTime(year: 2017, month: 1, day: 1))
        #expect(HTTPDate.parse("Thu, 29 Feb 2024 00:00:00 GMT", now: now) == WallTime(year: 2024, month: 2, day: 29))
    }

    @Test(arguments: [
        "", "0", "-1", "Sun", "Sun, 06 Nov 1994 08:49:37", "sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 gmt", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Tue, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
        "Sun Nov  6 08:49:37 94", "Sun, 06 Nov 1994 ٠٨:49:37 GMT",
    ])
    func `Anything else is no date`(text: String) {
        #expect(HTTPDate.parse(text, now: now) == nil)
    }
}
