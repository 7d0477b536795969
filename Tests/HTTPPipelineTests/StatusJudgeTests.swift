import HTTPPipeline
import Testing

@Suite struct StatusJudgeTests {
    private func response(_ status: Int, _ headers: HTTPHeaders = [:]) throws -> HTTPResponse {
        HTTPResponse(
            status: status, headers: headers, url: try HTTPURL("http://a.example/"), received: .origin,
            receivedAt: WallTime(epochSeconds: 0))
    }

    @Test(
        arguments: [
            (206, nil, false, .refused), (206, nil, true, .accepted), (206, [206], false, .accepted),
            (206, [200], true, .refused), (200, nil, true, .accepted),
            (202, nil, false, .accepted), (202, [200], false, .transient), (202, [200, 202], false, .accepted),
            (204, [200], false, .refused),
        ] as [(Int, Set<Int>?, Bool, Verdict)])
    func `A part is an answer to who asked for one, and an answer that isn't there yet is none to who expects others`(
        status: Int, expected: Set<Int>?, acceptsPart: Bool, verdict: Verdict
    ) throws {
        let judge = StatusJudge(expecting: expected, acceptsPart: acceptsPart)
        #expect(judge.judgement(of: try response(status)).verdict == verdict)
    }

    @Test func `A request asks for a part by its Range`() throws {
        let url = try HTTPURL("http://a.example/")
        let part = try response(206)
        #expect(HTTPRequest(url: url).judge.judgement(of: part).verdict == .refused)
        #expect(HTTPRequest(url: url, headers: ["range": "bytes=0-9"]).judge.judgement(of: part).verdict == .accepted)
    }
}
