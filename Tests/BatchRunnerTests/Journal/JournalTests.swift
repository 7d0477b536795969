import BatchRunner
import HTTPPipeline
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct JournalTests {
    private func result(_ id: String, answer: RequestResult.Answer? = nil) -> RequestResult {
        let record = RequestRecord(started: .origin, startedAt: WallTime(epochSeconds: 0))
        var result = RequestResult(id: id, request: Array("{\"n\":1}".utf8), outcome: .ok, record: record)
        result.api = "sample"
        result.status = 200
        result.answer = answer
        return result
    }

    private func texts(_ journal: inout Journal, _ pick: (JournalResult) -> [UInt8]) throws -> [String] {
        var texts: [String] = []
        try journal.forEachResult { result throws(FileError) in
            texts.append(String(decoding: pick(result), as: UTF8.self))
        }
        return texts
    }

    @Test func `Results come back in the order in which they were appended, however long they are`() throws {
        try withTemporaryFolder { folder in
            var journal = try Journal(namelessIn: folder)
            var text = ResultText(bootOffset: .zero)
            let long = String(repeating: "x", count: 700_000)
            for (id, answer) in [("a", nil), ("b", RequestResult.Answer.text(long)), ("c", nil)] {
                text.write(result(id, answer: answer))
                try journal.append(text)
            }
            #expect(journal.count == 3)
            let ids = try texts(&journal) { Array($0.members.prefix(8)) }
            #expect(ids == ["\"id\":\"a\"", "\"id\":\"b\"", "\"id\":\"c\""])
            #expect(try texts(&journal) { Array($0.members) }[1].contains(long))
        }
    }

    @Test func `The data of a result are what doesn't change while the answer doesn't`() throws {
        try withTemporaryFolder { folder in
            var journal = try Journal(namelessIn: folder)
            var text = ResultText(bootOffset: .zero)
            text.write(result("a", answer: .json(Array("[1.0]".utf8))))
            try journal.append(text)
            let data = try texts(&journal) { $0.dataMembers.flatMap { Array($0) } }
            #expect(data == [#""id":"a","request":{"n":1},"outcome":"ok","api":"sample","json":[1.0]"#])
        }
    }

    @Test func `A nameless journal leaves nothing in its folder`() throws {
        try withTemporaryFolder { folder in
            let journal = try Journal(namelessIn: folder)
            #expect(journal.count == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test func `A journal in its place is private, begins empty and goes with its folder`() throws {
        try withTemporaryFolder { folder in
            let place = Journal.Place(beside: try OutputTarget(folder + "/books.json"))
            #expect(place.file == folder + "/.books.json.runner/journal.ndjson")
            var first = try Journal(at: place)
            var text = ResultText(bootOffset: .zero)
            text.write(result("old"))
            try first.append(text)
            var second = try Journal(at: place)
            #expect(try texts(&second) { Array($0.members) } == [])
            #expect(FilePath.mode(of: place.file) == 0o600)
            #expect(FilePath.mode(of: place.folder) == 0o700)
            second.discard()
            #expect(FilePath.kind(of: place.folder) == nil)
        }
    }

    @Test(arguments: [
        "", "{}", #"{"t":"done","ends":[1,2,3,4,5],"result":{"a":1}}"#,
        #"{"t":"done","ends":[1,2,3,4,5,99],"result":{"a":1}}"#,
        #"{"t":"done","ends":[5,4,5,5,5,5],"result":{"a":1}}"#, #"{"t":"done","ends":[1,2,3,4,5,5],"result":{"a":1}"#,
        #"{"t":"done","ends":[99999999999999999999],"result":{"a":1}}"#,
    ])
    func `A line that is no whole record is not taken for one`(line: String) {
        #expect(JournalResult(line: Array(line.utf8)[...]) == nil)
    }
}
