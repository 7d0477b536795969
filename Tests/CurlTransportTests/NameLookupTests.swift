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

@Suite(.timeLimit(.minutes(5))) struct NameLookupTests {
    @Test(
        .enabled(
            if: !isInner
                && canRun("NameLookupTests", SilentResolver.isAvailable, "root and unshare silence the name server")
        )
    )
    func `A name look-up without an answer holds up neither a cancel, a limit nor the end`() throws {
        let resolver = try SilentResolver()
        let child = try resolver.run(
            [CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", "SilentNameServerTests"],
            environment: [innerVariable: "1"]
        )
        var output: [String] = []
        while let line = child.readLine() { output.append(line) }
        #expect(child.waitForExit() == 0, "\(output.joined(separator: "\n"))")
        #expect(output.count { $0.contains(SilentNameServerTests.mark) } == 3, "\(output)")
    }
}

@Suite(.timeLimit(.minutes(5)), .serialized, .enabled(if: isInner, "run by NameLookupTests under a silent name server"))
struct SilentNameServerTests {
    /// What each test prints at its end, so that a run which left some out is no success.
    static let mark = "ended under a silent name server"
    /// The library's look-up waits for the server two and a half minutes.
    private static let atOnce = Duration.seconds(75)
    private let clock = ContinuousClock()

    @Test func `A cancel ends at once, and so does the transport`() async throws {
        var request = HTTPRequest(url: try HTTPURL("http://books.example/"))
        request.limits = .hours
        let began = clock.now
        var configuration = CurlTransport.Configuration.direct
        configuration.cancellationGrace = .seconds(3_600)
        let answer = await ended(request, configuration: configuration) { task, _ in
            task.cancel()
        } when: {
            $0.attempt.nameLookup != nil
        }
        #expect(answer.error?.code == .cancelled)
        #expect(answer.error?.requestDeparted == false)
        #expect(answer.attempt.nameLookup == answer.attempt.total)
        #expect(clock.now - began < Self.atOnce)
        print(Self.mark)
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
            #expect(clock.now - began < Self.atOnce)
        }
        print(Self.mark)
    }

    @Test func `The abort switch ends it`() async throws {
        var request = HTTPRequest(url: try HTTPURL("http://books.example/"))
        request.limits = .hours
        let began = clock.now
        let answer = await ended(request) { _, abort in
            abort.abort()
        } when: {
            $0.attempt.nameLookup != nil
        }
        #expect(answer.error?.code == .cancelled)
        #expect(clock.now - began < Self.atOnce)
        print(Self.mark)
    }
}
