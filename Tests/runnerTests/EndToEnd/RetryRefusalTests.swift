import HTTPTestSupport
import Testing

/// Results that `--retry-failed` can't go by: nothing is asked, nothing is changed, and the message says what and where.
@Suite(.timeLimit(.minutes(5))) struct RetryRefusalTests {
    private static let manifest = #"{ "requests": [ { "id": "a", "url": "http://127.0.0.1:9/a" } ] }"#
    private static let head =
        #"{"format":"runner-results/1","manifest":{},"run":{},"summary":{},"#
    private static let result = #"{"id":"b","request":{"url":"x"},"outcome":"ok"}"#

    @Test func `Without results it says where they should be and what to do`() async throws {
        let folder = try RunFolder(Self.manifest)
        let result = try await folder.run(["--retry-failed"])
        #expect(result.ending == .exited(66))
        #expect(result.error.contains("There are no results at output/books.json"))
        #expect(result.error.contains("run it without --retry-failed"))
        #expect(folder.files == ["books.json"])
    }

    private static let refused: [(text: String, place: String)] = [
        ("", "1:1"),
        ("[]", "1:1"),
        (#"{"results":[],"format":"runner-results/2"}"#, "1:15"),
        ("{\"format\":\"runner-data/1\",\n\"results\":[]}", "1:2"),
        ("\(head)\n\"results\":[\n\(result)", "3:48"),
        ("\(head)\n\"results\":[\n\(result.dropLast(5))", "3:43"),
        ("\(head)\n\"results\":[\n{\"id\":\"b\"}\n]}", "3:1"),
        ("\(head)\"more\":1}", "1:74"),
        ("{\"results\":[\n]}\n", "2:2"),
        ("\(result)\n\(result)\n", "1:2"),
    ]

    @Test(arguments: refused)
    func `Results that are of another form or cut are refused with their place`(
        text: String, place: String
    ) async throws {
        let folder = try RunFolder(Self.manifest)
        try folder.write(text, to: RunFolder.results)
        let result = try await folder.run(["--retry-failed"])
        #expect(result.ending == .exited(65), "\(result)")
        #expect(result.error.contains("output/books.json:\(place): "), "\(result.error)")
        #expect(try folder.text(of: RunFolder.results) == text)
        #expect(folder.files == ["books.json", RunFolder.results])
    }

    @Test func `Results of another manifest are refused`() async throws {
        let folder = try RunFolder(Self.manifest)
        try folder.write("\(Self.head)\n\"results\":[\n\(Self.result)\n]}\n", to: RunFolder.results)
        let result = try await folder.run(["--retry-failed"])
        #expect(result.ending == .exited(65))
        #expect(result.error.contains("output/books.json has no result of any request of books.json"))
        #expect(folder.files == ["books.json", RunFolder.results])
    }

    @Test(arguments: [["--output", "-"], ["--output", "/dev/null"], ["--limit", "1"], ["--only", "a"]])
    func `A stream keeps nothing to go by, and a part is not the whole`(words: [String]) async throws {
        let folder = try RunFolder(Self.manifest)
        #expect(try await folder.run(["--retry-failed"] + words).ending == .exited(64))
        #expect(folder.files == ["books.json"])
    }

    @Test(arguments: [nil, "[]", "\(head)\n\"results\":[\n\(result)\n]}\n"])
    func `An unfinished run that --fresh would drop outlives the refusal`(text: String?) async throws {
        try await withScriptedServer {
            $0.number == 2 ? .stall : .json("{}")
        } _: { server in
            let folder = try RunFolder(
                urls: ["/a", "/b"].map { "http://127.0.0.1:\(server.port)\($0)" },
                settings: #""pace": { "minInterval": 0 }"#)
            let child = try folder.start()
            await server.requests(atLeast: 2)
            child.kill()
            _ = try await child.finish()
            if let text { try folder.write(text, to: RunFolder.results) }
            let journal = try folder.text(of: RunFolder.journal)
            #expect(try await folder.run(["--fresh", "--retry-failed"]).ending == .exited(text == nil ? 66 : 65))
            #expect(try folder.text(of: RunFolder.journal) == journal)
            #expect(try await folder.run().ending == .exited(0))
            #expect(server.requests.map(\.path) == ["/a", "/b", "/b"])
        }
    }
}
