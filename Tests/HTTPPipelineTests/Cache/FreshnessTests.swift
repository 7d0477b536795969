import HTTPPipeline
import Testing

@Suite struct FreshnessTests {
    private let receivedAt = WallTime(year: 2026, month: 11, day: 30)

    private func lifetime(_ headers: HTTPHeaders, status: Int = 200, delay: Duration = .zero) throws -> Duration {
        let response = HTTPResponse(
            status: status, headers: headers, url: try HTTPURL("http://h/"), received: .origin, receivedAt: receivedAt)
        return Freshness(of: response, delay: delay).lifetime
    }

    @Test(
        arguments: [
            ([:], 0),
            (["Cache-Control": "max-age=60"], 60),
            (["Cache-Control": "public, Max-Age=\"60\" , x=\"a, max-age=1\""], 60),
            (["Cache-Control": "max-age=60", "cache-control": "max-age=60"], 60),
            (["Cache-Control": "max-age=60, max-age=61"], 0),
            (["Cache-Control": "max-age=soon"], 0),
            (["Cache-Control": "max-age=-1"], 0),
            (["Cache-Control": "max-age"], 0),
            (["Cache-Control": "max-age=99999999999999999999999"], 2_147_483_648),
            (["Cache-Control": "max-age=60, no-cache=\"Set-Cookie\""], 0),
            (["Cache-Control": "s-maxage=60"], 0),
            (["Cache-Control": "max-age=60", "Age": "20"], 40),
            (["Cache-Control": "max-age=60", "Age": "90"], -30),
            (["Cache-Control": "max-age=60", "Age": "x"], 0),
            (["Cache-Control": "max-age=60", "Age": "old, 0"], 0),
            (["Cache-Control": "max-age=60", "Age": "old", "age": "0"], 0),
            (["Cache-Control": "max-age=60", "Age": "0", "age": "old"], 0),
            (["Cache-Control": "max-age=60", "Age": "5, 50"], 10),
            (["Cache-Control": "max-age=60", "Age": "-1"], 0),
            (["Cache-Control": "max-age=60", "Age": "1.5"], 0),
            (["Cache-Control": "max-age=60", "Age": ""], 0),
            (["Cache-Control": "max-age=60", "Age": "99999999999999999999"], 60 - 2_147_483_648),
            (["Last-Modified": "Sun, 29 Nov 2026 00:00:00 GMT", "Age": "x"], 0),
            (["Expires": "Mon, 30 Nov 2026 00:01:00 GMT", "expires": "Mon, 30 Nov 2026 00:01:00 GMT"], 0),
            (["Cache-Control": "no-cache", "cache-control": "max-age=60"], 0),
            (["Cache-Control": "max-age=60;x"], 0),
            (["Cache-Control": "max-age=60", "Date": "Sun, 29 Nov 2026 23:59:30 GMT"], 30),
            (["Cache-Control": "max-age=60", "Date": "Mon, 30 Nov 2026 01:00:00 GMT"], 60),
            (["Cache-Control": "max-age=60", "Expires": "0"], 60),
            (["Expires": "Mon, 30 Nov 2026 00:01:00 GMT"], 60),
            (["Expires": "Mon, 30 Nov 2026 01:01:00 GMT", "Date": "Mon, 30 Nov 2026 01:00:00 GMT"], 60),
            (["Expires": "Monday, 30-Nov-26 00:01:00 GMT"], 60),
            (["Expires": "0"], 0),
            (["Expires": "0", "Last-Modified": "Sun, 29 Nov 2026 00:00:00 GMT"], 0),
            (["Last-Modified": "Sun, 29 Nov 2026 00:00:00 GMT"], 8_640),
            (["Last-Modified": "Tue, 01 Dec 2026 00:00:00 GMT"], 0),
            (["Last-Modified": "yesterday"], 0),
        ] as [(HTTPHeaders, Int)])
    func `A lifetime is what the headers say`(headers: HTTPHeaders, seconds: Int) throws {
        #expect(try lifetime(headers) == .seconds(seconds))
    }

    @Test func `The time that the answer took counts where a cache stated an age`() throws {
        #expect(try lifetime(["Cache-Control": "max-age=60", "Age": "20"], delay: .seconds(5)) == .seconds(35))
    }

    @Test func `Only statuses that caches know have a lifetime of a tenth`() throws {
        let headers: HTTPHeaders = ["Last-Modified": "Sun, 29 Nov 2026 00:00:00 GMT"]
        #expect(try lifetime(headers, status: 404) == .seconds(8_640))
        #expect(try lifetime(headers, status: 302) == .zero)
        #expect(try lifetime(headers, status: 201) == .zero)
    }

    @Test func `A hop's freshness counts from its own receipt`() throws {
        func part(_ maxAge: Int, at moment: Duration) throws -> HTTPResponse {
            HTTPResponse(
                status: 302, headers: ["Cache-Control": "max-age=\(maxAge)"], url: try HTTPURL("http://h/"),
                received: Moment(sinceOrigin: moment), receivedAt: receivedAt)
        }
        var response = try part(100, at: .seconds(40))
        response.hops = [try part(60, at: .seconds(10)), try part(90, at: .seconds(20))]
        #expect(Freshness(of: response).lifetime == .seconds(30))
    }
}
