import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite struct SharedLaneTests {
    private func at(_ seconds: Double) -> Moment {
        Moment(sinceOrigin: .seconds(seconds))
    }

    private func pipeline(_ store: ScriptedLaneStore, interval: Duration = .seconds(2)) -> TestPipeline {
        var pipeline = TestPipeline()
        pipeline.lanes.defaultInterval = interval
        pipeline.store = store
        return pipeline
    }

    @Test(arguments: [
        (SharedLane.used(at: 9, interval: 1), 11.0), (.used(at: 9, interval: 5), 14), (.used(at: 3, interval: 5), 12),
        (.used(at: nil, interval: 9), 16), (.used(at: 1), 10), (.used(at: 7), 10),
    ])
    func `The latest send of all runs and the largest interval count`(shared: SharedLane, departure: Double) {
        var state = LaneState(interval: .seconds(2))
        state.noteSend(at: at(7))
        #expect(state.departure(earliest: nil, now: at(10), shared: shared).moment == at(departure))
    }

    @Test func `Another run's pause holds the lane and is the server's`() {
        var state = LaneState(interval: .seconds(2))
        state.hold(Hold(until: at(20), reason: .server))
        let departure = state.departure(earliest: nil, now: at(10), shared: .used(at: 9, notBefore: 30))
        #expect(departure == Departure(moment: at(30), reason: .server, holdsLane: true))
        #expect(state.departure(earliest: nil, now: at(10), shared: .used(at: 9, notBefore: 15)).moment == at(20))
    }

    @Test func `A request waits for the slot after another run's send before it connects`() async throws {
        let pipeline = pipeline(ScriptedLaneStore(knowing: .used(at: -0.5)))
        var client = pipeline.over(.response(200))
        let outcome = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(pipeline.clock.sleeps == [.seconds(0.5), .seconds(1)], "it asks for the turn a second before")
        #expect(outcome.record.waits.pace == .seconds(1.5))
    }

    @Test func `The lane is claimed when the connection stands, and kept until the head is written`() async throws {
        let store = ScriptedLaneStore()
        let pipeline = pipeline(store)
        var client = pipeline.over(
            ScriptedExchange(.response(status: 200, headers: [:], body: []), connect: .seconds(3)))
        _ = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(store.callsBesidesTurns == [.claim(LaneTerms(interval: .seconds(2))), .departed(at(3))])
    }

    @Test func `A claim after which nothing is written is given back once`() {
        let clock = SteppingClock()
        let store = ScriptedLaneStore()
        let gate = LaneGate(
            opens: .origin,
            pass: LanePass(store: store, lane: Lane(name: "h"), terms: LaneTerms(interval: .zero, quota: 5)),
            allowsPrivatePeer: true, timeline: clock.timeline())
        _ = gate.decision(for: PeerAddress(address: "192.0.2.7", port: 80))
        _ = gate.close()
        _ = gate.close()
        #expect(store.calls == [.claim(LaneTerms(interval: .zero, quota: 5)), .release])
    }

    @Test func `An exchange that changes its connection at the gate gives the lane back, and is one send`()
        async throws
    {
        let store = ScriptedLaneStore()
        let pipeline = pipeline(store)
        var exchange = ScriptedExchange.response(200)
        exchange.uselessConnections = 1
        var client = pipeline.over(exchange)
        let outcome = await client.outcome(of: try .get("http://h/"), on: pipeline)
        let claim = ScriptedLaneStore.Call.claim(LaneTerms(interval: .seconds(2)))
        #expect(store.callsBesidesTurns == [claim, .release, claim, .departed(at(0))])
        #expect(outcome.record.attempts.map(\.send) == [1])
        #expect(pipeline.log.departures == [at(0)])
    }

    @Test func `A gate that is refused or waits for its own slot claims nothing`() {
        let clock = SteppingClock()
        let store = ScriptedLaneStore()
        let pass = LanePass(store: store, lane: Lane(name: "h"), terms: LaneTerms(interval: .zero))
        for (opens, isPrivate) in [(9.0, true), (0, false)] {
            let gate = LaneGate(opens: at(opens), pass: pass, allowsPrivatePeer: isPrivate, timeline: clock.timeline())
            _ = gate.decision(for: PeerAddress(address: "10.0.0.1", port: 80))
            _ = gate.close()
        }
        #expect(store.calls == [])
    }

    @Test func `A slot that another run took meanwhile is waited for with the connection, as pace`() async throws {
        let store = ScriptedLaneStore(.wait(until: at(1), .pace), .wait(until: at(3), .pace))
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200))
        let outcome = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(pipeline.log.departures == [at(3)])
        #expect(pipeline.log.requests.count == 1)
        #expect(outcome.record.attempts.map(\.waits.pace) == [.seconds(3)])
    }

    @Test func `For a slot that is far off the connection is not kept, and no attempt is used up`() async throws {
        let store = ScriptedLaneStore(.wait(until: at(60), .pace))
        let pipeline = pipeline(store)
        var client = pipeline.over { _, number in
            if number == 1 { store.learn(.used(at: 0, interval: 60)) }
            return .response(200)
        }
        var request = try HTTPRequest.get("http://h/")
        request.retry.attempts = 1
        let outcome = await client.outcome(of: request, on: pipeline)
        #expect(outcome.result.status == 200)
        #expect(pipeline.log.departures == [at(60)])
        #expect(outcome.record.attempts.map(\.number) == [1, 1])
        #expect(outcome.record.attempts.map(\.send) == [nil, 1])
        #expect(outcome.record.waits.pace == .seconds(60))
        #expect(!store.calls.contains { if case .noteTry = $0 { true } else { false } }, "no slot is lost")
    }

    @Test(
        arguments: [(30.0, 200, nil), (3_600, nil, LaneClosure.Reason.throttled)]
            as [(Double, Int?, LaneClosure.Reason?)])
    func `A pause that another run was told of is judged as if this one had been told`(
        seconds: Double, status: Int?, reason: LaneClosure.Reason?
    ) async throws {
        let store = ScriptedLaneStore(.wait(until: at(seconds), .server))
        let pipeline = pipeline(store)
        var client = pipeline.over { _, number in
            if number == 1 { store.learn(.used(at: 0, notBefore: seconds)) }
            return .response(200)
        }
        let outcome = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(outcome.result.status == status)
        #expect(outcome.result.error?.closure?.reason == reason)
        #expect(outcome.result.error == nil || outcome.result.error?.closure?.until == at(seconds))
        #expect(outcome.record.waits.server == (status == nil ? .zero : .seconds(seconds)))
        #expect(pipeline.log.departures == (status == nil ? [] : [at(seconds)]))
    }

    @Test func `The quota counts what all runs sent, and tells when the day ends`() async throws {
        let store = ScriptedLaneStore(.quotaSpent(until: at(4_000)), knowing: .used(at: nil, sendsToday: 6))
        var pipeline = pipeline(store)
        pipeline.lanes.quota = 7
        var client = pipeline.over(.response(200))
        let atGate = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(atGate.result.error?.closure == LaneClosure(.allowanceSpent, until: at(4_000)))
        store.learn(.used(at: nil, sendsToday: 7))
        let before = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(before.result.error?.closure == LaneClosure(.allowanceSpent, until: at(5_000)))
        #expect(pipeline.log.departures == [])
        #expect(store.callsBesidesTurns == [.claim(LaneTerms(interval: .seconds(2), quota: 7))])
    }

    @Test(
        arguments: [
            (429, ["Retry-After": "30"], 30.0), (503, ["Retry-After": "30"], 30), (301, ["Retry-After": "30"], 30),
            (200, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "40"], 40), (200, [:], nil), (500, [:], nil),
        ] as [(Int, HTTPHeaders, Double?)])
    func `What a server orders is told to the other runs`(
        status: Int, headers: HTTPHeaders, until: Double?
    ) async throws {
        let store = ScriptedLaneStore()
        let pipeline = pipeline(store)
        var client = pipeline.limited(.response(status, headers))
        _ = await client.outcome(of: try .get("http://h/"), on: pipeline)
        let holds = store.calls.filter { if case .hold = $0 { true } else { false } }
        #expect(holds == (until.map { [.hold(at($0))] } ?? []))
    }

    @Test(
        arguments: [
            (.blocked, [:], 60), (.blocked, ["Retry-After": "7200"], 7_200), (.blocked, ["Retry-After": "0"], 60),
            (.quotaSpent(after: .seconds(900)), [:], 900), (.quotaSpent(after: nil), [:], 60), (.refused, [:], nil),
        ] as [(Verdict, HTTPHeaders, Double?)])
    func `A ban and a spent quota are told to the other runs, for a minute where no time is known`(
        verdict: Verdict, headers: HTTPHeaders, until: Double?
    ) async throws {
        let store = ScriptedLaneStore()
        let pipeline = pipeline(store)
        var client = pipeline.limited(.response(403, headers))
        var request = try HTTPRequest.get("http://h/")
        request.judge = FixedJudge(verdict)
        _ = await client.outcome(of: request, on: pipeline)
        let holds = store.calls.filter { if case .hold = $0 { true } else { false } }
        #expect(holds == (until.map { [.hold(at($0))] } ?? []))
    }

    @Test func `A server that is pressed without saying for how long is left alone by the other runs too`() async throws
    {
        let store = ScriptedLaneStore()
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(429), .response(200))
        let outcome = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(store.calls.filter { if case .hold = $0 { true } else { false } }.count == 1)
        #expect(store.calls.contains(.hold(Moment(sinceOrigin: outcome.record.waits.backoff))))
    }

    @Test func `An interval that the server asks for is asked of the other runs`() async throws {
        let store = ScriptedLaneStore()
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200, ["X-Rate-Limit-Limit": "1", "X-Rate-Limit-Interval": "3s"]))
        for _ in 0..<2 { _ = await client.outcome(of: try .get("http://h/"), on: pipeline) }
        #expect(store.calls.contains(.claim(LaneTerms(interval: .seconds(3)))))
    }

    @Test func `A connect that failed is told with its beginning, a name that has no address is not`() async throws {
        for (code, calls) in [
            (HTTPClientError.Code.connectionRefused, [ScriptedLaneStore.Call.noteTry(at(0))]), (.nameLookup, []),
        ] {
            let store = ScriptedLaneStore()
            let pipeline = pipeline(store)
            var client = pipeline.limited(ScriptedExchange(.unconnected(code), connect: .seconds(4)))
            _ = await client.outcome(of: try .get("http://h/"), on: pipeline)
            #expect(store.callsBesidesTurns == calls)
        }
    }

    @Test func `Of a private lane nothing is asked and nothing told`() async throws {
        let store = ScriptedLaneStore(knowing: .used(at: 0, interval: 50, notBefore: 50))
        var pipeline = pipeline(store, interval: .zero)
        pipeline.lanes.privateLanes = [Lane(name: "h")]
        var client = pipeline.limited(.response(429, ["Retry-After": "1"]))
        _ = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(pipeline.log.departures == [at(0)])
        #expect(store.calls == [])
    }

    @Test func `An interval that the server tells is told to the other runs at once`() async throws {
        let store = ScriptedLaneStore()
        let pipeline = pipeline(store, interval: .milliseconds(100))
        var client = pipeline.limited(.response(200, ["X-Rate-Limit-Limit": "1", "X-Rate-Limit-Interval": "2s"]))
        _ = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(store.calls.last == .slow(.seconds(2)))
    }

    @Test(
        arguments: [
            (nil, 2_000, .run), (LaneInterval(.seconds(2), by: .run), 2_000, .run),
            (LaneInterval(.seconds(3), by: .otherRun), 3_000, .otherRun),
            (LaneInterval(.seconds(4), by: .server), 4_000, .server),
        ] as [(LaneInterval?, Int, LaneInterval.Source)])
    func `An attempt says which interval counted and whose it was`(
        counted: LaneInterval?, milliseconds: Int, source: LaneInterval.Source
    ) async throws {
        let pipeline = pipeline(ScriptedLaneStore(counting: counted))
        var client = pipeline.limited(.response(200))
        let attempt = await client.outcome(of: try .get("http://h/"), on: pipeline).record.attempts[0]
        #expect(attempt.interval == .milliseconds(milliseconds) && attempt.intervalSource == source)
    }

    @Test func `An interval that the server raised is told as the server's`() async throws {
        var pipeline = TestPipeline()
        pipeline.lanes.defaultInterval = .milliseconds(100)
        var client = pipeline.limited(.response(200, ["X-Rate-Limit-Limit": "1", "X-Rate-Limit-Interval": "2s"]))
        var sources: [LaneInterval.Source] = []
        for _ in 0..<2 {
            let outcome = await client.outcome(of: try .get("http://h/"), on: pipeline)
            sources += outcome.record.attempts.map(\.intervalSource)
        }
        #expect(sources == [.run, .server])
    }

    // MARK: The turn

    @Test func `Who has no turn makes no connection, and asks again in a moment`() async throws {
        let store = ScriptedLaneStore { number, _ in number > 5 }
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200))
        let outcome = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(pipeline.log.departures == [at(0.5)])
        #expect(pipeline.log.requests.count == 1)
        #expect(outcome.record.attempts.map(\.waits.pace) == [.seconds(0.5)])
        #expect(store.calls.last == .endTurn)
    }

    @Test
    func `Whom another run's send overtakes waits for the slot after it, in one attempt and with no turn meanwhile`()
        async throws
    {
        let store = ScriptedLaneStore(news: [3: .used(at: 0.125, interval: 10)]) { number, _ in number > 2 }
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200))
        var request = try HTTPRequest.get("http://h/")
        request.retry.attempts = 1
        let outcome = await client.outcome(of: request, on: pipeline)
        let (ask, end) = (ScriptedLaneStore.Call.takeTurn(overdue: false), ScriptedLaneStore.Call.endTurn)
        #expect(store.calls.prefix(5) == [ask, ask, ask, end, ask])
        #expect(pipeline.clock.sleeps.suffix(2) == [.milliseconds(8_925), .seconds(1)])
        #expect(pipeline.log.departures == [at(10.125)])
        #expect(outcome.record.attempts.map(\.waits.pace) == [.milliseconds(10_125)])
        #expect(outcome.record.fruitlessWaits.pace == .zero)
    }

    @Test func `Who has the turn for longer than a connect may take from the slot on loses it`() async throws {
        let store = ScriptedLaneStore(knowing: .used(at: -1)) { _, isOverdue in isOverdue }
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200))
        var request = try HTTPRequest.get("http://h/")
        request.limits.connect = .seconds(3)
        let outcome = await client.outcome(of: request, on: pipeline)
        #expect(pipeline.log.departures == [at(4)], "the slot was due at 1 s")
        #expect(outcome.record.waits.pace == .seconds(4))
        #expect(store.calls.count { $0 == .takeTurn(overdue: true) } == 1)
    }

    @Test func `Whoever took the turn from one who was late has as much time`() async throws {
        let store = ScriptedLaneStore { number, isOverdue in number > 60 && isOverdue }
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200))
        var request = try HTTPRequest.get("http://h/")
        request.limits.connect = .seconds(3)
        _ = await client.outcome(of: request, on: pipeline)
        #expect(pipeline.log.departures == [at(6)])
    }

    @Test(arguments: [(999, 0, false), (1_000, 0, true), (0, 1_000, true), (200, 999, false)])
    func `Below a second, of all runs' intervals the largest, nobody waits for a turn`(
        own: Int, others: Int, takesTurn: Bool
    ) async throws {
        let store = ScriptedLaneStore(knowing: .used(at: -5, interval: Double(others) / 1_000))
        let pipeline = pipeline(store, interval: .milliseconds(own))
        var client = pipeline.over(.response(200))
        _ = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(store.calls.contains(.takeTurn(overdue: false)) == takesTurn)
        #expect(store.calls.contains(.endTurn) == takesTurn)
    }

    @Test func `Who waits for its own pause or the server's leaves the turn to others until a second before`()
        async throws
    {
        let store = ScriptedLaneStore(knowing: .used(at: 0, notBefore: 30))
        let pipeline = pipeline(store)
        var request = try HTTPRequest.get("http://h/")
        request.earliest = Hold(until: at(40), reason: .backoff)
        var client = pipeline.limited(.response(200))
        let outcome = await client.outcome(of: request, on: pipeline)
        #expect(pipeline.clock.sleeps == [.seconds(39), .seconds(1)])
        #expect(outcome.record.waits.backoff == .seconds(40) && outcome.record.waits.pace == .zero)
    }

    @Test func `A pause that ends while another has the turn is the server's until its end, and the pace's from there`()
        async throws
    {
        let store = ScriptedLaneStore(knowing: .used(at: 0, notBefore: 30)) { number, _ in number > 20 }
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200))
        let outcome = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(pipeline.log.departures == [at(31)])
        #expect(outcome.record.waits.server == .seconds(30) && outcome.record.waits.pace == .seconds(1))
    }

    @Test func `A cancel ends the wait for a turn at once`() async throws {
        let store = ScriptedLaneStore { _, _ in false }
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200))
        pipeline.clock.interruptNextSleep(after: .seconds(0.05))
        let outcome = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(outcome.result.error?.code == .cancelled)
        #expect(outcome.record.attempts.isEmpty && outcome.record.fruitlessWaits.pace == .seconds(0.05))
        #expect(store.calls == [.takeTurn(overdue: false), .endTurn])
    }

    @Test func `A deadline that passes while another has the turn ends the request`() async throws {
        let store = ScriptedLaneStore { _, _ in false }
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200))
        var request = try HTTPRequest.get("http://h/")
        request.deadline = at(3)
        let outcome = await client.outcome(of: request, on: pipeline)
        #expect(outcome.result.error?.code == .deadline)
        #expect(pipeline.clock.moment == at(3) && pipeline.log.requests.isEmpty)
    }

    @Test(arguments: [(nil, 1_300), (0, 1_300), (0.5, 1_500)] as [(Double?, Int)])
    func `Who sent last lets the others ask for the turn first`(lastSend: Double?, asks: Int) async throws {
        let store = ScriptedLaneStore()
        let pipeline = pipeline(store)
        var client = pipeline.over(.response(200))
        _ = await client.outcome(of: try .get("http://h/"), on: pipeline)
        if let lastSend { store.learn(.used(at: lastSend)) }
        _ = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(pipeline.clock.sleeps.first == .milliseconds(asks))
        #expect(pipeline.log.departures == [at(0), at(2 + (lastSend ?? 0))])
    }

    @Test func `A connect that fails gives the turn back`() async throws {
        let store = ScriptedLaneStore()
        let pipeline = pipeline(store)
        var client = pipeline.limited(ScriptedExchange(.unconnected(.connectionRefused), connect: .seconds(4)))
        _ = await client.outcome(of: try .get("http://h/"), on: pipeline)
        #expect(store.calls == [.takeTurn(overdue: false), .noteTry(at(0)), .endTurn])
    }
}
