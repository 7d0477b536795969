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

@Suite struct JournalLogTests {
    private func log(_ path: String) throws -> JournalLog {
        let file = try OpenFile(path, flags: O_RDWR | O_CREAT | O_APPEND)
        return JournalLog(file, length: 0, checksum: JournalTail.beginning(of: "run"), durability: .content)
    }

    private func opening() -> JournalOpening {
        let now = WallTime(epochSeconds: 1_000_000)
        return JournalOpening(
            run: "run", runStartedAt: now, startedAt: now, boot: "b", manifestPath: "m", manifestDigest: "00")
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    @Test func `Records are in the file at once, and say what was durable when they were written`() throws {
        try withTemporaryFolder { folder in
            let log = try log(folder + "/journal")
            try log.append { $0.write(opening()) }
            let first = try bytes(folder + "/journal")
            #expect(log.length == first.count)
            try log.sync()
            let offset = try log.append {
                $0.writeSend(JournalFixture.key(1), isOnce: true, wall: .init(epochSeconds: 1))
            }
            #expect(offset == first.count)
            let all = try bytes(folder + "/journal")
            #expect(String(decoding: all, as: UTF8.self).contains(",\"synced\":\(first.count),"))
            #expect(scanned(all).finding == .intact)
        }
    }

    @Test func `A record becomes durable by itself`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = try log(folder + "/journal")
        try log.append { $0.write(opening()) }
        let length = log.length
        let deadline = ContinuousClock.now + .seconds(20)
        while log.durableLength < length, .now < deadline { try await Task.sleep(for: .milliseconds(10)) }
        #expect(log.durableLength == length)
    }

    #if os(Linux)
        @Test func `After a write that failed nothing more is written or synced`() throws {
            let file = try OpenFile("/dev/full", flags: O_RDWR | O_APPEND)
            let log = JournalLog(file, length: 0, checksum: 0, durability: .content)
            for _ in 0..<2 {
                let error = #expect(throws: FileError.self) {
                    try log.append { $0.write(.interrupted, wall: WallTime(epochSeconds: 1)) }
                }
                #expect(error?.code == ENOSPC)
            }
            #expect(throws: FileError.self) { try log.sync() }
            #expect(log.length == 0)
        }
    #endif

    @Test func `A sync that failed is not tried again, and the next record is refused`() throws {
        try withTemporaryFolder { folder in
            let file = try OpenFile(folder + "/journal", flags: O_RDWR | O_CREAT | O_APPEND)
            let log = JournalLog(
                file, length: 0, checksum: 0, durability: .contentAndName(in: [folder + "/none"]))
            try log.append { $0.write(.interrupted, wall: WallTime(epochSeconds: 1)) }
            #expect(throws: FileError.self) { try log.sync() }
            // What would succeed now might hide what was lost.
            try FilePath.makeFolder(folder + "/none")
            #expect(throws: FileError.self) { try log.sync() }
            #expect(throws: FileError.self) {
                try log.append { $0.write(.interrupted, wall: WallTime(epochSeconds: 1)) }
            }
        }
    }
}
