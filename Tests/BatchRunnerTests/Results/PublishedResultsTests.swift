import BatchRunner
import HTTPPipeline
import JSONText
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct PublishedResultsTests {
    private static let head = #""format":"runner-results/1","manifest":{"path":"m","sha256":"0"},"run":{},"summary":{}"#
    private static let zeros =
        #""cacheMs":0.000,"paceMs":1234.567,"serverMs":0.000,"backoffMs":0.000,"networkMs":0.433,"#

    /// A result of two sends, a repeat and a hop, with a body.
    private static func result(_ id: String, body: String = "{}", outcome: String = "ok") -> String {
        #"{"id":"\#(id)","request":{"url":"x","line":1},"outcome":"\#(outcome)","source":"network","status":200,"#
            + #""json":\#(body),"timing":{"startedAt":"2026-11-30T01:00:00.000Z","totalMs":1236.000,\#(zeros)"#
            + #""otherMs":1.000},"attempts":[{"send":7,"reason":"first"},{"reason":"retry"},{"send":8,"reason":"retry"},"#
            + #"{"send":9,"reason":"redirect"}],"key":"000000000000000700000000000000ff#3"}"#
    }

    private static func document(_ results: [String]) -> String {
        "{\(head),\n\"results\":[\n\(results.joined(separator: ",\n"))\n]}\n"
    }

    private func read(_ text: String) throws -> [PublishedResult] {
        try withTemporaryFolder { folder in
            try Data(text.utf8).write(to: URL(filePath: folder + "/results"))
            var results = try PublishedResults(folder + "/results")
            var all: [PublishedResult] = []
            while let result = try results.next() { all.append(result) }
            #expect(try results.next() == nil)
            return all
        }
    }

    private func text(_ result: PublishedResult) -> String {
        "{" + result.parts.map { String(decoding: $0, as: UTF8.self) }.joined() + "}"
    }

    @Test func `Results come back byte for byte, however long they are`() throws {
        // Escapes, spellings of numbers and members of one name that another writer would change.
        let body = #"{"a":1.0e0,"a":"\u00e9\/\n","b":[],"c":"é}{\""}"#
        let long = "\"" + String(repeating: "x", count: 700_000) + "\""
        let results = [("a", body), ("b", long), ("c", "{}"), ("d", long), ("e", "[[1]]")]
            .map { Self.result($0.0, body: $0.1) }
        let read = try read(Self.document(results))
        #expect(read.map(\.id) == ["a", "b", "c", "d", "e"])
        #expect(read.map { text($0).dropLast() + #","key":"000000000000000700000000000000ff#3"}"# } == results)
    }

    @Test func `What a run counts of a result is read from it`() throws {
        let result = try #require(try read(Self.document([Self.result("a", outcome: "not_found")])).first)
        #expect(result.key == JournalKey(high: 7, low: 255, occurrence: 3))
        #expect(result.isAnswered)
        #expect(String(decoding: result.identity, as: UTF8.self) == #""id":"a","request":{"url":"x","line":1}"#)
        var facts = ResultFacts(.notFound)
        facts.source = .pipeline(.network)
        (facts.retries, facts.redirects) = (1, 1)
        facts.times.pace = .microseconds(1_234_567)
        facts.times.network = .microseconds(433)
        facts.times.other = .microseconds(1_000)
        facts.times.total = .microseconds(1_236_000)
        facts.sends = [7, 8, 9].map { ResultFacts.Send(ofEarlierRun: $0) }
        #expect(result.facts == facts)
    }

    @Test(arguments: [("failed", false), ("deferred", false), ("skipped", false), ("ok", true)])
    func `Only an answer is one`(outcome: String, isAnswered: Bool) throws {
        #expect(try read(Self.document([Self.result("a", outcome: outcome)])).map(\.isAnswered) == [isAnswered])
    }

    @Test func `Other white space, another order of members and members of someone else's do no harm`() throws {
        let value = try JSONValue(parsing: Array(Self.result("a", body: "[1.0]").utf8))
        guard case .object(var members) = value.content else { return }
        members.reverse()
        members.insert(JSONValue.Member(key: "note", keyPosition: JSONPosition(), value: JSONValue(.null)), at: 3)
        var writer = JSONWriter()
        writer.value(JSONValue(.object(members)))
        let spaced = String(decoding: writer.bytes, as: UTF8.self).replacing(",\"", with: " ,\n  \"")
        let result = try #require(
            try read("\u{FEFF}{ \"results\" : [ \(spaced) ],\n\"more\": [{}], \(Self.head) }").first)
        let plain = Self.result("a", body: "[1.0]")
        let known = plain.prefix(upTo: plain.firstRange(of: ",\"timing\"")?.lowerBound ?? plain.endIndex)
        #expect(text(result).hasPrefix(known))
        #expect(text(result).hasSuffix(",\"note\":null}"))
        #expect(result.key == JournalKey(high: 7, low: 255, occurrence: 3))
    }

    @Test func `A key that is none is left out, not made up`() throws {
        let result = Self.result("a").replacing("00ff#3", with: "00fg#3")
        #expect(try read(Self.document([result])).map(\.key) == [nil])
    }

    @Test func `Cut at any byte, a file is no whole results file`() throws {
        let whole = Array(Self.document([Self.result("a"), Self.result("b")]).utf8)
        // Without its last line feed it is whole still.
        for length in 0..<(whole.count - 1) {
            #expect(throws: JSONTextError.self, "cut at \(length)") {
                try read(String(decoding: whole[..<length], as: UTF8.self))
            }
        }
    }
}
