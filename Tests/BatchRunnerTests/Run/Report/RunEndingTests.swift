import BatchRunner
import HTTPPipeline
import Testing

@Suite struct RunEndingTests {
    private func ending(
        _ outcomes: [Outcome: Int], _ stop: RunReport.Stop? = nil, hasState: Bool = true,
        stale: Int = 0, failOn: Set<RunOptions.FailOn> = []
    ) -> RunEnding {
        var summary = RunSummary()
        summary.outcomes = outcomes
        summary.sources = [.stale: stale]
        return RunEnding(stop, summary: summary, hasState: hasState, failOn: failOn)
    }

    @Test(arguments: [
        ([Outcome.ok: 2, .notFound: 1], nil, BatchRunner.ExitStatus.success), ([.ok: 2, .failed: 1], nil, .failures),
        ([.ok: 2, .deferred: 1], nil, .unfinished), ([.failed: 2, .skipped: 1], nil, .unfinished),
        ([.ok: 2], RunReport.Stop.interrupted, .unfinished), ([.failed: 1], .maxFailures(1), .unfinished),
    ])
    func `The code says whether all is done and whether something failed`(
        outcomes: [Outcome: Int], stop: RunReport.Stop?, status: BatchRunner.ExitStatus
    ) {
        let ending = ending(outcomes, stop)
        #expect(ending.status == status)
        #expect(ending.isComplete == (status != .unfinished))
        #expect(ending.isResumable == (status == .unfinished))
        #expect(ending.isRetryable == (status == .failures))
    }

    @Test func `What else counts as a failure is the command line's to say, and is nothing to ask again`() {
        #expect(ending([.notFound: 1], failOn: [.notFound]).status == .failures)
        #expect(ending([.ok: 1], stale: 1, failOn: [.notFound]).status == .success)
        #expect(ending([.ok: 1], stale: 1, failOn: [.stale]).status == .failures)
        #expect(!ending([.ok: 1], stale: 1, failOn: [.stale]).isRetryable)
    }

    @Test func `Without a state nothing can be gone on with`() {
        #expect(!ending([.deferred: 1], hasState: false).isResumable)
        #expect(!ending([.failed: 1], hasState: false).isRetryable)
    }

    @Test func `What is left without a stop was deferred`() {
        #expect(ending([.deferred: 1]).journalStop == .deferred)
        #expect(ending([.skipped: 1], .deadline).journalStop == .deadline)
        #expect(ending([.skipped: 1], .interrupted).journalStop == .interrupted)
        #expect(ending([.failed: 3], .maxFailures(3)).journalStop == .maxFailures)
    }
}
