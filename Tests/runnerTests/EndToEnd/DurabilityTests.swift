import HTTPTestSupport
import Testing

/// In which order the built command makes things durable, as the system's calls show it.
@Suite(.timeLimit(.minutes(5))) struct DurabilityTests {
    private static let hasStrace = canRun(
        "what is durable before a send", ChildProcess.succeeds(["strace", "-o", "/dev/null", "true"]), "needs strace")

    @Test(.enabled(if: hasStrace, "strace can't be used"))
    func `That a request which may do its work twice is sent is durable, name and all, before its first byte leaves`()
        async throws
    {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)/"
            let folder = try RunFolder(
                """
                { "requests": [ { "url": "\(url)", "method": "POST", "body": "x" } ] }
                """)
            let words = ["strace", "-f", "-y", "-s", "64", "-o", "trace", "-e", "trace=write,fdatasync,fsync,sendto"]
            let result = try await ChildProcess(words + [BuiltCommand.path, "books.json"], directory: folder.path)
                .finish()
            #expect(result.ending == .exited(0))
            let calls = [
                ("write(", #"{\"t\":\"send\""#, "note"), ("fdatasync(", RunFolder.journal, "journal"),
                ("fsync(", RunFolder.state + ">", "name"), ("sendto(", "POST /", "request"),
            ]
            let order = try folder.text(of: "trace").split(separator: "\n").compactMap { line in
                calls.first { line.contains($0.0) && line.contains($0.1) }?.2
            }
            let sent = try #require(order.firstIndex(of: "request"), "\(order)")
            let noted = try #require(order.firstIndex(of: "note"), "\(order)")
            #expect(order[noted..<sent].contains("journal"), "\(order)")
            #expect(order[..<sent].contains("name"), "\(order)")
        }
    }
}
