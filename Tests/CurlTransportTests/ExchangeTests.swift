import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExchangeTests {
    @Test func `A GET brings status, headers and body`() async throws {
        try await withScriptedServer { _ in
            .status(203, headers: ["X-A": "1", "x-a": " 2 ", "Set-Cookie": "a=b"], text: "hello")
        } _: { server in
            let answer = await exchange(HTTPRequest(url: try server.url("/a/../b?q=%20+x")))
            let response = try answer.result.get()
            #expect(response.status == 203)
            #expect(response.headers["x-A"] == "1, 2")
            #expect(response.body == Array("hello".utf8))
            #expect(response.peer == PeerAddress(address: "127.0.0.1", port: server.port))
            #expect(server.requests.first?.target == "/a/../b?q=%20+x")
        }
    }
}
