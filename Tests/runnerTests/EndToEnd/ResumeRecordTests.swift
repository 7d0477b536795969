import BatchRunner
import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the records of a journal are worth to the next start: each counts once it is whole, and as long as it is young.
@Suite(.timeLimit(.minutes(5))) struct ResumeRecordTests {
    private static let unpaced = #""pace": { "minInterval": 0 }, "# + RunFolder.patience

    private func counts(_ server: ScriptedServer) -> [String: Int] {
        server.requests.reduce(into: [:]) { $0[$1.path, default: 0] += 1 }
    }

    private func folder(_ server: ScriptedServer, requests: Int, settings: String = Self.unpaced) throws -> RunFolder {
        try RunFolder(
            urls: (0..<requests).map { "http://127.0.0.1:\(server.port)/\($0)" }, settings: settings)
    }

    @Test(arguments: [1, 5, 8, 10])
    func `Killed within a request, a run has lost that one alone`(number: Int) async throws {
        try await withScriptedServer {
            $0.number == number ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server, requests: 10)
            let child = try folder.start()
            await server.requests(atLeast: number)
            child.send(SIGKILL)
            _ = try await child.finish()
            let result = try await folder.run(["--progress", "always"])
            #expect(result.ending == .exited(0))
            #expect(server.requests.map(\.path) == (Array(0..<number) + Array((number - 1)..<10)).map { "/\($0)" })
            let document = try folder.results()
            #expect(document.results.map(\.id).count == 10)
            #expect(document.run.outcome == "complete")
            // The send that the kill cut short has no result, so its number goes to the next one.
            #expect(document.results.flatMap(\.attempts).compactMap(\.send) == Array(1...10))
            #expect(document.summary.sends == 10)
        }
    }

    @Test func `The second signal costs the request on the wire and nothing that was answered`() async throws {
        try await withScriptedServer {
            $0.number == 3 ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server, requests: 4)
            let child = try folder.start(["--progress", "always"])
            await server.requests(atLeast: 3)
            child.send(SIGINT)
            try await child.waitForText("SIGINT: stopping")
            child.send(SIGINT)
            #expect(try await child.finish().ending == .signalled(SIGINT))
            #expect(try folder.results(in: RunFolder.partial).summary.ok == 2)
            #expect(try await folder.run().ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 2, "/3": 1])
            #expect(folder.files == ["books.json", RunFolder.results])
        }
    }

    @Test func `Cut anywhere in its last record, a journal costs that request alone`() async throws {
        try await withScriptedServer {
            $0.number == 3 ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server, requests: 3)
            let child = try folder.start()
            await server.requests(atLeast: 3)
            child.send(SIGKILL)
            _ = try await child.finish()
            // The last record of an answer; the one behind it says that the third request is about to be sent.
            let lines = try folder.text(of: RunFolder.journal).split(separator: "\n").dropLast()
            let whole = lines.dropLast().joined(separator: "\n") + "\n"
            let last = try #require(lines.last).utf8.count
            #expect(lines.last?.hasPrefix("{\"t\":\"done\"") == true)
            // Every byte is tried on the journal's reader; each start of the command takes its time.
            for cut in [0, 1, 2, last / 4, last / 2, last - 20, last - 2, last - 1, last, last + 1] {
                let copy = try RunFolder(try folder.text(of: "books.json"))
                let asked = server.requests.count
                let text = whole + lines.suffix(1).joined() + "\n"
                try copy.write(String(text.prefix(whole.count + cut)), to: RunFolder.journal)
                let result = try await copy.run()
                #expect(result.ending == .exited(0), "cut at \(cut): \(result)")
                #expect(result.error.contains("was torn") == (cut != 0 && cut <= last))
                let expected = cut > last ? ["/2"] : ["/1", "/2"]
                #expect(server.requests.dropFirst(asked).map(\.path) == expected, "cut at \(cut)")
                let document = try copy.results()
                #expect(document.results.count == 3 && document.summary.ok == 3)
                #expect(copy.files == ["books.json", RunFolder.results])
            }
        }
    }

    /// A journal as it would be had the wall clock been that much behind when it was written.
    private func journal(_ text: String, shiftedBy seconds: Int) -> String {
        var checksum: UInt32?
        var shifted: [UInt8] = []
        for line in text.split(separator: "\n") {
            let head = line.ranges(of: ",\"synced\":").last.map { line[..<$0.lowerBound] } ?? line
            let parts = head.split(separator: "\"wall\":", maxSplits: 1)
            let digits = parts[1].prefix { $0.isNumber }
            let wall = (Int(digits) ?? 0) + seconds * 1_000
            var bytes = Array("\(parts[0])\"wall\":\(wall)\(parts[1].dropFirst(digits.count))".utf8)
            let run = line.split(separator: "\"run\":\"").last?.prefix(16) ?? ""
            checksum = JournalTail.complete(
                &bytes, synced: 0, previous: checksum ?? JournalTail.beginning(of: String(run)))
            shifted += bytes
        }
        return String(decoding: shifted, as: UTF8.self)
    }

    @Test(arguments: [
        // Written so long before now, and whether it is kept by a limit of an hour.
        (-3_700, false), (-3_500, true), (0, true),
        // The clock was set back since: how old it is can't be told, but not that it is too old.
        (3_700, true), (400_000_000, true),
    ])
    func `What is older than the limit by the wall clock is asked again, except a POST`(
        seconds: Int, isKept: Bool
    ) async throws {
        try await withScriptedServer {
            $0.number == 3 ? .stall : .json("{}")
        } _: { server in
            let url = "http://127.0.0.1:\(server.port)"
            let folder = try RunFolder(
                """
                { \(Self.unpaced), "resumeWithin": "1h", "requests": [ { "url": "\(url)/get" },
                  { "url": "\(url)/post", "method": "POST" }, { "url": "\(url)/last" } ] }
                """)
            let child = try folder.start()
            await server.requests(atLeast: 3)
            child.send(SIGKILL)
            _ = try await child.finish()
            let text = try folder.text(of: RunFolder.journal)
            try folder.write(journal(text, shiftedBy: seconds), to: RunFolder.journal)
            let result = try await folder.run()
            #expect(result.ending == .exited(0), "\(result)")
            #expect(
                result.error
                    == (isKept
                        ? ""
                        : "warning: 1 result is older than 1 h and asked for again; a list that takes longer needs a longer "
                            + "\"resumeWithin\"\n"))
            #expect(counts(server) == ["/get": isKept ? 1 : 2, "/post": 1, "/last": 2])
            let document = try folder.results()
            #expect(document.outcomes == ["ok", "ok", "ok"])
            // A clock that was set back makes no time negative.
            #expect(document.run.wallMs >= 0 && document.run.wallMs < 60_000)
        }
    }

    @Test(
        .enabled(
            if: canRun(
                "a kill after the renaming", ChildProcess.succeeds(["strace", "-o", "/dev/null", "true"]),
                "needs strace")))
    func `Killed when its results were there already, a run takes an edited manifest up from them`() async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server, requests: 3)
            let words = ["strace", "-f", "-o", "/dev/null", "-e", "trace=unlink", "-e", "inject=unlink:signal=SIGKILL"]
            let killed = try await ChildProcess(
                words + [
                    "-P", folder.path(of: RunFolder.journal), "-P", RunFolder.journal, BuiltCommand.path, "books.json",
                ],
                inheritsEnvironment: false, directory: folder.path
            ).finish()
            #expect(killed.ending == .signalled(SIGKILL))
            #expect(folder.files == ["books.json", RunFolder.journal, RunFolder.results])
            let edited = try self.folder(server, requests: 5)
            try folder.write(try edited.text(of: "books.json"))
            #expect(try await folder.run().ending == .exited(0))
            #expect(counts(server) == ["/0": 1, "/1": 1, "/2": 1, "/3": 1, "/4": 1])
            #expect(try folder.results().results.count == 5)
            #expect(folder.files == ["books.json", RunFolder.results])
        }
    }
}
