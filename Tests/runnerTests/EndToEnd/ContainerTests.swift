import HTTPTestSupport
import Testing
import runner

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The built command as a container runs it: as process 1 of its own, and with nothing to write to but a volume.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(
        if: canRun(
            "ContainerTests", ChildProcess.succeeds(["unshare", "--mount", "--pid", "--fork", "true"]),
            "unshare and the right to use it")))
struct ContainerTests {
    private static let container = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    private static let unpaced = #""pace": { "minInterval": 0 }"#

    private func start(_ folder: RunFolder, _ arguments: [String] = [], script: String = "exec \"$@\"") throws
        -> ChildProcess
    {
        try ChildProcess(
            BuiltCommand.urgent + Self.container + ["sh", "-c", script, "sh", BuiltCommand.path, "books.json"]
                + arguments, inheritsEnvironment: false, directory: folder.path)
    }

    /// Sends a signal to the first process in the container, as a container's engine does from outside.
    private func send(_ signal: TerminationSignal, to child: ChildProcess, in folder: RunFolder) throws {
        let list = try folder.text(ofSystemFile: "/proc/\(child.identifier)/task/\(child.identifier)/children")
        let first = try #require(list.split(separator: " ").first.flatMap { Int32($0) })
        #expect(kill(first, signal.rawValue) == 0)
    }

    @Test(arguments: TerminationSignal.allCases)
    func `As process 1 it ends at once with a signal's code, and the next start goes on`(
        signal: TerminationSignal
    ) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: #""pace": { "minInterval": "10m" }"#)
            let child = try start(folder, ["--verbose"])
            try await child.waitForText("keeping the pace")
            #expect(try folder.text(of: RunFolder.lock).hasPrefix(#"{"pid":1,"#))
            let sent = ContinuousClock.now
            try send(signal, to: child, in: folder)
            let result = try await child.finish()
            #expect(result.ending == .exited(signal.exitCode))
            #expect(result.ended - sent - result.heldUp < .seconds(1))
            #expect(
                try folder.results(in: RunFolder.partial).outcomes == [
                    "ok", "skipped/interrupted", "skipped/interrupted",
                ])
            #expect(try await start(folder, ["--min-interval", "0"]).finish().ending == .exited(0))
            #expect(server.requests.map(\.path) == ["/0", "/1", "/2"])
        }
    }

    @Test func `As process 1 the second signal gives up the request on the wire`() async throws {
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try RunFolder(urls: ["http://127.0.0.1:\(server.port)/"])
            let child = try start(folder, ["--verbose"])
            await server.requests(atLeast: 1)
            try send(.terminate, to: child, in: folder)
            try await child.waitForText("SIGTERM: stopping")
            let sent = ContinuousClock.now
            try send(.interrupt, to: child, in: folder)
            let result = try await child.finish()
            #expect(result.ending == .exited(TerminationSignal.terminate.exitCode))
            #expect(result.ended - sent - result.heldUp < .seconds(1))
        }
    }

    @Test func `A read-only root is no hindrance, and a volume keeps results and state`() async throws {
        let script = """
            mount --make-rprivate / && mount --bind output output && cd . &&
            mount -o remount,bind,ro / && ! touch books.json && exec "$@"
            """
        try await withScriptedServer { request in
            request.number == 2 ? .stall : .json("{}")
        } _: { server in
            let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)" }
            let folder = try RunFolder(urls: urls, settings: Self.unpaced)
            try folder.write("", to: "output/.keep")
            let child = try start(folder, script: script)
            await server.requests(atLeast: 2)
            child.kill()
            // What is in the container is killed a moment after it.
            let next = try await start(folder, ["--lock-wait", "20s"], script: script).finish()
            #expect(next.ending == .exited(0), "\(next.error)")
            #expect(server.requests.map(\.path) == ["/0", "/1", "/1", "/2"])
            #expect(folder.files == ["books.json", "output/.keep", RunFolder.results])
        }
    }
}
