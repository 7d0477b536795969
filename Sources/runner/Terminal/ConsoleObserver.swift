package import BatchRunner
import HTTPPipeline
import Synchronization

/// Tells a person what a run does: warnings, progress, and the summary at its end.
package final class ConsoleObserver: RunObserver {
    private struct State {
        var progress = RunProgress()
        var drawn = ""
        var lastLine = Duration.zero
        var isOver = false
    }

    private let plan: ConsolePlan
    private let sink: any ConsoleSink
    private let width: @Sendable () -> Int
    private let now: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - plan: What is told and how.
    ///   - sink: Where it is written.
    ///   - width: The columns of the terminal; 0 where nothing may be drawn just now.
    ///   - now: The time since the start.
    package init(
        plan: ConsolePlan,
        sink: any ConsoleSink,
        width: @escaping @Sendable () -> Int,
        now: @escaping @Sendable () -> Duration
    ) {
        self.plan = plan
        self.sink = sink
        self.width = width
        self.now = now
    }

    /// Takes note of an event and tells it where that is asked for.
    ///
    /// - Parameter event: What happens.
    package func observe(_ event: RunEvent) {
        let now = now()
        state.withLock { state in
            state.progress.note(event, at: now)
            let lines = lines(for: event, progress: state.progress)
            if !lines.isEmpty { write(lines, at: now, &state) }
            if case .finished = event, state.progress.done == state.progress.total { erase(&state) }
        }
    }

    /// Redraws the live line, or breaks a log's silence; to be called at the plan's refresh interval.
    package func tick() {
        let now = now()
        state.withLock { state in
            guard !state.isOver else { return }
            switch plan.progress {
            case .none:
                break
            case .live:
                // The last column is left free: some terminals break the line once it is filled.
                let line = LiveLine.text(of: state.progress, at: now, width: width() - 1, palette: palette)
                guard line != state.drawn, sink.isReady else { return }
                sink.write("\r\(line)\u{1B}[K")
                state.drawn = line
            case .lines:
                guard now - state.lastLine >= PlainProgress.silence else { return }
                write([PlainProgress.heartbeat(of: state.progress, at: now)], at: now, &state)
            }
        }
    }

    /// Says that a signal was received and what it does.
    ///
    /// - Parameter signal: The signal.
    package func noteInterruption(by signal: TerminationSignal) {
        guard plan.isTalkative else { return }
        tell([
            "\(signal.name): stopping; a request on the wire has five seconds, a second signal gives it up, a third ends all at once"
        ])
    }

    /// Ends the progress and prints the summary where it is due.
    ///
    /// - Parameters:
    ///   - summary: The summary.
    ///   - isSuccess: Whether the process will exit with success.
    package func finish(with summary: SummaryText, isSuccess: Bool) {
        end()
        if plan.isTalkative || !isSuccess && !plan.isQuiet {
            tell(summary.lines(in: palette))
        } else if let line = summary.errorLine, !isSuccess {
            tell(["runner: \(line)"])
        }
    }

    /// Ends the progress and prints why the run could not begin.
    ///
    /// - Parameter message: The message, with line breaks between several problems.
    package func finish(withError message: String) {
        end()
        let text = Printable.lines(message)
        sink.write(text.hasSuffix("\n") ? text : text + "\n")
    }

    private var palette: Palette { Palette(isColored: plan.isColored) }

    private func end() {
        state.withLock { state in
            erase(&state)
            state.isOver = true
        }
    }

    private func tell(_ lines: [String]) {
        let now = now()
        state.withLock { write(lines, at: now, &$0) }
    }

    private func lines(for event: RunEvent, progress: RunProgress) -> [String] {
        switch event {
        case .planned(_, let sentences, _):
            plan.isTalkative ? sentences.map(Printable.line) : []
        case .warning(let text):
            plan.isQuiet ? [] : ["\(Label.warning.text(isColored: plan.isColored)) \(Printable.line(text))"]
        case .diagnostics(let report, let brief):
            plan.isQuiet ? [] : [Printable.lines(plan.isBrief ? brief : report)]
        case .waiting(let reason, let lane, let duration):
            plan.isVerbose ? [PlainProgress.wait(for: reason, lane: lane, duration: duration)] : []
        case .waitingForProbe(let lane, let duration):
            plan.isVerbose ? [PlainProgress.wait(for: nil, lane: lane, duration: duration)] : []
        case .attempted(let attempt):
            plan.isVerbose ? [PlainProgress.attempt(attempt)] : []
        case .finished(let id, let outcome, let reason, let message, let total, _):
            plan.progress == .lines || plan.isVerbose
                ? [
                    PlainProgress.line(
                        id: id, outcome: outcome, reason: reason, message: message, duration: total, progress: progress,
                        palette: palette
                    )
                ] : []
        case .resuming(let startedAt, let kept):
            plan.isTalkative ? [Self.notice(startedAt: startedAt, kept: kept)] : []
        case .retrying(let output, let kept):
            plan.isTalkative ? [Self.notice(retrying: output, kept: kept)] : []
        case .upToDate(let output):
            plan.isTalkative
                ? ["nothing failed in \(Printable.line(output)): nothing is asked, and it stays as it is"] : []
        case .began, .kept:
            []
        }
    }

    private static func notice(startedAt: WallTime, kept: Int) -> String {
        "resuming the run of \(startedAt.rfc3339(fractionDigits: 0)), which has \(HumanText.count(kept, "result")); "
            + "--fresh would drop it"
    }

    private static func notice(retrying output: String, kept: Int) -> String {
        "asking again for what failed in \(Printable.line(output)): \(HumanText.count(kept, "result")) of it "
            + "\(kept == 1 ? "is" : "are") kept"
    }

    private func write(_ lines: [String], at now: Duration, _ state: inout State) {
        erase(&state)
        sink.write(lines.map { $0 + "\n" }.joined())
        state.lastLine = now
    }

    private func erase(_ state: inout State) {
        guard !state.drawn.isEmpty else { return }
        sink.write(LiveLine.erasure)
        state.drawn = ""
    }
}
