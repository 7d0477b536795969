import HTTPTestSupport
import Testing

/// Lists of requests from start to results, as the built command reads them.
@Suite struct ListTests {
    private static let good = "9780140328721"

    private static func folder(_ list: String, named name: String, settings: String = "") throws -> RunFolder {
        let folder = try RunFolder(#"{ "api": "sample", \#(settings)"requestsFrom": "\#(name)" }"#)
        try folder.write(list, to: name)
        return folder
    }

    @Test func `Rows with nothing to ask are no requests, bad ones fail, and the run ends in one start`() async throws {
        let bad = String(repeating: "A typo,9780140328722\n", count: 30)
        let books = (0..<100).map { "Title \($0),\($0 % 2 == 0 ? Self.good : "")\n" }.joined()
        let blank = String(repeating: ",\n", count: 200)
        let list = "Title,ISBN\n" + bad + books + blank
        let folder = try Self.folder(list, named: "l.csv", settings: #""maxFailures": 0, "#)
        let result = try await folder.run()
        #expect(result.ending == .exited(1))
        let document = try folder.results()
        #expect(document.run.outcome == "complete")
        #expect(Array(document.outcomes.prefix(30)) == Array(repeating: "failed/invalid_request", count: 30))
        #expect(Array(document.outcomes.dropFirst(30)) == Array(repeating: "ok", count: 50))
        #expect(document.results[0].message == "line 2: ISBN 9780140328722 has check digit 2 where 1 is expected")
        #expect(result.error.contains("\n250 rows of the list with nothing to ask left out\n"))
        let check = try await BuiltCommand.run(["check", "books.json"], directory: folder.path)
        #expect(check.output.contains("books.json: 250 rows hold nothing to ask and are left out\n"))
    }

    @Test func `Off a terminal ten bad lines are told, then their number by what is wrong with them`() async throws {
        let bad = [("9780140328722\n", 100), ("9,78014E+12\n", 10), ("Dune\n", 10)]
        let lines = bad.map { String(repeating: $0.0, count: $0.1) }.joined()
        let folder = try Self.folder(lines + Self.good + "\n", named: "l.txt")
        let result = try await folder.run()
        #expect(result.ending == .exited(1))
        let told = result.error.split(separator: "\n")
        #expect(told.prefix(10).allSatisfy { $0.hasPrefix("l.txt:") && $0.contains(": warning: ISBN 978014032872") })
        #expect(
            told[10] == "… 120 bad lines in all, each a failed result: 100 with a wrong check digit, "
                + "10 with a number that a spreadsheet damaged, 10 with no ISBN")
        #expect(told[11].hasPrefix("121 requests in "))
        #expect(try folder.results().summary.failed == 120)
        for part in [["--limit", "1"], ["--only", Self.good]] {
            let subset = try await folder.run(part)
            #expect(!subset.error.contains("warning:") && !subset.error.contains("bad lines"), "\(part)")
        }
    }

    @Test func `A comment above the list changes nothing in the data`() async throws {
        let list = "\(Self.good)\nDune\n\n9780743273565\n"
        let folder = try Self.folder(list, named: "l.txt", settings: #""data": "data.json", "#)
        #expect(try await folder.run().ending == .exited(1))
        let data = try folder.text(of: "data.json")
        let book = #"{"id":"\#(Self.good)","request":{"isbn":"\#(Self.good)"},"outcome":"ok","api":"sample""#
        #expect(data.contains(book))
        #expect(data.contains(#"{"id":"Dune","request":{"text":"Dune"},"outcome":"failed"}"#))
        #expect(!data.contains("line"))
        try folder.write("# one\n# two\n" + list, to: "l.txt")
        #expect(try await folder.run().ending == .exited(1))
        #expect(try folder.text(of: "data.json") == data)
        #expect(try folder.text(of: RunFolder.results).contains(#""request":{"isbn":"\#(Self.good)","line":3}"#))
    }

    @Test(arguments: ["", "\n# nothing yet\n"])
    func `An empty list is a run without requests, and is told`(list: String) async throws {
        let folder = try Self.folder(list, named: "l.txt")
        let result = try await folder.run()
        #expect(result.ending == .exited(0))
        #expect(result.error == "books.json:1:36: warning: l.txt has no requests in it, so there is nothing to ask\n")
        #expect(try folder.results().results.isEmpty)
        #expect(try await folder.run(["--retry-failed"]).ending == .exited(0))
    }
}
