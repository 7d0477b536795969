import BatchRunner
import HTTPPipeline
import Synchronization
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct RunLockTests {
    private let now = WallTime(year: 2026, month: 11, day: 30, hour: 1)

    /// Tries until there is a lock, for a lock that nobody should hold.
    ///
    /// A child that another test starts has every descriptor of this process, and with it the lock, for the moment before it
    /// becomes another program.
    private func waiting<Locks>(for attempt: () async throws -> Locks?) async throws -> Locks? {
        for _ in 0..<1_000 {
            if let locks = try await attempt() { return locks }
            try await Task.sleep(for: .milliseconds(5))
        }
        return nil
    }

    @Test func `Of twenty that want a lock at once one gets it, and the next when that one lets go`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/lock"
        for _ in 0..<10 {
            let winners = try await waiting {
                try await withThrowingTaskGroup(of: RunLock?.self) { group in
                    for _ in 0..<20 { group.addTask { try RunLock.taken(at: path, now: now) } }
                    var locks: [RunLock] = []
                    for try await lock in group { if let lock { locks.append(lock) } }
                    return locks.isEmpty ? nil : locks
                }
            }
            #expect(winners?.count == 1)
        }
    }

    @Test func `The holder is named, and what the file says decides nothing`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/lock"
            // As a crash leaves it, with the id of a process that lives.
            let stale = Data(
                #"{"pid":1,"host":"elsewhere","since":"2020-01-01T00:00:00Z","more":"text of a longer file"}"#.utf8)
            try stale.write(to: URL(filePath: path))
            let lock = try RunLock.taken(at: path, now: now)
            #expect(lock != nil)
            let pid = ProcessInfo.processInfo.processIdentifier
            #expect(RunLock.holder(at: path)?.hasPrefix("pid \(pid) on host ") == true)
            #expect(RunLock.holder(at: path)?.hasSuffix(" since 2026-11-30T01:00:00Z") == true)
            #expect(try RunLock.taken(at: path, now: now) == nil)
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `A lock let go leaves its file, and can be taken again`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/lock"
        for _ in 0..<3 {
            let lock = try await waiting { try RunLock.taken(at: path, now: now) }
            #expect(lock != nil)
        }
        #expect(FilePermissions(of: path)?.mode == 0o600)
    }

    @Test func `A link in the lock's place is not followed`() throws {
        try withTemporaryFolder { folder in
            try Data().write(to: URL(filePath: folder + "/victim"))
            try FileManager.default.createSymbolicLink(atPath: folder + "/lock", withDestinationPath: "victim")
            #expect(throws: FileError.self) { try RunLock.taken(at: folder + "/lock", now: now) }
            #expect(try Data(contentsOf: URL(filePath: folder + "/victim")).isEmpty)
        }
    }
}
