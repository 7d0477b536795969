import BatchRunner
import Books
import HTTPPipeline
import HTTPTestSupport
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A loop over a scripted transport and a clock that is never waited for.
struct RunLoopRig {
    var clock = SteppingClock()
    let log = ScriptedTransport.Log()
    var lanes = LanePlan(defaultInterval: .zero)
    var attempts = 1
    var deadline: Duration?
    var only: [String] = []
    /// A file that gets one result a line while the loop goes on; nil for none.
    var lines: String?

    /// Keeps what a run tells.
    final class Watcher: RunObserver {
        private let state = Mutex<[RunEvent]>([])
        private let wait = Mutex(Duration.zero)

        /// How long the loop says that it has waited for probes.
        var probeWait: Duration {
            get { wait.withLock(\.self) }
            set { wait.withLock { $0 = newValue } }
        }

        func observe(_ event: RunEvent) {
            state.withLock { $0.append(event) }
        }

        var events: [RunEvent] { state.withLock(\.self) }

        /// The ends of the requests in the order of the ends: `a1 failed http_status`.
        var ends: [String] {
            events.compactMap { event in
                guard case .finished(let id, let outcome, let reason, _, _, _) = event else { return nil }
                return ([id, outcome.rawValue] + (reason.map { [$0.rawValue] } ?? [])).joined(separator: " ")
            }
        }

        /// The sentence on a request's reason.
        func message(of id: String) -> String? {
            events.lazy.compactMap { event -> String? in
                guard case .finished(id, _, _, let message, _, _) = event else { return nil }
                return message
            }.first
        }

        /// The waits for probes: `a.example 60`.
        var probeWaits: [String] {
            events.compactMap { event in
                guard case .waitingForProbe(let lane, let duration) = event else { return nil }
                return "\(lane) \(duration.components.seconds)"
            }
        }

        var warnings: [String] {
            events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
        }
    }

    /// The manifest that asks for targets: `a1` is `http://a.example/1`.
    static func manifest(_ targets: String) -> String {
        let requests = targets.split(separator: " ").map { target in
            "{\"id\": \"\(target)\", \"url\": \"http://\(target.prefix(1)).example/\(target.dropFirst())\"}"
        }
        return "{\"requests\": [\(requests.joined(separator: ", "))]}"
    }

    /// Runs a manifest to its end.
    func run(
        _ manifest: String, apis: [String: any BookAPI] = [:],
        script: @escaping @Sendable (HTTPRequest, Int) -> ScriptedExchange
    ) async throws -> Watcher {
        let journal = try Journal(namelessIn: FileManager.default.temporaryDirectory.path)
        return try await run(
            try ManifestFolder(manifest).check().get(), apis: apis, over: journal, timeline: clock.timeline(),
            script: script)
    }

    /// Makes one start of a run, whose journal tells what the starts before it did; ``deadline`` counts from the timeline's origin.
    func run<C: Clock<Duration>>(
        _ manifest: Manifest, apis: [String: any BookAPI] = [:], over journal: consuming Journal,
        timeline: Timeline<C>, script: @escaping @Sendable (HTTPRequest, Int) -> ScriptedExchange
    ) async throws -> Watcher {
        var options = RunOptions(manifest: manifest.path)
        options.attempts = attempts
        options.only = only
        let end = deadline.map { Moment(sinceOrigin: $0) }
        let watcher = Watcher()
        let client = makeHTTPPipeline(
            over: ScriptedTransport(clock: clock, log: log, script: script), lanes: lanes, timeline: timeline,
            randomness: SeededGenerator(seed: 1))
        let asker = Asker(
            client: client, factory: RequestFactory(manifest: manifest, options: options, deadline: end), apis: apis,
            redaction: Redaction(), timeline: timeline)
        let lines = try lines.map { ResultLines(try OpenFile($0, flags: O_WRONLY | O_CREAT)) }
        let note = SendNote(to: journal.log, wallNow: { timeline.wallNow })
        var loop = RunLoop(
            asker: asker,
            keeper: ResultKeeper(
                journal: journal, run: RunIdentity(), redaction: Redaction(), timeline: timeline, observer: watcher,
                lines: lines),
            note: note, timeline: timeline, deadline: end,
            budget: FailureBudget(manifest.maxFailures, requests: manifest.askableCount),
            lanes: RequestLanes(plan: lanes, apis: apis), breakers: BreakerBoard(deadline: end), observer: watcher)
        try await loop.run(manifest, selection: try Selection(of: manifest, options: options))
        watcher.probeWait = loop.probeWait
        return watcher
    }

    /// The targets that were asked, as ``manifest(_:)`` names them.
    var asked: String {
        log.requests.map { $0.url.host.prefix(1) + $0.url.path.dropFirst() }.joined(separator: " ")
    }
}
