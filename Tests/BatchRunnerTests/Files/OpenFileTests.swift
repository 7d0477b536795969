import BatchRunner
import Dispatch
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Waits that only someone else could end, and that a cancel must end instead.
@Suite(.timeLimit(.minutes(5))) struct OpenFileTests {
    /// A thread for calls that wait, so that they hold up no other task.
    private final class OwnThread: TaskExecutor {
        private let queue = DispatchQueue(label: "waits")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    /// A folder with a FIFO in it; gone with the value.
    private final class FIFO: Sendable {
        let path: String
        private let folder: String

        init() throws {
            var template = Array((FilePath.temporaryFolder + "/fifo.XXXXXX").utf8CString)
            try #require(mkdtemp(&template) != nil)
            folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = folder + "/fifo"
            try #require(mkfifo(path, 0o600) == 0)
        }

        deinit {
            unlink(path)
            rmdir(folder)
        }

        /// Opens both ends at once, so that neither waits for the other.
        func openBothEnds() throws -> OpenFile {
            try OpenFile(path, flags: O_RDWR | O_NONBLOCK)
        }
    }

    private let thread = OwnThread()

    /// Begins a call on a thread of its own and cancels its task once it runs and `ready` returns.
    private func cancelled<Value: Sendable>(
        _ call: @escaping @Sendable () throws -> Value,
        when ready: () async -> Void = {}
    ) async -> Result<Value, any Error> {
        let (started, tell) = AsyncStream<Void>.makeStream()
        let task = Task(executorPreference: thread) {
            tell.yield()
            return try call()
        }
        for await _ in started { break }
        await ready()
        task.cancel()
        return await task.result
    }

    @Test func `A cancel ends the wait for a reader`() async throws {
        let fifo = try FIFO()
        let result = await cancelled { [path = fifo.path] in
            try OutputTarget(path).write(tag: "t") { sink throws(FileError) in try sink.write("text") }
        }
        let error = #expect(throws: FileError.self) { try result.get() }
        #expect(error?.description == "Can't open \(fifo.path): interrupted")
    }

    @Test func `A cancel ends the wait for a reader who takes nothing`() async throws {
        let fifo = try FIFO()
        let ends = try fifo.openBothEnds()
        let result = await cancelled { [path = fifo.path] in
            try OutputTarget(path).write(tag: "t") { sink throws(FileError) in
                try sink.write(repeatElement(UInt8(ascii: "x"), count: 2 << 20))
            }
        }
        let error = #expect(throws: FileError.self) { try result.get() }
        #expect(error?.description == "Can't write \(fifo.path): interrupted")
        withExtendedLifetime(ends) {}
    }

    @Test func `A cancel ends the wait for a writer`() async throws {
        let fifo = try FIFO()
        let result = await cancelled { [path = fifo.path] in try ManifestFile(path: path) }
        let error = #expect(throws: ManifestError.self) { try result.get() }
        #expect(error?.description == "\(fifo.path): interrupted")
    }

    @Test func `A cancel ends the wait for a writer who stopped`() async throws {
        let fifo = try FIFO()
        let ends = try fifo.openBothEnds()
        try ends.write(Array("{".utf8))
        let descriptor = ends.descriptor
        let result = await cancelled { [path = fifo.path] in
            try ManifestFile(path: path)
        } when: {
            var count: Int32 = 1
            while count > 0, ioctl(descriptor, UInt(FIONREAD), &count) == 0 { await Task.yield() }
        }
        let error = #expect(throws: ManifestError.self) { try result.get() }
        #expect(error?.description == "\(fifo.path): interrupted")
        withExtendedLifetime(ends) {}
    }

    @Test(arguments: ["/dev/zero", "/dev/null"])
    func `A device is no manifest, and none is read for its end`(path: String) throws {
        let error = #expect(throws: ManifestError.self) { try ManifestFile(path: path) }
        #expect(error?.description == "\(path): it is a device, not a file or a pipe")
        #expect(error?.kind == .unreadable)
    }

    @Test func `More than a pipe may bring is an error, and nothing of it is taken`() async throws {
        let fifo = try FIFO()
        let ends = try fifo.openBothEnds()
        try ends.write([UInt8](repeating: UInt8(ascii: " "), count: 3_000))
        let error = #expect(throws: ManifestError.self) { try ManifestFile(path: fifo.path, copyLimit: 2_048) }
        #expect(error?.description == "\(fifo.path): a pipe may bring 2 KiB at the most: save it as a file")
        withExtendedLifetime(ends) {}
    }

    @Test func `A reader and a writer who are late miss nothing`() async throws {
        let fifo = try FIFO()
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let writer = Task(executorPreference: thread) { [path = fifo.path] in
            try OutputTarget(path).write(tag: "t") { sink throws(FileError) in try sink.write(bytes) }
        }
        let reader = Task(executorPreference: OwnThread()) { [path = fifo.path] in
            let file = try OpenFile(path, flags: O_RDONLY | O_NONBLOCK)
            var (all, buffer): ([UInt8], [UInt8]) = ([], [])
            while case let count = try file.read(into: &buffer, count: 50_000), count > 0 { all += buffer[..<count] }
            return all
        }
        try await writer.value
        #expect(try await reader.value == bytes)
    }
}
