import BatchRunner
import HTTPPipeline
import Testing

@Suite struct ServerSignTests {
    @Test(arguments: [
        (Verdict.accepted, ServerSign.answered), (.absent, .answered), (.refused, .answered), (.blocked, .answered),
        (.quotaSpent(after: nil), .answered), (.transient, .exhausted), (.throttled(after: nil), .exhausted),
    ])
    func `Only faults and throttling that outlasted the attempts speak against a server`(
        verdict: Verdict, sign: ServerSign
    ) {
        #expect(ServerSign(of: verdict) == sign)
    }

    @Test(arguments: [
        (HTTPClientError.Code.nameLookup, ServerSign?.some(.exhausted)), (.connectionRefused, .exhausted),
        (.timedOut, .exhausted),
        (.tls, .exhausted), (.truncatedBody, .exhausted), (.malformedResponse, .exhausted), (.throttled, .exhausted),
        (.tooLarge, .answered), (.redirect, .answered),
        (.cancelled, nil), (.deadline, nil), (.laneClosed, nil), (.invalidRequest, nil), (.transport, nil),
    ])
    func `A failure of the run or of the request itself says nothing of the server`(
        code: HTTPClientError.Code, sign: ServerSign?
    ) {
        #expect(ServerSign(of: HTTPClientError(code, "It failed.")) == sign)
    }

    @Test func `A server that closes its lane by an answer is there`() throws {
        var error = HTTPClientError(.laneClosed, "The server asks for a longer wait.")
        error.response = HTTPResponse(
            status: 429, url: try HTTPURL("http://a.example/"), received: .origin,
            receivedAt: WallTime(epochSeconds: 0))
        #expect(ServerSign(of: error) == .answered)
    }
}
