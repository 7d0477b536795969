import HTTPPipeline
import HTTPTestSupport
import Synchronization
import Testing

/// The built command and a resource that it asks for before and after a change of it.
@Suite(.timeLimit(.minutes(5))) struct ChangeTests {
    /// A resource that a PUT changes, and that fails once when it is asked for after that.
    private static func script(failing: Bool) -> ScriptedServer.Script {
        let state = Mutex((text: "old", failures: failing ? 1 : 0))
        return { request in
            state.withLock { state in
                if request.method == "PUT" {
                    state.text = "new"
                    return .status(204)
                }
                guard state.text == "old" || state.failures == 0 else {
                    state.failures -= 1
                    return .status(400)
                }
                return .status(200, headers: ["Cache-Control": "max-age=3600"], text: state.text)
            }
        }
    }

    private func folder(_ server: ScriptedServer, settings: String = "") throws -> RunFolder {
        let url = "http://127.0.0.1:\(server.port)/x"
        return try RunFolder(
            """
            { "pace": { "minInterval": 0 }, \(settings) "requests": [
            { "id": "before", "url": "\(url)" }, { "id": "same", "url": "\(url)" },
            { "id": "change", "url": "\(url)", "method": "PUT", "body": "x" },
            { "id": "after", "url": "\(url)" }, { "id": "same again", "url": "\(url)" },
            { "id": "anew", "url": "\(url)", "cache": false } ] }
            """)
    }

    private func expectWhole(_ folder: RunFolder) throws {
        let results = try folder.results().results
        #expect(results.map(\.outcome) == Array(repeating: "ok", count: 6))
        #expect(results.map(\.text) == ["old", "old", nil, "new", "new", "new"])
        #expect(results.map(\.of) == [nil, "before", nil, nil, "after", nil])
    }

    @Test func `What is asked after a change is asked again, and what turns the cache off is never a duplicate`()
        async throws
    {
        try await withScriptedServer(script: Self.script(failing: false)) { server in
            let folder = try folder(server)
            #expect(try await folder.run().ending == .exited(0))
            try expectWhole(folder)
            #expect(server.requests.map(\.method) == ["GET", "PUT", "GET", "GET"])
        }
    }

    @Test func `A resumed run and one that asks again for what failed tell the two apart`() async throws {
        for settings in ["", #""maxFailures": 0,"#] {
            try await withScriptedServer(script: Self.script(failing: true)) { server in
                let folder = try folder(server, settings: settings)
                let isResumed = !settings.isEmpty
                #expect(try await folder.run().ending == .exited(isResumed ? 75 : 1))
                #expect(try await folder.run(isResumed ? [] : ["--retry-failed"]).ending == .exited(0))
                try expectWhole(folder)
                #expect(server.requests.map(\.method) == ["GET", "PUT", "GET", "GET", "GET"])
            }
        }
    }
}
