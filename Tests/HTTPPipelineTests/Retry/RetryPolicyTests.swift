import HTTPPipeline
import Testing

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy()

    private func response(_ verdict: Verdict) throws -> HTTPResponse {
        var response = HTTPResponse(
            status: 200,
            url: try HTTPURL("http://example.org/"),
            received: .origin,
            receivedAt: WallTime(epochSeconds: 0)
        )
        response.judgement = Judgement(verdict)
        return response
    }

    @Test(arguments: [
        (408, true), (425, true), (429, true), (500, true), (502, true), (503, true), (504, true), (520, true),
        (521, true), (599, true), (501, false), (505, false), (400, false), (401, false), (403, false), (404, false),
        (410, false), (422, false), (200, false), (204, false), (300, false),
    ])
    func `The generic judge's statuses are repeated or final`(status: Int, isRepeated: Bool) throws {
        var response = try response(.accepted)
        response.status = status
        response.judgement = StatusJudge().judgement(of: response)
        #expect((policy.backoff(after: response, to: try .get("http://example.org/")) != nil) == isRepeated)
    }

    @Test(arguments: [
        (Verdict.transient, true), (.throttled(after: nil), true), (.throttled(after: .zero), true), (.accepted, false),
        (.absent, false), (.refused, false), (.blocked, false), (.quotaSpent(after: .seconds(1)), false),
    ])
    func `The verdict decides, not the status`(verdict: Verdict, isRepeated: Bool) throws {
        let request = try HTTPRequest.get("http://example.org/")
        #expect((policy.backoff(after: try response(verdict), to: request) != nil) == isRepeated)
    }

    @Test(arguments: [
        (HTTPClientError.Code.nameLookup, true), (.connectionRefused, true), (.connectionFailed, true),
        (.connectionReset, true), (.connectionClosed, true), (.truncatedBody, true), (.timedOut, true),
        (.malformedResponse, true), (.undecodableBody, true), (.tls, false), (.redirect, false), (.tooLarge, false),
        (.invalidRequest, false), (.cancelled, false), (.laneClosed, false), (.deadline, false), (.throttled, false),
        (.transport, false),
    ])
    func `Failures of the network are repeated, all others are final`(code: HTTPClientError.Code, isRepeated: Bool)
        throws
    {
        let request = try HTTPRequest.get("http://example.org/")
        #expect((policy.backoff(after: HTTPClientError(code, "."), to: request) != nil) == isRepeated)
    }

    @Test(arguments: [
        (HTTPMethod.get, true), (.head, true), (.options, true), (.put, true), (.delete, true), (.post, false),
        (.patch, false), (HTTPMethod("LINK"), false),
    ])
    func `What may act twice is repeated only while nothing has left`(method: HTTPMethod, isIdempotent: Bool) throws {
        var request = try HTTPRequest.get("http://example.org/", method: method)
        var error = HTTPClientError(.connectionReset, ".")
        error.requestDeparted = true
        #expect((policy.backoff(after: error, to: request) != nil) == isIdempotent)
        #expect((policy.backoff(after: try response(.transient), to: request) != nil) == isIdempotent)
        error.requestDeparted = false
        #expect(policy.backoff(after: error, to: request) != nil)
        request.isDeclaredIdempotent = true
        error.requestDeparted = true
        #expect(policy.backoff(after: error, to: request) != nil)
    }

    @Test func `A throttle without a time is backed off from more slowly than a fault`() throws {
        let request = try HTTPRequest.get("http://example.org/")
        let fault = Backoff(base: .milliseconds(500), cap: .seconds(30), jitter: .full)
        #expect(policy.backoff(after: try response(.transient), to: request) == fault)
        #expect(policy.backoff(after: try response(.throttled(after: .seconds(2))), to: request) == fault)
        #expect(policy.backoff(after: try response(.throttled(after: nil)), to: request) == .throttled)
    }
}
