import BatchRunner
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct StateFolderTests {
    @Test func `A journal is not read on once the run is interrupted`() async throws {
        let folder = StateFolder(FilePath.join(FilePath.temporaryFolder, "runner-\(RunIdentity().id)"))
        try folder.prepare()
        defer {
            FilePath.remove(folder.journal)
            rmdir(folder.path)
        }
        do {
            let file = try OpenFile(folder.journal, flags: O_WRONLY | O_CREAT)
            try file.write(JournalFixture.synced(results: 2).bytes)
        }
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var scan = JournalScan()
            let error = #expect(throws: FileError.self) { try folder.read(with: &scan) }
            return (error?.code, scan.validLength)
        }
        let (code, length) = await reading.value
        #expect(code == ECANCELED && length == 0)
        var scan = JournalScan()
        #expect(try folder.read(with: &scan) == .intact)
    }
}
