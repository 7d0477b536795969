import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct KeptConnectionsTests {
    private static let second: Int64 = 1_000_000_000

    @Test func `A connection older than the one that was found dead is not used`() throws {
        let request = HTTPRequest(url: try HTTPURL("http://a.example/"))
        let other = HTTPRequest(url: try HTTPURL("http://a.example:81/"))
        var kept = KeptConnections()
        #expect(kept.mayCarry(request, at: 0))
        kept.note(request.url.origin, from: 0, to: Self.second, foundDead: false)
        kept.note(request.url.origin, from: 6 * Self.second, to: 7 * Self.second, foundDead: true)
        // Five seconds were too many, so from nine tenths of them on a new connection is made.
        #expect(kept.mayCarry(request, at: 7 * Self.second + 4_499_999_999))
        #expect(!kept.mayCarry(request, at: 7 * Self.second + 4_500_000_000))
        #expect(kept.mayCarry(other, at: 100 * Self.second))
    }

    @Test func `What breaks at once says nothing of how long a server keeps connections`() throws {
        let request = HTTPRequest(url: try HTTPURL("http://a.example/"))
        var kept = KeptConnections()
        kept.note(request.url.origin, from: 0, to: Self.second, foundDead: false)
        kept.note(request.url.origin, from: Self.second + 99_999_999, to: 2 * Self.second, foundDead: true)
        #expect(kept.mayCarry(request, at: 100 * Self.second))
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
