import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Many starts on one output at once: one works, and the lock decides which, not the age of anything.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RunRaceTests {
    private static let unpaced = #""pace": { "minInterval": 0 }"#
    private static let racers = 20

    private func folder(_ server: ScriptedServer) throws -> RunFolder {
        try RunFolder(
            urls: (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }, settings: Self.unpaced)
    }

    /// Starts the command many times at once.
    private func start(_ arguments: [String] = [], in folder: RunFolder) throws -> [ChildProcess] {
        try (0..<Self.racers).map { _ in
            try ChildProcess(
                BuiltCommand.patient + [BuiltCommand.path, "books.json"] + arguments, inheritsEnvironment: false,
                directory: folder.path)
        }
    }

    @Test func `Of twenty starts at once one asks, and the others leave with 75`() async throws {
        try await withScriptedServer { request in
            request.number == 2 ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server)
            // A file that someone was killed over is nothing that the losers may sweep.
            try folder.write("half", to: "output/.runner-0123456789abcdef.tmp")
            let children = try start(in: folder)
            let endings = try await withThrowingTaskGroup(of: ChildProcess.Ending.self) { group in
                for child in children { group.addTask { try await child.finish().ending } }
                var endings: [ChildProcess.Ending] = []
                while let ending = try await group.next() {
                    endings.append(ending)
                    if endings.count == Self.racers - 1 {
                        // The winner stands before the second answer, whose server is silent.
                        await server.requests(atLeast: 2)
                        for child in children { child.send(SIGKILL) }
                    }
                }
                return endings
            }
            #expect(endings.dropLast().allSatisfy { $0 == .exited(75) }, "\(endings)")
            #expect(endings.last == .signalled(SIGKILL))
            #expect(server.requests.map(\.path) == ["/0", "/1"])
            #expect(try await folder.run().ending == .exited(0))
            #expect(server.requests.map(\.path) == ["/0", "/1", "/1", "/2"])
            #expect(folder.files == ["books.json", RunFolder.results])
        }
    }

    @Test func `Twenty that wait for the lock work one after another`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            let children = try start(["--lock-wait", "100s"], in: folder)
            for child in children {
                #expect(try await child.finish().ending == .exited(0))
            }
            let run = ["/0", "/1", "/2"]
            #expect(server.requests.map(\.path) == Array(repeating: run, count: Self.racers).flatMap(\.self))
            #expect(try folder.results().outcomes == ["ok", "ok", "ok"])
            #expect(folder.files == ["books.json", RunFolder.results])
        }
    }

    @Test func `Neither the age of a lock's file nor the process that it names holds anybody up`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server)
            // This test's own process lives, and is no run.
            try folder.write(#"{"pid":\#(getpid()),"host":"here","since":"2020-01-01T00:00:00Z"}"#, to: RunFolder.lock)
            #expect(ChildProcess.succeeds(["touch", "-d", "2020-01-01", folder.path(of: RunFolder.lock)]))
            #expect(try await folder.run().ending == .exited(0))
        }
    }

    @Test func `A run that lives keeps its lock, however old the lock's file looks`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try folder(server)
            let first = try folder.start()
            await server.requests(atLeast: 1)
            #expect(ChildProcess.succeeds(["touch", "-d", "2020-01-01", folder.path(of: RunFolder.lock)]))
            #expect(try await folder.run().ending == .exited(75))
            #expect(server.requests.count == 1)
            first.kill()
        }
    }
}
