import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the lock's file says of its holder keeps the built command from nothing.
@Suite(.timeLimit(.minutes(1))) struct LockFileTests {
    @Test func `What a crash left in the lock's file holds up no later start, though its process id lives again`()
        async throws
    {
        try await withScriptedServer { request in
            request.number == 2 ? .stall : .json("{}")
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": 0 }"#)
            let child = try folder.start()
            await server.requests(atLeast: 2)
            child.kill()
            #expect(try folder.text(of: RunFolder.lock).hasPrefix(#"{"pid":\#(child.identifier),"#))
            let old = #"{"pid":\#(getpid()),"host":"here","since":"2026-11-30T01:00:00Z"}"# + "\n"
            try folder.write(old, to: RunFolder.lock)
            #expect(try await folder.run().ending == .exited(0))
            #expect(server.requests.map(\.path) == ["/0", "/1", "/1", "/2"])
        }
    }
}
