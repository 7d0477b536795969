import BatchRunner
import Testing
import runner

@Suite struct ProbeWaitTests {
    @Test func `The wait for a server in trouble counts down on the live line and in a log`() {
        var progress = RunProgress()
        progress.note(.planned(requests: 2, sentences: []), at: .zero)
        progress.note(.waitingForProbe(lane: "a.example", duration: .seconds(60)), at: .seconds(1))
        #expect(
            LiveLine.text(of: progress, at: .seconds(21), width: 100)
                == "0/2 | leaving a failing server alone 40 s, a.example")
        #expect(
            PlainProgress.heartbeat(of: progress, at: .seconds(21))
                == "0 of 2 done; leaving a failing server alone 40 s, a.example")
        progress.note(.began(id: "1"), at: .seconds(61))
        #expect(progress.wait(at: .seconds(61)) == nil)
    }
}
