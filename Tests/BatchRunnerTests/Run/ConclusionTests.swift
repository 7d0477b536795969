import BatchRunner
import HTTPPipeline
import Testing

@Suite struct ConclusionTests {
    private func response(_ status: Int, _ verdict: Verdict) throws -> HTTPResponse {
        var response = HTTPResponse(
            status: status, url: try HTTPURL("http://a.example/"), received: .origin,
            receivedAt: WallTime(epochSeconds: 0))
        response.judgement = Judgement(verdict)
        return response
    }

    @Test(arguments: [
        (200, Verdict.accepted, Outcome.ok, OutcomeReason?.none), (404, .absent, .notFound, nil),
        (503, .transient, .failed, .httpStatus), (200, .transient, .failed, .invalidResponse),
        (202, .transient, .failed, .httpStatus),
        (429, .throttled(after: nil), .failed, .throttled),
        (429, .quotaSpent(after: .seconds(60)), .deferred, .quotaExhausted),
        (403, .blocked, .failed, .blocked), (400, .refused, .failed, .httpStatus),
        (200, .refused, .failed, .httpStatus),
    ])
    func `A verdict has one outcome, and a throttle, a ban or a broken answer is never "not found"`(
        status: Int, verdict: Verdict, outcome: Outcome, reason: OutcomeReason?
    ) throws {
        let conclusion = Conclusion(of: try response(status, verdict), attempts: 1)
        #expect(conclusion.outcome == outcome)
        #expect(conclusion.reason == reason)
        #expect((conclusion.message == nil) == (outcome == .ok || outcome == .notFound))
    }

    @Test func `The sentence says how often was tried`() throws {
        let conclusion = Conclusion(of: try response(503, .transient), attempts: 4)
        #expect(conclusion.message == "The server answered with status 503 at the last of 4 attempts.")
    }

    @Test(arguments: [
        (HTTPClientError.Code.cancelled, Outcome.skipped, OutcomeReason.interrupted), (.deadline, .deferred, .deadline),
        (.throttled, .failed, .throttled), (.timedOut, .failed, .timeout), (.tls, .failed, .tls),
        (.tooLarge, .failed, .tooLarge), (.redirect, .failed, .redirect), (.invalidRequest, .failed, .invalidRequest),
        (.malformedResponse, .failed, .invalidResponse), (.undecodableBody, .failed, .invalidResponse),
        (.nameLookup, .failed, .connection), (.connectionRefused, .failed, .connection),
        (.connectionReset, .failed, .connection), (.truncatedBody, .failed, .connection),
    ])
    func `An error has one outcome and reason`(code: HTTPClientError.Code, outcome: Outcome, reason: OutcomeReason) {
        let conclusion = Conclusion(of: HTTPClientError(code, "It failed.", cause: "why"))
        #expect(conclusion == Conclusion(outcome, reason, "It failed.", error: "why"))
    }

    @Test func `A request that may have done its work says so in a second sentence`() {
        let error = HTTPClientError(.timedOut, "It took too long.", cause: "why")
        #expect(
            Conclusion(of: error, leavesOpen: true)
                == Conclusion(.failed, .timeout, "It took too long. Whether it did its work is unknown.", error: "why"))
    }

    @Test(arguments: [
        (LaneClosure.Reason.throttled, OutcomeReason.throttled), (.quotaSpent, .quotaExhausted),
        (.allowanceSpent, .quotaExhausted), (.blocked, .blocked),
    ])
    func `A closed lane defers a request and says why it is closed`(
        closure: LaneClosure.Reason, reason: OutcomeReason
    ) {
        var error = HTTPClientError(.laneClosed, "Closed.")
        error.closure = LaneClosure(closure, until: nil)
        #expect(Conclusion(of: error) == Conclusion(.deferred, reason, "Closed."))
    }
}
