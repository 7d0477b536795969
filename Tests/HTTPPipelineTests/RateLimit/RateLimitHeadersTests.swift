import HTTPPipeline
import Testing

@Suite struct RateLimitHeadersTests {
    private let now = WallTime(epochSeconds: 1_372_700_813)

    private func wait(_ headers: HTTPHeaders, status: Int = 200) throws -> Duration? {
        RateLimitHeaders.wait(
            of: HTTPResponse(
                status: status,
                headers: headers,
                url: try HTTPURL("http://example.org/"),
                received: .origin,
                receivedAt: now
            )
        )
    }

    @Test(arguments: [
        (#""default";r=0;t=50"#, 50),
        (#""burst";r=0;t=3, "daily";r=0;t=3600;pk=:YWJj:"#, nil),
        (#""burst";r=0;t=3, "daily";r=0;t=3600"#, 3600),
        (#""burst";r=9;t=60, "daily";r=0;t=5"#, 5),
        (#"default;r=0;t=7"#, 7),
        (#""a\"b,c";r=0;t=8"#, 8),
        (#""daily";r=1;t=36400"#, nil),
        (#""default";r=0"#, nil),
        (#""default";r=0;t=-5"#, nil),
        (#""default";r=0;t=1.5"#, nil),
        ("limit=100, remaining=0, reset=30", 30),
        ("limit=100, remaining=50, reset=30", nil), ("limit=100, remaining=0, reset=1372700843", 30),
        (#""default";r=0;t=1372700843"#, 30),
    ])
    func `A spent quota of the RateLimit field is waited for`(field: String, seconds: Int?) throws {
        #expect(try wait(["RateLimit": field]) == seconds.map { .seconds($0) })
    }

    @Test(arguments: [
        #""default";r=0;t=50,"#, #""default;r=0;t=50"#, #""default";r=0;t=50 x"#, "r=0;;t=50", "(\"a\");r=0;t=50", "",
        "limit=100, remaining=0, reset=", #""default";R=0;T=50"#, #""default";r=0;t=99999999999999999999"#,
    ])
    func `A malformed RateLimit field is ignored whole`(field: String) throws {
        #expect(try wait(["RateLimit": field]) == nil)
    }

    @Test func `Two lines of the RateLimit field are one list`() throws {
        #expect(try wait(["RateLimit": #""a";r=0;t=3"#, "ratelimit": #""b";r=0;t=9"#]) == .seconds(9))
    }

    @Test func `The policy field alone orders no wait`() throws {
        #expect(try wait(["RateLimit-Policy": #""burst";q=100;w=60"#]) == nil)
    }

    @Test(
        arguments: [
            ("60", 60), ("60.25", 60.25), ("0.5", 0.5), ("0", 0), ("1372700873.123", 60.123),
            ("1372700873.1234567891", 60.123456789),
            ("1372700873123.5", 60.1235), ("1372700873123456", 60.123456), ("1372700873123456789", 60.123456789),
            ("1372700812.9", 0), ("946684800", 946_684_800), ("2013-07-01T17:47:53Z", 60),
            ("2013-07-01T17:47:53.123Z", 60.123),
            ("2013-07-01t19:47:53.5+02:00", 60.5), ("2013-07-01 12:17:53-05:30", 60), ("2012-07-01T17:47:53Z", 0),
            ("Mon, 01 Jul 2013 17:47:53 GMT", 60), ("Monday, 01-Jul-13 17:47:53 GMT", 60),
            ("Mon Jul  1 17:47:53 2013", 60),
            ("Sun, 01 Jul 2012 17:47:53 GMT", 0), (" 60 ", 60),
            ("-1", nil), ("-1372700873", nil), ("1.", nil), (".5", nil), ("1.5.5", nil), ("1e9", nil), ("60s", nil),
            ("", nil),
            ("soon", nil), ("2013-07-01T17:47:53", nil), ("2013-02-29T17:47:53Z", nil), ("2013-13-01T17:47:53Z", nil),
            ("2013-07-01T24:00:00Z", nil), ("2013-07-01T17:47:53.Z", nil), ("2013-07-01T17:47:53+0200", nil),
            ("0x60", nil), ("\u{665}", nil),
        ] as [(String, Double?)])
    func `A reset is a delta, an epoch or a date, in every family of headers`(reset: String, seconds: Double?) throws {
        let wait = seconds.map { Duration.nanoseconds(Int64(($0 * 1e9).rounded())) }
        for family in ["RateLimit", "X-RateLimit", "X-Rate-Limit", "x-ratelimit"] {
            #expect(try self.wait(["\(family)-Remaining": "0", "\(family)-Reset": reset]) == wait, "\(family)")
        }
    }

    @Test(arguments: [("0.0", 200, 30), ("0.5", 200, nil), ("-1", 200, nil), ("x", 429, 30), ("1", 429, nil)])
    func `A quota is spent at zero, and on a 429 where no rest can be read`(rest: String, status: Int, seconds: Int?)
        throws
    {
        let headers: HTTPHeaders = ["X-RateLimit-Remaining": rest, "X-RateLimit-Reset": "30"]
        #expect(try wait(headers, status: status) == seconds.map { .seconds($0) })
    }

    @Test(arguments: [("7", 7), ("never", 20)])
    func `A delta of the quota's own goes before its reset, if it can be read`(delta: String, seconds: Int) throws {
        let headers: HTTPHeaders = [
            "X-RateLimit-Remaining": "0", "X-RateLimit-Retry-After": delta, "X-RateLimit-Reset": "20",
        ]
        #expect(try wait(headers) == .seconds(seconds))
    }

    @Test(arguments: [("0", "30", 30), ("1", "30", nil), ("0", "x", nil), ("none", "30", nil), ("0", "-1", nil)])
    func `The older triple counts seconds`(remaining: String, reset: String, seconds: Int?) throws {
        let headers: HTTPHeaders = ["RateLimit-Remaining": remaining, "RateLimit-Reset": reset]
        #expect(try wait(headers) == seconds.map { .seconds($0) })
    }

    @Test(arguments: [
        ("1372700873", 60), ("1372700873000", 60), ("60", 60), ("999999999", 999_999_999), ("1372700812", 0),
    ])
    func `An X-RateLimit-Reset is a delta, epoch seconds or epoch milliseconds by its size`(
        reset: String, seconds: Int
    ) throws {
        let headers: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset]
        #expect(try wait(headers) == .seconds(seconds))
    }

    @Test func `A reset beyond all time saturates`() throws {
        let headers: HTTPHeaders = [
            "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(repeating: "9", count: 400),
        ]
        #expect(try wait(headers) == ServerWait.longest)
    }

    @Test func `An epoch is measured against the response's own Date`() throws {
        let headers: HTTPHeaders = [
            "Date": "Mon, 01 Jul 2013 16:47:53 GMT", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1372700873",
        ]
        #expect(try wait(headers) == .seconds(3600))
    }

    @Test(arguments: [(429, 7), (200, nil)])
    func `A reset without a rest counts on a 429 alone`(status: Int, seconds: Int?) throws {
        #expect(
            try wait(["X-RateLimit-Reset": "1372700820"], status: status) == seconds.map { .seconds($0) }
        )
    }

    @Test func `Of several spent quotas the longest wait counts`() throws {
        let headers: HTTPHeaders = [
            "RateLimit": #""a";r=0;t=3"#, "RateLimit-Remaining": "0", "RateLimit-Reset": "40",
            "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "20",
        ]
        #expect(try wait(headers) == .seconds(40))
    }

    @Test(arguments: [
        ("3", "1s", 334), ("50", "1s", 20), ("10", "1", 100), ("1", "2s", 2000), ("0", "1s", nil), ("x", "1s", nil),
        ("3", "1m", nil), ("3", "", nil), ("1", "99999999999999999999s", 60_000),
    ])
    func `Crossref's interval is the quotient, rounded up`(limit: String, interval: String, milliseconds: Int?) {
        let headers: HTTPHeaders = ["X-Rate-Limit-Limit": limit, "X-Rate-Limit-Interval": interval]
        #expect(RateLimitHeaders.interval(in: headers) == milliseconds.map { .milliseconds($0) })
    }

    @Test(arguments: [(429, 5), (503, 5), (301, 5), (303, 5), (200, 50), (404, 50)])
    func `Retry-After goes before a quota where it has a meaning`(status: Int, seconds: Int) throws {
        let response = HTTPResponse(
            status: status,
            headers: ["Retry-After": "5", "RateLimit": #""default";r=0;t=50"#],
            url: try HTTPURL("http://example.org/"),
            received: .origin,
            receivedAt: now
        )
        #expect(ServerWait.announced(by: response) == .seconds(seconds))
    }
}
