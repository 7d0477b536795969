import HTTPPipeline
import Testing

@Suite struct RetryAfterTests {
    /// 1994-11-06T08:48:37Z, a minute before the date that RFC 9110 section 5.6.7 spells in three ways.
    private let now = WallTime(epochSeconds: 784_111_717)

    private func response(_ headers: HTTPHeaders, status: Int = 503) throws -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: headers,
            url: try HTTPURL("http://example.org/"),
            received: .origin,
            receivedAt: now
        )
    }

    @Test(arguments: [
        ("120", 120), ("0", 0), (" 5 ", 5), ("Sun, 06 Nov 1994 08:49:37 GMT", 60),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 60), ("Sun Nov  6 08:49:37 1994", 60),
    ])
    func `Seconds and the three date forms are read`(text: String, seconds: Int) throws {
        #expect(RetryAfter.delay(of: try response(["Retry-After": text])) == .seconds(seconds))
    }

    @Test(arguments: [
        "1.5", "-5", "-1", "1m0s", "5;x", "²", "", "soon", "120, 240", "0x10", "+5", "1e3",
        "Sun, 06 Nov 99999 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt", "Sun, 06 Nov 1994 08:49:37 CET",
    ])
    func `What has neither form is ignored`(text: String) throws {
        #expect(RetryAfter.delay(of: try response(["Retry-After": text])) == nil)
    }

    @Test(arguments: ["9999999999", "99999999999", "99999999999999999999", String(repeating: "9", count: 5000)])
    func `Seconds of any length saturate`(text: String) throws {
        #expect(RetryAfter.delay(of: try response(["Retry-After": text])) == .seconds(2_147_483_648))
    }

    @Test func `Epoch seconds are a delay like any other number`() throws {
        #expect(RetryAfter.delay(of: try response(["Retry-After": "1796000000"])) == .seconds(1_796_000_000))
    }

    @Test func `A header that is sent twice is ignored`() throws {
        #expect(RetryAfter.delay(of: try response(["Retry-After": "1", "retry-after": "1"])) == nil)
    }

    @Test func `A past date is no wait`() throws {
        #expect(RetryAfter.delay(of: try response(["Retry-After": "Wed, 21 Oct 1992 07:28:00 GMT"])) == .zero)
    }

    @Test(arguments: ["Sun, 06 Nov 1994 09:49:34 GMT", "Sun, 06 Nov 1994 07:49:34 GMT"])
    func `A date is measured against the response's own clock`(date: String) throws {
        let hour = date.contains("09:") ? "09" : "07"
        let headers: HTTPHeaders = ["Date": date, "Retry-After": "Sun, 06 Nov 1994 \(hour):49:37 GMT"]
        #expect(RetryAfter.delay(of: try response(headers)) == .seconds(3))
    }

    @Test func `A date beside an unreadable Date header is measured against the receipt`() throws {
        let headers: HTTPHeaders = ["Date": "yesterday", "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]
        #expect(RetryAfter.delay(of: try response(headers)) == .seconds(60))
    }
}
