import HTTPTestSupport
import Testing
import runner

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The manifest that comes with the command, and the faults that it shows.
@Suite(.timeLimit(.minutes(5))) struct ShowcaseTests {
    @Test(arguments: [CommandName.run, .check])
    func `The examples of the help work as they stand`(command: CommandName) async throws {
        let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
            .joined(separator: "/")
        let folder = try RunFolder()
        try FileManager.default.copyItem(
            atPath: repository + "/manifests", toPath: folder.path(of: "manifests"))
        for words in HelpTextTests.examples(of: command) {
            let result = try await BuiltCommand.run(words, directory: folder.path)
            #expect(result.ending == .exited(0), "\(words): \(result.error)")
        }
    }

    @Test func `The manifest that comes along meets every fault and ends with 0`() async throws {
        let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
            .joined(separator: "/")
        let folder = try RunFolder()
        try FileManager.default.copyItem(
            atPath: repository + "/manifests", toPath: folder.path(of: "manifests"))
        let result = try await BuiltCommand.run(["manifests/books.json"], directory: folder.path)
        #expect(result.ending == .exited(0))
        #expect(result.output == "")
        #expect(result.error == "")
        let document = try folder.results()
        #expect(document.run.outcome == "complete")
        #expect(document.summary.requests == 26)
        #expect(document.summary.ok == 25)
        #expect(document.summary.notFound == 1)
        #expect(document.summary.duplicate == 1)
        #expect(document.run.lanes.map(\.minIntervalMs) == [200])
        #expect((document.run.lanes[0].leastGapMs ?? 0) >= 200)
        #expect(document.results.flatMap(\.attempts).compactMap(\.send) == Array(1...document.summary.sends))

        func find(_ id: String) throws -> ResultsDocument.Result {
            try #require(document.results.first { $0.id == id }, "\(document.results.map(\.id))")
        }
        func reasons(_ id: String) throws -> [String] { try find(id).attempts.map(\.reason) }

        let healed = try find("9780451524935")
        #expect(healed.attempts.map(\.status) == [503, 200])
        #expect(healed.attempts.map(\.reason) == ["first", "retry"])
        let throttled = try find("9780743273565")
        #expect(throttled.attempts.map(\.status) == [429, 200])
        #expect((500...10_000).contains(throttled.timing.serverMs))
        #expect(try find("9780141439471").timing.networkMs >= 800)
        #expect(try reasons("9780061120084") == ["first", "followUp", "followUp"])
        #expect(try reasons("9782070612758") == ["first", "followUp", "followUp", "followUp"])
        #expect(try find("9798284059036").outcome == "not_found")
        #expect(try reasons("redirect") == ["first", "redirect"])
        #expect(try find("redirect").url?.hasSuffix("/books/OL7353617M.json") == true)
        #expect(try reasons("merged") == ["first"])
        #expect(try find("fox-again").source == "duplicate")
        #expect(try find("fox-again").of == "9780140328721")
        #expect(try find("fox-again").timing.totalMs == 0)
        #expect(folder.files.filter { $0.hasPrefix("output") } == [RunFolder.results])
    }
}
