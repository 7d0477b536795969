import BatchRunner
import HTTPPipeline
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Makes what `Tests/Benchmarks/resume` times: a manifest and the journal of its run, unfinished though every request has its result.
@Suite struct LargeJournal {
    private static let environment = ProcessInfo.processInfo.environment

    @Test(.enabled(if: environment["RUNNER_BENCHMARK_FOLDER"] != nil, "only for the benchmark"))
    func `A large journal is made for the benchmark`() throws {
        let folder = try #require(Self.environment["RUNNER_BENCHMARK_FOLDER"])
        let count = try #require(Int(Self.environment["RUNNER_BENCHMARK_COUNT"] ?? ""))
        let list = try OpenFile(folder + "/list.ndjson", flags: O_WRONLY | O_CREAT | O_TRUNC)
        var lines: [UInt8] = []
        for number in 0..<count {
            lines += "{\"url\":\"http://127.0.0.1:9/books/\(number)\"}\n".utf8
            if lines.count > 1 << 20 || number == count - 1 {
                try list.write(lines)
                lines.removeAll(keepingCapacity: true)
            }
        }
        try Data(#"{ "output": "results.json", "requestsFrom": "list.ndjson" }"#.utf8)
            .write(to: URL(filePath: folder + "/manifest.json"))

        let options = ManifestCheckOptions(knownAPIs: [], strict: true, environment: [:])
        let manifest = try ManifestReader.open(path: folder + "/manifest.json").check(options).get()
        let state = StateFolder(beside: try OutputTarget(folder + "/results.json"))
        try state.prepare()
        let file = try OpenFile(state.journal, flags: O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
        let log = JournalLog(file, length: 0, checksum: JournalTail.beginning(of: "run"), durability: .content)
        let now = WallTime.current()
        try log.append {
            $0.write(
                JournalOpening(
                    run: "run", runStartedAt: now, startedAt: now, boot: "boot", manifestPath: "manifest.json",
                    manifestDigest: "00"))
        }
        var keys = RequestKeys()
        var text = ResultText()
        var requests = manifest.requests()
        while let spec = try requests.next() {
            var record = RequestRecord(started: .origin, startedAt: now)
            record.noteSource(.network)
            var result = RequestResult(id: spec.id, request: spec.written, outcome: .ok, record: record)
            result.status = 200
            result.url = spec.id
            result.answer = .json(Array(#"{"title":"Dune","authors":[{"name":"Frank Herbert"}],"pages":412}"#.utf8))
            text.write(result)
            var facts = ResultFacts(of: result, in: RunEpoch())
            facts.sends = [
                ResultFacts.Send(number: spec.index + 1, lane: "127.0.0.1:9", interval: .zero, sinceBoot: spec.index)
            ]
            let key = keys.name(spec).key
            try log.append { $0.writeSend(key, isOnce: false, wall: now) }
            try log.append { $0.writeDone(text, facts: facts, key: key, isOnce: false, wall: now) }
        }
        try log.sync()
    }
}
