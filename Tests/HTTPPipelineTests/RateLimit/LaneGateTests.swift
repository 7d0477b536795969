import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite struct LaneGateTests {
    private let clock = SteppingClock()
    private let timeline: Timeline<SteppingClock>
    private let peer = PeerAddress(address: "192.0.2.7", port: 80)

    init() {
        timeline = clock.timeline()
    }

    private func gate(opensAfter seconds: Int = 0, allowsPrivatePeer: Bool = true) -> LaneGate<SteppingClock> {
        LaneGate(
            opens: Moment(sinceOrigin: .seconds(seconds)),
            allowsPrivatePeer: allowsPrivatePeer,
            timeline: timeline
        )
    }

    private func code(_ decision: GateDecision) -> HTTPClientError.Code? {
        if case .refuse(let error) = decision { error.code } else { nil }
    }

    private func opens(_ decision: GateDecision) -> Bool {
        if case .go = decision { true } else { false }
    }

    @Test func `A connection that stands before the slot waits for it, and the wait is counted`() {
        let gate = gate(opensAfter: 3)
        clock.advance(by: .seconds(1))
        guard case .wait(let until) = gate.decision(for: peer) else {
            Issue.record("The gate opened too early.")
            return
        }
        #expect(until == Moment(sinceOrigin: .seconds(3)))
        clock.advance(by: .seconds(2))
        #expect(opens(gate.decision(for: peer)))
        #expect(gate.close().waits.pace == .seconds(2))
        #expect(gate.close().opened == Moment(sinceOrigin: .seconds(3)))
    }

    @Test func `A wait that is given up is counted until then`() {
        let gate = gate(opensAfter: 9)
        _ = gate.decision(for: peer)
        clock.advance(by: .seconds(4))
        let passage = gate.close()
        #expect(passage.waits.pace == .seconds(4))
        #expect(passage.opened == nil)
    }

    @Test func `Whoever was let go once is refused the second time`() {
        let gate = gate()
        #expect(opens(gate.decision(for: peer)))
        #expect(code(gate.decision(for: peer)) == .connectionReset)
    }

    @Test func `Whoever takes the word to go back may ask again, until something was written`() {
        let gate = gate()
        #expect(opens(gate.decision(for: peer)))
        gate.takeBack()
        #expect(gate.close().opened == nil)
        clock.advance(by: .seconds(1))
        #expect(opens(gate.decision(for: peer)))
        gate.departed(at: clock.moment)
        #expect(code(gate.decision(for: peer)) == .connectionReset)
        #expect(gate.close().opened == Moment(sinceOrigin: .seconds(1)))
    }

    @Test(arguments: ["127.0.0.1", "10.0.0.1", "::1", "fe80::1", "::ffff:127.0.0.1", "no address"])
    func `A private peer is refused after a public one, and before any wait`(address: String) {
        let local = PeerAddress(address: address, port: 80)
        #expect(code(gate(opensAfter: 5, allowsPrivatePeer: false).decision(for: local)) == .redirect)
        #expect(opens(gate(allowsPrivatePeer: true).decision(for: local)))
        #expect(opens(gate(allowsPrivatePeer: false).decision(for: peer)))
        let proxy = PeerAddress(address: address, port: 80, isProxy: true)
        #expect(opens(gate(allowsPrivatePeer: false).decision(for: proxy)))
    }

    @Test func `The moment of departure is told by both clocks, though the gate hears of it later`() {
        let gate = gate()
        clock.advance(by: .seconds(1))
        let moment = clock.moment
        let wall = clock.wallNow
        clock.advance(by: .milliseconds(7))
        gate.departed(at: moment)
        #expect(gate.close().departed == moment)
        #expect(gate.close().departedAt == wall)
    }
}
