package import BatchRunner
import HTTPPipeline

/// The line that is redrawn on a terminal while a run goes on.
package enum LiveLine {
    /// What removes the line: to the first column, then erase to the end.
    package static let erasure = "\r\u{1B}[K"

    /// The line's text.
    ///
    /// - Parameters:
    ///   - progress: How far the run is.
    ///   - now: The time since the start.
    ///   - width: The columns that may be used.
    ///   - palette: The colours, which take no column.
    /// - Returns: The most telling text that fits, colours alone added; empty when all is done.
    package static func text(
        of progress: RunProgress, at now: Duration, width: Int, palette: Palette = .plain
    ) -> String {
        guard let total = progress.total, progress.done < total else { return "" }
        let count = "\(HumanText.count(progress.done))/\(HumanText.count(total))"
        let outcomes = Self.outcomes(progress.outcomes)
        let activity = activity(of: progress, at: now, isShort: false)
        let left = progress.timeLeft(at: now).map { "about \(HumanText.countdown($0)) left" } ?? ""
        let shortActivity = Self.activity(of: progress, at: now, isShort: true)
        let candidates = [
            [count, outcomes, activity, left], [count, outcomes, shortActivity, left],
            [count, outcomes, shortActivity],
            [count, shortActivity],
        ]
        for candidate in candidates {
            let parts = candidate.filter { !$0.isEmpty }
            guard parts.joined(separator: " | ").count <= width else { continue }
            let isWaiting = progress.wait(at: now) != nil
            return parts.map { part in
                if part == outcomes { return Self.outcomes(progress.outcomes, palette: palette) }
                return isWaiting && (part == activity || part == shortActivity) ? palette.paintWait(part) : part
            }.joined(separator: " | ")
        }
        return String(count.prefix(max(width, 0)))
    }

    /// How many requests ended in each way that occurred: `22 ok, 1 not found`.
    ///
    /// - Parameters:
    ///   - outcomes: The counts.
    ///   - palette: The colours.
    /// - Returns: The text; empty where nothing ended.
    package static func outcomes(_ outcomes: [Outcome: Int], palette: Palette = .plain) -> String {
        Outcome.allCases.compactMap { outcome in
            guard let count = outcomes[outcome], count > 0 else { return nil }
            return palette.paint("\(HumanText.count(count)) \(outcome.words)", as: outcome)
        }.joined(separator: ", ")
    }

    private static func activity(of progress: RunProgress, at now: Duration, isShort: Bool) -> String {
        guard let wait = progress.wait(at: now) else {
            return progress.activeSince.map { "asking, \(HumanText.countdown(now - $0))" } ?? ""
        }
        let time = HumanText.countdown(wait.end - now)
        return isShort ? "\(wait.words) \(time)" : "\(wait.words) \(time), \(Printable.line(wait.lane))"
    }
}

extension Outcome {
    /// The outcome in words.
    var words: String {
        switch self {
        case .ok: "ok"
        case .notFound: "not found"
        case .failed: "failed"
        case .deferred: "deferred"
        case .skipped: "skipped"
        }
    }
}

extension RunProgress.Wait {
    /// What the wait is for, in words that a time can follow.
    var words: String { reason?.words ?? Self.probeWords }

    /// What the wait for a server in trouble is called.
    static let probeWords = "leaving a failing server alone"
}

extension WaitReason {
    /// What a wait is for, in words that a time can follow.
    var words: String {
        switch self {
        case .pace: "keeping the pace"
        case .backoff: "pausing before a repeat"
        case .server: "waiting as the server asked"
        }
    }
}
