import HTTPPipeline
import Testing

@Suite struct RedirectPolicyTests {
    private func response(
        _ location: String?, to request: HTTPRequest, status: Int = 302, peer: String? = "192.0.2.7",
        isProxy: Bool = false, _ headers: HTTPHeaders = [:]
    ) -> HTTPResponse {
        var headers = headers
        if let location { headers.add("Location", location) }
        return HTTPResponse(
            status: status,
            headers: headers,
            url: request.url,
            peer: peer.map { PeerAddress(address: $0, port: 80, isProxy: isProxy) },
            received: Moment(sinceOrigin: .seconds(5)),
            receivedAt: WallTime(epochSeconds: 1_700_000_000)
        )
    }

    private func hop(from url: String, to location: String, peer: String? = "192.0.2.7") throws -> HTTPRequest {
        let request = try HTTPRequest.get(url)
        return try RedirectPolicy.request(after: response(location, to: request, peer: peer), to: request)
    }

    private func refusal(from url: String, to location: String, peer: String?, isProxy: Bool = false) throws -> String?
    {
        let request = try HTTPRequest.get(url)
        let response = response(location, to: request, peer: peer, isProxy: isProxy)
        let error = #expect(throws: HTTPClientError.self) { try RedirectPolicy.request(after: response, to: request) }
        #expect(error?.code == .redirect)
        #expect(error?.response?.status == 302)
        return error?.message
    }

    @Test(arguments: [
        (301, true), (302, true), (303, true), (307, true), (308, true), (300, false), (304, false), (305, false),
        (200, false), (201, false),
    ])
    func `Five statuses are followed, and only with a Location`(status: Int, follows: Bool) throws {
        let request = try HTTPRequest.get("http://a.org/")
        #expect(RedirectPolicy.follows(response("/b", to: request, status: status), to: request) == follows)
        #expect(!RedirectPolicy.follows(response(nil, to: request, status: status), to: request))
        #expect(!RedirectPolicy.follows(response("", to: request, status: status), to: request))
    }

    @Test func `A redirect that is the answer asked for is not followed`() throws {
        var request = try HTTPRequest.get("http://a.org/")
        request.unfollowedStatuses = [301]
        #expect(!RedirectPolicy.follows(response("/b", to: request, status: 301), to: request))
        #expect(RedirectPolicy.follows(response("/b", to: request, status: 302), to: request))
    }

    @Test(arguments: [
        ("/b", "http://a.org/b"), ("b?x=1", "http://a.org/dir/b?x=1"), ("?y=2", "http://a.org/dir/a?y=2"),
        ("//b.org/c", "http://b.org/c"), ("https://b.org/c#part", "https://b.org/c"), ("../c", "http://a.org/c"),
    ])
    func `A target is relative to the present URL`(location: String, target: String) throws {
        #expect(try hop(from: "http://a.org/dir/a?q=1", to: location).url.serialized == target)
    }

    @Test(arguments: [
        (303, "GET", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"), (301, "POST", "GET"),
        (302, "POST", "GET"), (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (307, "POST", "POST"),
        (308, "POST", "POST"), (308, "PATCH", "PATCH"), (301, "HEAD", "HEAD"),
    ])
    func `The method and the body go together`(status: Int, method: String, next: String) throws {
        let headers: HTTPHeaders = ["Content-Type": "application/json", "content-language": "en", "Accept": "*/*"]
        let request = HTTPRequest(
            method: HTTPMethod(method),
            url: try HTTPURL("http://a.org/"),
            headers: headers,
            body: method == "GET" ? nil : [1]
        )
        let hop = try RedirectPolicy.request(after: response("/b", to: request, status: status), to: request)
        #expect(hop.method.name == next)
        #expect(hop.body == (method == next ? request.body : nil) || next == "HEAD")
        #expect(hop.headers["Content-Type"] == (next == "GET" ? nil : "application/json"))
        #expect(hop.headers["Content-Language"] == (next == "GET" ? nil : "en"))
        #expect(hop.headers["Accept"] == "*/*")
        #expect(hop.reason == .redirect)
    }

    @Test(arguments: [
        ("http://a.org/b", true), ("http://a.org:81/b", false), ("https://a.org/b", false), ("http://b.org/", false),
        ("http://www.a.org/", false), ("http://a.org.evil.org/", false),
    ])
    func `Credentials stay within scheme, host and port`(location: String, stay: Bool) throws {
        let secret = [
            "Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "x-auth", "X-CSRF-Token", "Client-Secret",
            "X-Named",
        ]
        var request = try HTTPRequest.get("http://a.org/")
        for name in secret + ["Accept", "X-Author"] { request.headers.add(name, "value") }
        request.sensitive.headers = ["x-named"]
        let hop = try RedirectPolicy.request(after: response(location, to: request), to: request)
        #expect(hop.headers.fields.map(\.name) == (stay ? secret : []) + ["Accept", "X-Author"])
    }

    @Test func `Credentials that were dropped don't come back with the origin`() throws {
        var request = try HTTPRequest.get("http://a.org/")
        request.headers.add("Authorization", "Basic x")
        let away = try RedirectPolicy.request(after: response("http://b.org/", to: request), to: request)
        let back = try RedirectPolicy.request(after: response("http://a.org/back", to: away), to: away)
        #expect(back.headers["Authorization"] == nil)
    }

    @Test(arguments: [
        ("http://b.org/?q=C%2B%2B&key=1&author=x", "http://b.org/?q=C%2B%2B&author=x"),
        ("http://b.org/?%6Bey=1&access_token=2", "http://b.org/"), ("http://b.org/?named=1&b=2", "http://b.org/?b=2"),
        ("http://b.org/?keywords=1", "http://b.org/?keywords=1"), ("/b?key=1", "http://a.org/b?key=1"),
    ])
    func `Secret parameters stay within the origin`(location: String, target: String) throws {
        var request = try HTTPRequest.get("http://a.org/?key=1")
        request.sensitive.parameters = ["named"]
        let hop = try RedirectPolicy.request(after: response(location, to: request), to: request)
        #expect(hop.url.serialized == target)
    }

    @Test func `A target's own credentials are not used`() throws {
        let hop = try hop(from: "http://a.org/", to: "http://user:pass@a.org/b")
        #expect(hop.url.credentials == nil)
        #expect(hop.headers["Authorization"] == nil)
    }

    @Test func `A Host header and validators belong to where they were given for`() throws {
        var request = try HTTPRequest.get("http://a.org/")
        request.headers = ["Host": "a.org", "If-None-Match": "x", "If-Modified-Since": "y"]
        let near = try RedirectPolicy.request(after: response("/b", to: request), to: request)
        #expect(near.headers.fields.map(\.name) == ["Host"])
        let far = try RedirectPolicy.request(after: response("http://b.org/", to: request), to: request)
        #expect(far.headers.fields.isEmpty)
    }

    @Test(arguments: [
        ("http://a.org/b", "https://a.org/b"), ("http://www.a.org/b", "https://www.a.org/b"),
        ("http://a.org:8080/b", "https://a.org:8080/b"), ("https://b.org/", "https://b.org/"),
    ])
    func `A hop from https to http on the same server is upgraded`(location: String, target: String) throws {
        #expect(try hop(from: "https://a.org/", to: location).url.serialized == target)
        #expect(try hop(from: "https://www.a.org/", to: location).url.serialized == target)
    }

    @Test(arguments: ["http://b.org/", "http://sub.a.org/", "http://wwwa.org/", "http://www.www.a.org/"])
    func `A hop from https to http on another server is refused`(location: String) throws {
        let message = try refusal(from: "https://a.org/", to: location, peer: "192.0.2.7")
        #expect(message == "The redirect leads from https to http on another host.")
    }

    @Test(arguments: ["ftp://a.org/", "javascript:alert(1)", "http:///", "http://a b.org/", "data:text/plain,x"])
    func `A target that is no HTTP URL is refused`(location: String) throws {
        let message = try refusal(from: "http://a.org/", to: location, peer: "192.0.2.7")
        #expect(message?.hasPrefix("The redirect's target can't be read: its ") == true)
    }

    @Test(arguments: [
        "http://127.0.0.1/", "http://localhost:8080/", "http://x.localhost/", "http://[::1]/", "http://10.0.0.1/",
        "http://169.254.169.254/latest", "http://[fd00::1]/", "http://[::ffff:127.0.0.1]/",
    ])
    func `A hop from a public host to a private address is refused before it connects`(location: String) throws {
        let message = "The redirect leads from a public host to a private address."
        #expect(try refusal(from: "http://a.org/", to: location, peer: "192.0.2.7") == message)
        #expect(try refusal(from: "http://a.org/", to: location, peer: "10.1.1.1", isProxy: true) == message)
        #expect(try refusal(from: "http://a.org/", to: location, peer: nil) == message)
    }

    @Test(arguments: [
        ("192.0.2.7", false), ("2001:db8::1", false), ("10.0.0.5", true), ("127.0.0.1", true), ("::1", true),
    ])
    func `After a public address no private one may answer`(peer: String, allowsPrivate: Bool) throws {
        #expect(try hop(from: "http://a.org/", to: "http://b.org/", peer: peer).allowsPrivatePeer == allowsPrivate)
    }

    @Test func `A private host may lead to another`() throws {
        let hop = try hop(from: "http://localhost:8080/", to: "http://127.0.0.1:8081/", peer: "127.0.0.1")
        #expect(hop.allowsPrivatePeer)
        let behindProxy = try HTTPRequest.get("http://localhost/")
        let response = response("http://127.0.0.1/", to: behindProxy, peer: "192.0.2.7", isProxy: true)
        #expect(try RedirectPolicy.request(after: response, to: behindProxy).allowsPrivatePeer)
    }

    @Test func `A redirect's Retry-After holds the hop, on whichever lane`() throws {
        let request = try HTTPRequest.get("http://a.org/")
        let ordered = response("http://b.org/", to: request, ["Retry-After": "3"])
        let hop = try RedirectPolicy.request(after: ordered, to: request)
        #expect(hop.earliest == Hold(until: Moment(sinceOrigin: .seconds(8)), reason: .server))
        let next = try RedirectPolicy.request(after: response("/c", to: hop), to: hop)
        #expect(next.earliest == nil)
    }
}
