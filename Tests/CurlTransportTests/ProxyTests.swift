import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProxyTests {
    /// Variables, a URL, and the proxy that is used for it.
    static let choices: [([String: String], String, String?)] = [
        (["http_proxy": "p:1"], "http://example.org/", "p:1"),
        (["HTTP_PROXY": "p:1"], "http://example.org/", nil),
        (["http_proxy": "p:1"], "https://example.org/", nil),
        (["https_proxy": "p:1", "HTTPS_PROXY": "q:1"], "https://example.org/", "p:1"),
        (["HTTPS_PROXY": "q:1"], "https://example.org/", "q:1"),
        (["all_proxy": "a:1"], "http://example.org/", "a:1"),
        (["ALL_PROXY": "a:1", "https_proxy": "p:1"], "https://example.org/", "p:1"),
        (["http_proxy": "", "ALL_PROXY": "a:1"], "http://example.org/", "a:1"),
        (["http_proxy": "p:1", "no_proxy": "*"], "http://example.org/", nil),
        (["http_proxy": "p:1", "NO_PROXY": "example.org"], "http://example.org/", nil),
        (["http_proxy": "p:1", "no_proxy": "other, .example.org"], "http://api.example.org/", nil),
        (["http_proxy": "p:1", "no_proxy": "EXAMPLE.org."], "http://example.org/", nil),
        (["http_proxy": "p:1", "no_proxy": "ample.org"], "http://example.org/", "p:1"),
        (["http_proxy": "p:1", "no_proxy": "127.0.0.1"], "http://127.0.0.1:8080/", nil),
        (["http_proxy": "p:1", "no_proxy": "10.0.0.0/9"], "http://10.127.255.255/", nil),
        (["http_proxy": "p:1", "no_proxy": "10.0.0.0/9"], "http://10.128.0.0/", "p:1"),
        (["http_proxy": "p:1", "no_proxy": "10.0.0.0/33"], "http://10.0.0.0/", "p:1"),
        (["http_proxy": "p:1", "no_proxy": "::1"], "http://[::1]:80/", nil),
        (["http_proxy": "p:1", "no_proxy": "fd00::/8"], "http://[fd12::1]/", nil),
        (["http_proxy": "p:1", "no_proxy": "0.0.1"], "http://127.0.0.1/", "p:1"),
    ]

    @Test(arguments: choices)
    func `The variables count as they do for curl`(
        environment: [String: String],
        url: String,
        proxy: String?
    ) throws {
        #expect(ProxySettings(environment: environment).proxy(for: try HTTPURL(url)) == proxy)
    }

    @Test func `A server that is exempt is reached directly, its neighbours on the host are not`() throws {
        let settings = ProxySettings(environment: ["all_proxy": "p:1"])
        let exempting = settings.exempting(try HTTPURL("http://127.0.0.1:8080/x").origin)
        #expect(exempting.proxy(for: try HTTPURL("http://127.0.0.1:8080/")) == nil)
        #expect(exempting.proxy(for: try HTTPURL("http://127.0.0.1:8081/")) == "p:1")
        #expect(exempting.proxy(for: try HTTPURL("http://127.0.0.2:8080/")) == "p:1")
        #expect(exempting.proxy(for: try HTTPURL("https://127.0.0.1:8080/")) == "p:1")
        #expect(settings.proxy(for: try HTTPURL("http://127.0.0.1:8080/")) == "p:1")
    }

    private func configuration(_ environment: [String: String]) -> CurlTransport.Configuration {
        var configuration = CurlTransport.Configuration.direct
        configuration.proxies = ProxySettings(environment: environment)
        return configuration
    }

    @Test func `A request for http goes to the proxy whole, and the gate is told that the peer is one`() async throws {
        try await withScriptedServer { _ in
            .status(200, text: "by proxy")
        } _: { proxy in
            let gate = RecordingGate()
            let answer = await exchange(
                HTTPRequest(url: try HTTPURL("http://books.invalid/x?y")),
                through: gate,
                configuration: configuration(["http_proxy": "http://127.0.0.1:\(proxy.port)"])
            )
            #expect(try answer.result.get().body == Array("by proxy".utf8))
            #expect(proxy.requests.first?.target == "http://books.invalid/x?y")
            #expect(gate.peers.map(\.isProxy) == [true])
        }
    }

    @Test(arguments: ["http://user:my passw0rd@127.0.0.1:1", "http://user:my passw0rd@127.0.0.1:1/'x'", "a'passw0rd:x"])
    func `A proxy that can't be read is told without what the variable holds`(proxy: String) async throws {
        let answer = await exchange(
            HTTPRequest(url: try HTTPURL("http://books.invalid/")),
            configuration: configuration(["http_proxy": proxy]))
        let error = try #require(answer.error)
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains("http_proxy"))
        #expect(!"\(error.message) \(error.cause.map { "\($0)" } ?? "")".contains("passw0rd"))
    }

    @Test func `A host that is excepted is reached directly`() async throws {
        try await withScriptedServer { _ in
            .status(200, text: "direct")
        } _: { server in
            let gate = RecordingGate()
            let answer = await exchange(
                HTTPRequest(url: try server.url()),
                through: gate,
                configuration: configuration(["http_proxy": "http://127.0.0.1:1", "no_proxy": "127.0.0.1"])
            )
            #expect(try answer.result.get().body == Array("direct".utf8))
            #expect(gate.peers.map(\.isProxy) == [false])
        }
    }

    @Test func `A tunnel that the proxy refuses is a failed connection, and neither gate nor headers see it`()
        async throws
    {
        try await withScriptedServer { _ in
            .status(407, text: "no")
        } _: { proxy in
            let gate = RecordingGate()
            let answer = await exchange(
                HTTPRequest(url: try HTTPURL("https://books.invalid/"), headers: ["Authorization": "secret"]),
                through: gate,
                configuration: configuration(["https_proxy": "http://127.0.0.1:\(proxy.port)"])
            )
            #expect(answer.error?.code == .connectionFailed)
            #expect(answer.error?.message == "The proxy made no connection.")
            #expect(answer.error?.requestDeparted == false)
            #expect(gate.peers.isEmpty)
            #expect(gate.departures.isEmpty)
            #expect(proxy.requests.first?.method == "CONNECT")
            #expect(proxy.requests.first?.headers["Authorization"] == nil)
        }
    }
}
