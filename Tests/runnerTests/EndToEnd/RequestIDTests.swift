import HTTPTestSupport
import Testing

/// Ids name results and nothing else.
@Suite(.timeLimit(.minutes(5))) struct RequestIDTests {
    private func manifest(_ ids: [String], _ server: ScriptedServer) -> String {
        let requests = ids.enumerated().map { number, id in
            #"{ "id": "\#(id)", "url": "http://127.0.0.1:\#(server.port)/\#(number)" }"#
        }
        return "{ \"pace\": { \"minInterval\": 0 }, \"requests\": [\n\(requests.joined(separator: ",\n"))\n] }"
    }

    @Test func `Ids that look like paths make no files, and those that differ in case alone stay two`() async throws {
        try await withScriptedServer {
            .json("{\"path\":\"\($0.path)\"}")
        } _: { server in
            let ids = [
                "../../x", "/etc/x", "a/b", "..", ".", String(repeating: "long", count: 75), "Dune", "dune", "C:\\\\x",
            ]
            let folder = try RunFolder(manifest(ids, server))
            #expect(try await folder.run(["--data", "data.json"]).ending == .exited(0))
            let document = try folder.results()
            #expect(document.results.map(\.id) == ids.map { $0.replacing("\\\\", with: "\\") })
            #expect(document.results.map { $0.url?.last } == Array("012345678").map(Optional.some))
            #expect(folder.files == ["books.json", "data.json", RunFolder.results])
        }
    }

    @Test(arguments: [["same", "other", "same"], ["caf\u{E9}", "other", "cafe\u{301}"]])
    func `An id that repeats is refused before the first request, with both places`(ids: [String]) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try RunFolder(manifest(ids, server))
            let result = try await folder.run()
            #expect(result.ending == .exited(65))
            #expect(result.error.hasPrefix("books.json:4:9: error: the id \""))
            #expect(result.error.contains("\" is already used at line 2, column 9"))
            #expect(server.requests.isEmpty)
            #expect(folder.files == ["books.json"])
        }
    }

    @Test func `An id with a NUL is refused`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try RunFolder(manifest([#"a\u0000b"#], server))
            let result = try await folder.run()
            #expect(result.ending == .exited(65))
            #expect(result.error.contains("an id can't have control characters in it"))
            #expect(server.requests.isEmpty)
        }
    }
}
