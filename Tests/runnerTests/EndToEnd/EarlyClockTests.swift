import HTTPPipeline
import HTTPTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The built command on a machine whose monotonic clock now and then reads a few milliseconds early.
@Suite(.timeLimit(.minutes(5))) struct EarlyClockTests {
    /// A library that stands before the system's own, so that it is asked for the time.
    private static let source = #"""
        #define _GNU_SOURCE
        #include <stdatomic.h>
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>

        int clock_gettime(clockid_t clock, struct timespec *time) {
            static atomic_uint readings;
            long result = syscall(SYS_clock_gettime, clock, time);
            if (result == 0 && clock != CLOCK_REALTIME && atomic_fetch_add(&readings, 1) % EVERY == 0) {
                time->tv_nsec -= 5000000;
                if (time->tv_nsec < 0) {
                    time->tv_nsec += 1000000000;
                    time->tv_sec -= 1;
                }
            }
            return (int)result;
        }
        """#

    #if os(Linux)
        private static let isPossible = ChildProcess.succeeds(["cc", "--version"])
    #else
        private static let isPossible = false
    #endif
    private static let canTell = canRun("a clock that reads early", isPossible, "needs cc on Linux")

    /// Makes the library in a folder; the environment of a run that uses it.
    private func environment(in folder: RunFolder, every count: Int) async throws -> [String: String] {
        try folder.write(Self.source, to: "clock.c")
        let library = folder.path(of: "clock.so")
        let words = ["cc", "-shared", "-fPIC", "-DEVERY=\(count)", "-o", library, folder.path(of: "clock.c")]
        let result = try await ChildProcess(words).finish()
        try #require(result.ending == .exited(0), "\(result.error)")
        return ["LD_PRELOAD": library]
    }

    private func folder(_ server: ScriptedServer, settings: String) throws -> RunFolder {
        try RunFolder(
            urls: (0..<30).map { "http://127.0.0.1:\(server.port)/\($0)" },
            settings: settings + ", " + RunFolder.patience)
    }

    @Test(.enabled(if: canTell, "no library can stand before the system's"), arguments: [50, 7, 3])
    func `No time is below zero, no gap is too small, and the results are published`(every: Int) async throws {
        try await withScriptedServer { _ in
            .json("{}")
        } _: { server in
            let folder = try folder(server, settings: #""pace": { "minInterval": "40ms" }"#)
            let environment = try await environment(in: folder, every: every)
            let result = try await folder.run(["--progress", "always"], environment: environment)
            #expect(result.ending == .exited(0), "\(result.error)")
            let text = try folder.text(of: RunFolder.results)
            #expect(!text.contains(":-"))
            let document = try folder.results()
            #expect(document.summary.ok == 30)
            #expect((document.run.lanes.first?.leastGapMs ?? 0) >= 40)
            #expect(server.arrivalGaps.filter { $0 < .milliseconds(40) }.isEmpty, "\(server.arrivalGaps)")
            // The next start finds nothing that it would have to refuse.
            #expect(try await folder.run(environment: environment).ending == .exited(0))
        }
    }

    @Test(.enabled(if: canTell, "no library can stand before the system's"))
    func `A run that was killed goes on where it was`() async throws {
        try await withScriptedServer {
            $0.number == 21 ? .stall : .json("{}")
        } _: { server in
            let folder = try folder(server, settings: #""pace": { "minInterval": 0 }"#)
            let environment = try await environment(in: folder, every: 3)
            let child = try folder.start(environment: environment)
            await server.requests(atLeast: 21)
            child.send(SIGKILL)
            _ = try await child.finish()
            let journal = try folder.text(of: RunFolder.journal)
            #expect(![":-", ",-", "[-"].contains { journal.contains($0) })
            let result = try await folder.run(environment: environment)
            #expect(result.ending == .exited(0), "\(result.error)")
            #expect(server.requests.map(\.path) == (Array(0..<21) + Array(20..<30)).map { "/\($0)" })
            #expect(try folder.results().summary.ok == 30)
        }
    }
}
