import BatchRunner
import HTTPPipeline
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct JournalTests {
    private let wall = WallTime(epochSeconds: 1_000_000)

    private func result(_ id: String, answer: RequestResult.Answer? = nil) -> RequestResult {
        let record = RequestRecord(started: .origin, startedAt: WallTime(epochSeconds: 0))
        var result = RequestResult(id: id, request: Array("{\"n\":1}".utf8), outcome: .ok, record: record)
        result.api = "sample"
        result.status = 200
        result.answer = answer
        return result
    }

    private func append(
        _ result: RequestResult, as number: Int, to journal: inout Journal, scratch: Bool = false
    ) throws {
        var text = ResultText()
        text.write(result)
        let facts = ResultFacts(of: result, in: RunEpoch())
        let request = JournalRequest(JournalFixture.key(number), index: number)
        if scratch {
            try journal.appendScratch(text, facts: facts, of: request, wall: wall)
        } else {
            try journal.append(text, facts: facts, of: request, wall: wall)
        }
    }

    private func texts(_ journal: inout Journal, _ pick: (ProjectedResult) -> [ArraySlice<UInt8>]) throws -> [String] {
        var texts: [String] = []
        try journal.forEachResult { result throws(FileError) in
            texts.append(String(decoding: pick(result).joined(), as: UTF8.self))
        }
        return texts
    }

    @Test
    func `Results come back in the manifest's order, however they came, however long they are and wherever they lie`()
        throws
    {
        try withTemporaryFolder { folder in
            var journal = try Journal(namelessIn: folder)
            let long = String(repeating: "x", count: 700_000)
            try append(result("d"), as: 4, to: &journal)
            try append(result("b", answer: .text(long)), as: 1, to: &journal)
            try append(result("c"), as: 2, to: &journal, scratch: true)
            try append(result("a"), as: 0, to: &journal)
            let all = try texts(&journal) { $0.members }
            #expect(all.map { String($0.prefix(8)) } == ["a", "b", "c", "d"].map { "\"id\":\"\($0)\"" })
            #expect(all[1].contains(long))
        }
    }

    @Test func `The data of a result are what doesn't change while the answer doesn't`() throws {
        try withTemporaryFolder { folder in
            var journal = try Journal(namelessIn: folder)
            try append(result("a", answer: .json(Array("[1.0]".utf8))), as: 0, to: &journal)
            let data = try texts(&journal) { $0.dataMembers }
            #expect(data == [#""id":"a","request":{"n":1},"outcome":"ok","api":"sample","json":[1.0]"#])
        }
    }

    @Test func `An equal request shows its own id and the other's answer`() throws {
        try withTemporaryFolder { folder in
            var journal = try Journal(namelessIn: folder)
            try append(result("a\"\\", answer: .json(Array("[1]".utf8))), as: 0, to: &journal)
            let spec = RequestSpec(
                index: 1, id: "b", place: RequestPlace(file: "books.json", line: 2), kind: .path("/x"),
                written: Array("{\"n\":2}".utf8))
            let original = try journal.result(at: .journal(0))
            var facts = ResultFacts(.ok)
            facts.source = .duplicate
            var text = ResultText()
            text.writeDuplicate(of: spec, outcome: .ok, quotedID: original.quotedID, startedAt: wall)
            try journal.appendScratch(
                text, facts: facts, of: JournalRequest(JournalFixture.key(0), index: 1), wall: wall, origin: .journal(0)
            )
            let zero =
                #""totalMs":0.000,"cacheMs":0.000,"paceMs":0.000,"serverMs":0.000,"backoffMs":0.000,"#
                + #""networkMs":0.000,"otherMs":0.000"#
            let members = try texts(&journal) { $0.members }[1]
            #expect(
                members
                    == #""id":"b","request":{"n":2},"outcome":"ok","api":"sample","source":"duplicate","of":"a\"\\","#
                    + #""status":200,"json":[1],"timing":{"startedAt":"1970-01-12T13:46:40.000Z",\#(zero)},"attempts":[]"#
            )
            let place = journal.ledger[JournalFixture.key(0)]?.place
            #expect(place == .journal(0))
        }
    }

    @Test func `A nameless journal leaves nothing in its folder`() throws {
        try withTemporaryFolder { folder in
            var journal = try Journal(namelessIn: folder)
            try append(result("a"), as: 0, to: &journal)
            try append(result("b"), as: 1, to: &journal, scratch: true)
            let isResumable = journal.isResumable
            #expect(!isResumable)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test(arguments: [
        "", "{}", #"{"t":"done","ends":[1,2,3,4,5],"result":{"a":1}}"#,
        #"{"t":"send","key":"00000000000000000000000000000000","wall":1}"#,
        #"{"t":"done","key":"0000000000000000000000000000000","wall":1"#,
    ])
    func `A line that is no whole record is not taken for one`(line: String) {
        #expect(JournalResult(line: Array(line.utf8)[...]) == nil)
    }

    @Test func `What a run counts of a result is read as it was written`() throws {
        var facts = ResultFacts(.failed)
        facts.reason = .timeout
        facts.source = .pipeline(.stale)
        facts.retries = 3
        facts.redirects = 1
        facts.times.pace = .microseconds(1_234_567)
        facts.times.other = .microseconds(1)
        facts.times.total = .microseconds(1_234_568)
        facts.sends = [
            ResultFacts.Send(number: 4, lane: "a.example:8080", interval: .milliseconds(350), sinceBoot: 123_456_789),
            ResultFacts.Send(number: 5, lane: "[::1]:8080", interval: .zero, sinceBoot: 223_456_789),
        ]
        var text = ResultText()
        text.write(result("a"))
        var record = JournalRecord()
        record.writeDone(text, facts: facts, key: JournalFixture.key(9, occurrence: 3), isOnce: true, wall: wall)
        let read = try #require(JournalResult(line: (record.bytes + Array("}".utf8))[...]))
        #expect(read.facts == facts)
        #expect(read.key == JournalFixture.key(9, occurrence: 3))
        #expect(read.isOnce)
        #expect(read.wall == wall)
        #expect(read.origin == nil)
        #expect(Array(read.members) == text.bytes)
    }
}
