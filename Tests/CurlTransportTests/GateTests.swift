import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct GateTests {
    @Test func `The gate is asked when the connection stands, and told the moment the head was written`() async throws {
        let timeline = Timeline()
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: timeline)
            let gate = RecordingGate()
            let before = timeline.now
            let answer = await exchange(HTTPRequest(url: try server.url()), over: &transport, through: gate)
            let response = try answer.result.get()
            #expect(gate.peers == [PeerAddress(address: "127.0.0.1", port: server.port)])
            #expect(gate.departures.count == 1)
            let departure = try #require(gate.departures.first)
            #expect(departure >= before)
            #expect(departure <= response.received)
        }
    }

    @Test func `A wait holds the request back, counts for no limit and for no phase, and the gate is asked again`()
        async throws
    {
        let timeline = Timeline()
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: timeline)
            var request = HTTPRequest(url: try server.url())
            request.limits.attempt = .seconds(2)
            request.limits.idle = .seconds(2)
            request.limits.connect = .seconds(2)
            let until = timeline.now.advanced(by: .milliseconds(2_300))
            let gate = RecordingGate { $0 == 1 ? .wait(until: until) : .go }
            let answer = await exchange(request, over: &transport, through: gate)
            #expect(answer.error == nil)
            #expect(gate.peers.count == 2)
            #expect(try #require(gate.departures.first) >= until)
            #expect(answer.attempt.total < .seconds(2))
        }
    }

    @Test func `A refusal ends the exchange with the gate's own error, and nothing departs`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let gate = RecordingGate { _ in .refuse(HTTPClientError(.redirect, "Not there.")) }
            let answer = await exchange(HTTPRequest(url: try server.url()), through: gate)
            #expect(answer.error?.code == .redirect)
            #expect(answer.error?.message == "Not there.")
            #expect(answer.error?.requestDeparted == false)
            #expect(gate.departures.isEmpty)
            await server.endedConnections(atLeast: 1)
            #expect(server.requests.isEmpty)
        }
    }

    @Test(arguments: [HTTPMethod.get, .put])
    func `A kept-alive connection that proves dead costs one request, and libcurl's own repeat is refused`(
        method: HTTPMethod
    ) async throws {
        try await withScriptedServer { request in
            // The second request on a connection is read and never answered, as by a server that just closes an idle one.
            request.index == 2 ? .close : .status(200, text: "x")
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            _ = await exchange(HTTPRequest(url: try server.url("/1")), over: &transport)
            let gate = RecordingGate()
            let request = HTTPRequest(method: method, url: try server.url("/2"), body: method == .put ? [1] : nil)
            let answer = await exchange(request, over: &transport, through: gate)
            #expect(answer.error?.code == .connectionReset)
            #expect(answer.error?.requestDeparted == true)
            #expect(answer.attempt.reused)
            #expect(answer.attempt.connect == nil)
            #expect(gate.peers.count == 1)
            #expect(gate.departures.count == 1)
            let last = await exchange(HTTPRequest(url: try server.url("/3")), over: &transport)
            #expect(try last.result.get().status == 200)
            #expect(server.requests.map(\.path) == ["/1", "/2", "/3"])
        }
    }
}
