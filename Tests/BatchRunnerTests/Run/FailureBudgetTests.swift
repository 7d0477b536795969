import BatchRunner
import Testing

@Suite struct FailureBudgetTests {
    @Test(arguments: [
        (Manifest.FailureLimit.percent(25), 1_000, 250), (.percent(25), 10, 20), (.percent(10), 305, 31),
        (.percent(0), 500, 20),
        (.count(3), 1_000, 3), (.count(0), 1_000, 0),
    ])
    func `A share of the requests allows at least twenty failures, a number just itself`(
        limit: Manifest.FailureLimit, requests: Int, allowed: Int
    ) {
        #expect(FailureBudget(limit, requests: requests).allowed == allowed)
    }

    @Test func `The run stops at the first failure over the budget, whatever else happens in between`() {
        var budget = FailureBudget(.count(2), requests: 100)
        var isSpent: [Bool] = []
        for outcome in [Outcome.failed, .ok, .failed, .deferred, .notFound, .failed] {
            isSpent.append(budget.note(outcome))
        }
        #expect(isSpent == [false, false, false, false, false, true])
    }

    @Test func `What can't be asked counts for no budget, since it fails in each start alike`() {
        var budget = FailureBudget(.count(0), requests: 100)
        let isStopped = budget.note(.failed, .invalidRequest)
        #expect(!isStopped && budget.failures == 0)
        let isSpent = budget.note(.failed, .timeout)
        #expect(isSpent && budget.failures == 1)
    }

    @Test func `A title that several books fit counts as no failure, any other failure does`() {
        var budget = FailureBudget(.count(0), requests: 100)
        let isSpent = [budget.note(.failed, .ambiguous), budget.note(.failed, .mismatch)]
        #expect(isSpent == [false, true])
        #expect(budget.failures == 1)
    }
}
