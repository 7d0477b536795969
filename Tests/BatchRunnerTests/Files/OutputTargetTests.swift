import BatchRunner
import Dispatch
import Synchronization
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

@Suite struct OutputTargetTests {
    private final class Sweeping: Sendable {
        let goesOn = Atomic(true)
    }

    private func write(_ text: String, to path: String) throws {
        try OutputTarget(path).write(tag: "t") { sink throws(FileError) in try sink.write(text) }
    }

    private func content(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test(arguments: [mode_t(0o600), 0o640, 0o664])
    func `Replacing a file keeps its permissions`(mode: mode_t) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/out.json"
            try write("old", to: path)
            chmod(path, mode)
            try write("new", to: path)
            #expect(FilePermissions(of: path)?.mode == mode)
            #expect(try content(path) == "new")
        }
    }

    @Test func `A file that is made has the permissions that the umask leaves`() throws {
        try withTemporaryFolder { folder in
            _ = try OpenFile(folder + "/plain", flags: O_WRONLY | O_CREAT, mode: 0o666)
            try write("new", to: folder + "/out.json")
            #expect(FilePermissions(of: folder + "/out.json")?.mode == FilePermissions(of: folder + "/plain")?.mode)
        }
    }

    @Test func `A link stays a link and its target is replaced`() throws {
        try withTemporaryFolder { folder in
            try FilePath.makeFolder(folder + "/data")
            try write("old", to: folder + "/data/real.json")
            symlink("data/real.json", folder + "/out.json")
            try write("new", to: folder + "/out.json")
            #expect(try content(folder + "/data/real.json") == "new")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/out.json") == "data/real.json")
        }
    }

    @Test func `A failure in the middle leaves the old file and no temporary one`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/out.json"
            try write("old", to: path)
            #expect(throws: FileError.self) {
                try OutputTarget(path).write(tag: "t") { sink throws(FileError) in
                    try sink.write("half")
                    throw FileError("Can't write", path, code: ENOSPC)
                }
            }
            #expect(try content(path) == "old")
            #expect(try names(in: folder) == ["out.json"])
        }
    }

    @Test func `A temporary file that someone else put there is neither followed nor removed`() throws {
        try withTemporaryFolder { folder in
            try write("precious", to: folder + "/victim")
            symlink("victim", folder + "/.runner-t.tmp")
            let error = #expect(throws: FileError.self) { try write("new", to: folder + "/out.json") }
            #expect(error?.code == EEXIST)
            #expect(try content(folder + "/victim") == "precious")
            #expect(try names(in: folder) == [".runner-t.tmp", "victim"])
        }
    }

    @Test func `Another run that removes stale files takes none that is being made`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/out.json"
            let target = try OutputTarget(path)
            let sweeping = Sweeping()
            let sweeper = DispatchWorkItem {
                while sweeping.goesOn.load(ordering: .relaxed) { TemporaryFile.removeStale(in: folder) }
            }
            DispatchQueue(label: "sweeper").async(execute: sweeper)
            defer {
                sweeping.goesOn.store(false, ordering: .relaxed)
                sweeper.wait()
            }
            for number in 0..<300 {
                try target.write(tag: "0123456789abcdef") { sink throws(FileError) in try sink.write("\(number)") }
            }
            #expect(try content(path) == "299")
            #expect(try names(in: folder) == ["out.json"])
        }
    }

    @Test func `A folder in the output's place is found before anything is written`() throws {
        try withTemporaryFolder { folder in
            let error = #expect(throws: FileError.self) { _ = try OutputTarget(folder) }
            #expect(error?.code == EISDIR)
        }
    }

    @Test func `Missing folders are made`() throws {
        try withTemporaryFolder { folder in
            let target = try OutputTarget(folder + "/a/b/out.json")
            try target.prepare()
            try write("new", to: folder + "/a/b/out.json")
            #expect(try content(folder + "/a/b/out.json") == "new")
        }
    }

    @Test func `A device is written to as it is, and a full one is an error`() throws {
        let null = try OutputTarget("/dev/null")
        #expect(null.isStream)
        try write("text", to: "/dev/null")
        #if os(Linux)
            let error = #expect(throws: FileError.self) { try write("text", to: "/dev/full") }
            #expect(error?.description == "Can't write /dev/full: No space left on device")
        #endif
    }

    @Test func `A name that leaves no room for the files beside it is found before anything is asked`() throws {
        try withTemporaryFolder { folder in
            let longest = String(repeating: "x", count: 233)
            try OutputTarget("\(folder)/\(longest)").prepare()
            try OutputTarget("\(folder)/\(longest)").write(tag: String(repeating: "t", count: 16)) { _ in }
            let error = #expect(throws: FileError.self) { try OutputTarget("\(folder)/\(longest)x").prepare() }
            #expect(error?.code == ENAMETOOLONG)
        }
    }

    @Test(arguments: [
        ("out/books.json", "out/books.partial.json"), ("books.ndjson", "books.partial.ndjson"),
        ("books", "books.partial"),
    ])
    func `The partial file lies beside the results and keeps their ending`(path: String, partial: String) throws {
        #expect(try OutputTarget(path).sibling("partial").path == partial)
    }
}
