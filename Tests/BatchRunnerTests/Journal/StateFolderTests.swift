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
        let folder = StateFolder(FilePath.join(FilePath.temporaryFolder, "runner-\(RandomTag.make())"))
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

    @Test func `A folder beside the output that others could have made says what is wrong with it`() throws {
        try withTemporaryFolder { root in
            let folder = StateFolder(beside: try OutputTarget(root + "/books.json"))
            let place = root + "/.books.json.runner"
            try folder.prepare()
            chmod(place, 0o770)
            try folder.prepare()
            chmod(place, 0o777)
            let open = #expect(throws: FileError.self) { try folder.prepare() }
            #expect(open?.description == "Can't trust \(place): others may write to it: chmod o-w \(place)")
            chmod(place, 0o700)
            try #require(rename(place, root + "/elsewhere") == 0 && symlink(root + "/elsewhere", place) == 0)
            let remedy = "remove it, or name another folder with --state-dir"
            for leadsSomewhere in [true, false] {
                if !leadsSomewhere { rmdir(root + "/elsewhere") }
                let link = #expect(throws: FileError.self) { try folder.prepare() }
                #expect(link?.description == "Can't trust \(place): it is a link: \(remedy)")
            }
        }
    }
}
