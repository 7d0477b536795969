import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Set for the second run of this program, whose name look-ups get no answer.
private let innerVariable = "TEST_NAME_SERVER_IS_SILENT"

private var isInner: Bool { getenv(innerVariable) != nil }

@Suite(.timeLimit(.minutes(1))) struct NameLookupTests {
    @Test(.enabled(if: !isInner && SilentResolver.isAvailable, "it takes root and unshare to silence the name server"))
    func `A name look-up without an answer holds up neither a cancel, a limit nor the end`() throws {
        let resolver = try SilentResolver()
        let child = try resolver.run(
            [CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", "SilentNameServerTests"],
            environment: [innerVariable: "1"]
        )
        var output: [String] = []
        while let line = child.readLine() { output.append(line) }
        #expect(child.waitForExit() == 0, "\(output.joined(separator: "\n"))")
        #expect(output.contains { $0.contains("with 3 tests") && $0.contains("passed") }, "\(output)")
    }
}

@Suite(.timeLimit(.minutes(1)), .serialized, .enabled(if: isInner, "run by NameLookupTests under a silent name server"))
struct SilentNameServerTests {
    private let clock = ContinuousClock()

    @Test func `A cancel ends at once, and so does the transport`() async throws {
        let request = HTTPRequest(url: try HTTPURL("http://books.example/"))
        let began = clock.now
        var configuration = CurlTransport.Configuration.direct
        configuration.cancellationGrace = .seconds(50)
        let sending = configuration
        let task = Task { await exchange(request, configuration: sending) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        let answer = await task.value
        #expect(answer.error?.code == .cancelled)
        #expect(answer.error?.requestDeparted == false)
        #expect(answer.attempt.nameLookup == answer.attempt.total)
        // The name server would be waited for 20 s.
        #expect(clock.now - began < .seconds(5))
    }

    @Test func `The limit for the connection ends it, and the next exchange goes on`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            var transport = try CurlTransport(configuration: .direct, timeline: Timeline())
            var request = HTTPRequest(url: try HTTPURL("http://books.example/"))
            request.limits.connect = .milliseconds(200)
            let began = clock.now
            let answer = await exchange(request, over: &transport)
            #expect(answer.error?.message == "No connection was made within 0.2 s.")
            #expect(answer.attempt.total >= .milliseconds(200))
            #expect(answer.attempt.nameLookup == answer.attempt.total)
            #expect(answer.attempt.connect == nil)
            let next = await exchange(HTTPRequest(url: try server.url()), over: &transport)
            #expect(try next.result.get().status == 200)
            #expect(clock.now - began < .seconds(5))
        }
    }

    @Test func `The abort switch ends it`() async throws {
        let abort = AbortSwitch()
        let request = HTTPRequest(url: try HTTPURL("http://books.example/"))
        let began = clock.now
        let task = Task { await exchange(request, abort: abort) }
        try await Task.sleep(for: .milliseconds(100))
        abort.abort()
        #expect(await task.value.error?.code == .cancelled)
        #expect(clock.now - began < .seconds(5))
    }
}
