import BatchRunner
import Testing
import runner

@Suite struct SignalEscalationTests {
    @Test func `Any second signal is harder than the first, any third is the end`() {
        var escalation = SignalEscalation()
        #expect(escalation.first == nil)
        #expect(escalation.note(.terminate) == .cancel)
        #expect(escalation.note(.interrupt) == .abort)
        #expect(escalation.note(.hangUp) == .die)
        #expect(escalation.first == .terminate)
    }

    @Test(arguments: [(TerminationSignal.hangUp, 1, 129), (.interrupt, 2, 130), (.terminate, 15, 143)])
    func `A signal has its number and the shell's code for it`(signal: TerminationSignal, number: Int32, code: Int32) {
        #expect(signal.rawValue == number)
        #expect(signal.exitCode == code)
    }

    @Test func `A signal goes before every code but those of a finished run, of which it has stopped nothing`() {
        #expect(Ending(.success, signal: .interrupt) == .status(.success))
        #expect(Ending(.failures, signal: .terminate) == .status(.failures))
        #expect(Ending(.unfinished, signal: .terminate).signal == .terminate)
        #expect(Ending(.bug, signal: .hangUp) == .signal(.hangUp))
        #expect(Ending(.unfinished, signal: nil) == .status(.unfinished))
        #expect(!Ending(.unfinished, signal: .interrupt).isSuccess)
        #expect(Ending(.success, signal: nil).isSuccess)
    }
}
