import BatchRunner
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct PublishedRunTests {
    private static let run =
        #""run":{"id":"abc","startedAt":"2026-11-30T01:00:00.000Z","outcome":"complete","lanes":[{"lane":"a"}]}"#
    private static let head = #""format":"runner-results/1","manifest":{"path":"b.json","sha256":"00"},"# + run

    private func published(_ text: String) throws -> PublishedRun? {
        try withTemporaryFolder { folder in
            try Data(text.utf8).write(to: URL(filePath: folder + "/results"))
            return PublishedRun(in: folder + "/results")
        }
    }

    @Test(arguments: [
        "{\(head),\"summary\":{},\"results\":[",
        "{\(head.dropLast(2)),\(String(repeating: "{\"lane\":\"a\"},", count: 200_000))",
        "{\(head),\"results\":[{\"id\":\"\(String(repeating: "x", count: 2_000_000))\"}]}",
    ])
    func `A file says it at its beginning, however much comes after`(text: String) throws {
        let run = try #require(try published(text))
        #expect(run.id == "abc" && run.isComplete && run.startedAt == "2026-11-30T01:00:00.000Z")
    }

    @Test func `What a partial run has published is not complete`() throws {
        #expect(try published("{\(Self.head)}".replacing("complete", with: "partial"))?.isComplete == false)
    }

    @Test(arguments: [
        "", "[]", "{\(run)}", "{\(head)".replacing("results/1", with: "results/9"), "no JSON", "{\"format\":1}",
        "{\(head.replacing("\"id\"", with: "\"no\""))}",
    ])
    func `What is none of runner's results says nothing`(text: String) throws {
        #expect(try published(text) == nil)
    }

    @Test func `A folder in the place of the results says nothing, nor does what isn't there`() throws {
        try withTemporaryFolder { folder in
            #expect(PublishedRun(in: folder) == nil)
            #expect(PublishedRun(in: folder + "/none") == nil)
        }
    }
}
