import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct KeptConnectionsTests {
    private static let second: Int64 = 1_000_000_000

    private let url: HTTPURL
    private let get: HTTPRequest
    private var kept = KeptConnections()

    init() throws {
        url = try HTTPURL("http://a.example/")
        get = HTTPRequest(url: url)
    }

    /// Notes an exchange of a second.
    private mutating func note(_ departed: Int64, _ choice: ConnectionChoice = .kept, foundDead: Bool = false) {
        kept.note(
            url.origin, over: choice, departed: departed, end: departed + Self.second, foundDead: foundDead)
    }

    @Test mutating func `A connection as old as the two that were found dead is not used`() throws {
        let other = HTTPRequest(url: try HTTPURL("http://a.example:81/"))
        #expect(kept.choice(for: get, at: 0) == .kept)
        note(0)
        note(6 * Self.second, foundDead: true)
        // One may be a server's restart.
        #expect(kept.choice(for: get, at: 100 * Self.second) == .kept)
        note(11 * Self.second, foundDead: true)
        // Five and four seconds were too many, so from nine tenths of the five on a new connection is made.
        #expect(kept.choice(for: get, at: 12 * Self.second + 4_499_999_999) == .kept)
        #expect(kept.choice(for: get, at: 12 * Self.second + 4_500_000_000) == .new)
        #expect(kept.choice(for: other, at: 100 * Self.second) == .kept)
    }

    @Test mutating func `What breaks at once says nothing of how long a server keeps connections`() {
        note(0)
        for number: Int64 in 1...3 {
            note(number * Self.second + number * 99_999_999, foundDead: true)
        }
        #expect(kept.choice(for: get, at: 100 * Self.second) == .kept)
    }

    @Test mutating func `After twenty new connections a kept one is tried again, and believed if it holds`() {
        note(0)
        note(6 * Self.second, foundDead: true)
        note(12 * Self.second, foundDead: true)
        for number: Int64 in 1...20 {
            #expect(kept.choice(for: get, at: number * 100 * Self.second) == .new)
            note(number * 100 * Self.second, .new)
        }
        #expect(kept.choice(for: get, at: 2_100 * Self.second) == .kept)
        note(2_100 * Self.second)
        #expect(kept.choice(for: get, at: 2_200 * Self.second) == .kept)
    }

    @Test mutating func `A request with a connection of its own makes the kept one no younger`() {
        note(0)
        note(6 * Self.second, foundDead: true)
        note(12 * Self.second, foundDead: true)
        note(14 * Self.second, .own)
        #expect(kept.choice(for: get, at: 17 * Self.second + 600_000_000) == .new)
    }

    @Test func `A request that must not be sent twice gets a connection of its own, and leaves the kept one alone`()
        async throws
    {
        try await withScriptedServer { request in
            // The server gives the kept connection up just when a third request comes on it.
            request.index == 3 ? .close : .json("{}")
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            let url = try server.url()
            var post = HTTPRequest(method: .post, url: url, body: [1])
            let get = HTTPRequest(url: url)
            var reused: [Bool] = []
            for request in [get, post, get, post] {
                let answer = await exchange(request, over: &transport)
                #expect(try answer.result.get().status == 200)
                reused.append(answer.attempt.reused)
            }
            #expect(reused == [false, false, true, false])
            post.isDeclaredIdempotent = true
            let answer = await exchange(post, over: &transport)
            #expect(answer.attempt.reused && answer.error?.code == .connectionReset)
            // The fourth is that of libcurl's own repeat, which was refused.
            #expect(server.connectionCount == 4)
        }
    }
}
