import BatchRunner
import enum BatchRunner.ExitStatus
import Testing
import runner

@Suite struct ExitStatusSeverityTests {
    @Test func `Of two codes the worse one wins, whatever their order`() {
        let order: [ExitStatus] = [.bug, .ioError, .configuration, .unfinished, .failures, .success]
        for (index, worse) in order.enumerated() {
            for better in order[index...] {
                #expect(worse.orWorse(better) == worse)
                #expect(better.orWorse(worse) == worse)
            }
        }
    }

    @Test func `A manifest that can't be read is worse than an invalid one`() {
        #expect(ExitStatus.invalidManifest.orWorse(.unreadableManifest) == .unreadableManifest)
    }

    @Test func `Every code has its place`() {
        for status in ExitStatus.allCases where status != .success {
            #expect(ExitStatus.success.orWorse(status) == status)
        }
    }
}
