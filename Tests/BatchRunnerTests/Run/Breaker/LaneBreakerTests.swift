import BatchRunner
import HTTPPipeline
import Testing

@Suite struct LaneBreakerTests {
    private let policy = BreakerPolicy()

    private func moment(_ seconds: Int) -> Moment {
        Moment(sinceOrigin: .seconds(seconds))
    }

    /// A breaker that took note of ends at the origin: `x` for exhausted attempts, `.` for an answer.
    private func breaker(after ends: String, deadline: Moment? = nil) -> LaneBreaker {
        var breaker = LaneBreaker(policy: policy)
        for end in ends { breaker.note(end == "x" ? .exhausted : .answered, at: .origin, deadline: deadline) }
        return breaker
    }

    @Test(arguments: [
        ("xxxx", LaneTrouble.Cause?.none), ("xxxxx", .inARow(5)), ("xxxx.xxxx.", nil),
        ("xxxx.xxxx.x", nil), ("xxxx.xxxx.xx", .share(10, of: 20)),
        (".x.x.x.x.x.x.x.x.x", nil), (".x.x.x.x.x.x.x.x.x.x", .share(10, of: 20)),
        ("xxx.............................xxxx", nil),
    ])
    func `Five failures in a row or ten of the last twenty open it`(ends: String, cause: LaneTrouble.Cause?) {
        let breaker = breaker(after: ends)
        #expect(breaker.trouble?.cause == cause)
        #expect(breaker.admission(at: .origin) == (cause == nil ? .pass : .setAside))
    }

    @Test func `Failures further back than twenty requests are forgotten`() {
        // Nine failures leave the window one by one, so that the tenth of all comes too late.
        #expect(breaker(after: "xxx.xxx.xxx" + ".........." + "x").trouble == nil)
    }

    @Test func `A probe goes after a minute and not before`() {
        let breaker = breaker(after: "xxxxx")
        #expect(breaker.nextProbe == moment(60))
        #expect(breaker.admission(at: Moment(sinceOrigin: .milliseconds(59_999))) == .setAside)
        #expect(breaker.admission(at: moment(60)) == .pass)
    }

    @Test func `The time to each further probe doubles, and after the third the lane is given up`() {
        var breaker = breaker(after: "xxxxx")
        breaker.note(.exhausted, at: moment(60), deadline: nil)
        #expect(breaker.nextProbe == moment(180))
        breaker.note(.exhausted, at: moment(180), deadline: nil)
        #expect(breaker.nextProbe == moment(420))
        breaker.note(.exhausted, at: moment(420), deadline: nil)
        #expect(breaker.nextProbe == nil)
        #expect(breaker.admission(at: moment(100_000)) == .giveUp)
        #expect(breaker.trouble?.failedProbes == 3)
        #expect(breaker.trouble?.nextProbe == moment(900))
    }

    @Test func `A probe that is answered closes it, and old failures no longer count`() {
        var breaker = breaker(after: "xxxxx")
        breaker.note(.answered, at: moment(60), deadline: nil)
        #expect(breaker.trouble == nil)
        for _ in 0..<4 { breaker.note(.exhausted, at: moment(61), deadline: nil) }
        #expect(breaker.admission(at: moment(61)) == .pass)
    }

    @Test func `A lane that fails again after its probe is left alone for longer, up to ten minutes`() {
        var breaker = breaker(after: "xxxxx")
        var waits: [Duration] = []
        for _ in 0..<5 {
            guard let probe = breaker.nextProbe else { break }
            breaker.note(.answered, at: probe, deadline: nil)
            for _ in 0..<5 { breaker.note(.exhausted, at: probe, deadline: nil) }
            if let next = breaker.nextProbe { waits.append(probe.duration(to: next)) }
        }
        #expect(waits == [.seconds(120), .seconds(240), .seconds(480), .seconds(600), .seconds(600)])
    }

    @Test func `A lane that answered five requests in a row begins with a minute again`() {
        var breaker = breaker(after: "xxxxx")
        for _ in 0..<5 { breaker.note(.answered, at: moment(60), deadline: nil) }
        for _ in 0..<5 { breaker.note(.exhausted, at: moment(100), deadline: nil) }
        #expect(breaker.nextProbe == moment(160))
    }

    @Test(arguments: [(59, true), (60, true), (61, false)])
    func `It gives up at once when the next probe would not come before the deadline`(deadline: Int, givesUp: Bool) {
        let breaker = breaker(after: "xxxxx", deadline: moment(deadline))
        #expect(breaker.admission(at: .origin) == (givesUp ? .giveUp : .setAside))
        #expect(breaker.trouble?.failedProbes == 0)
    }

    @Test func `What is said of the lane names it, its failures and its probes`() {
        var trouble = LaneTrouble(.inARow(5), nextProbe: moment(90))
        let lane = Lane(name: "a.example")
        #expect(
            trouble.warning(about: lane.name, now: moment(30))
                == "5 requests in a row to a.example failed; it is left alone for 1 min, and requests to it are set aside"
        )
        trouble.cause = .share(10, of: 20)
        trouble.failedProbes = 1
        #expect(
            trouble.sentence(about: lane.name)
                == "10 of the last 20 requests to a.example failed, and so did 1 probe after that; "
                + "it is left alone for the rest of the run.")
    }
}
