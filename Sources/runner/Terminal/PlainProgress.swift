package import BatchRunner
package import HTTPPipeline

/// Progress as plain lines, for logs.
package enum PlainProgress {
    /// How long a log may stay silent.
    package static let silence = Duration.seconds(30)

    /// The line for a finished request: `[12/25] dune: failed (timeout), 30 s: no answer within 30 s`.
    ///
    /// - Parameters:
    ///   - id: The request's id.
    ///   - outcome: How it ended.
    ///   - reason: Why it ended so.
    ///   - message: The sentence that says more.
    ///   - duration: How long it took.
    ///   - progress: How far the run is, this request included.
    ///   - palette: The colours.
    /// - Returns: The line without its break.
    package static func line(
        id: String,
        outcome: Outcome,
        reason: OutcomeReason?,
        message: String?,
        duration: Duration,
        progress: RunProgress,
        palette: Palette = .plain
    ) -> String {
        let total = progress.total.map { "/" + HumanText.count($0) } ?? ""
        let end = palette.paint(outcome.words + (reason.map { " (\($0.words))" } ?? ""), as: outcome)
        let sentence = message.map { ": " + Printable.line($0) } ?? ""
        return "[\(HumanText.count(progress.done))\(total)] \(Printable.line(id)): \(end), "
            + HumanText.duration(duration) + sentence
    }

    /// The line that says that the run is alive: `12 of 25 done; waiting as the server asked 4 min 10 s, example.org`.
    ///
    /// - Parameters:
    ///   - progress: How far the run is.
    ///   - now: The time since the start.
    /// - Returns: The line without its break.
    package static func heartbeat(of progress: RunProgress, at now: Duration) -> String {
        let total = progress.total.map { " of " + HumanText.count($0) } ?? ""
        var line = "\(HumanText.count(progress.done))\(total) done"
        if let wait = progress.wait(at: now) {
            line += "; \(wait.words) \(HumanText.countdown(wait.end - now)), \(Printable.line(wait.lane))"
        } else if let since = progress.activeSince {
            line += "; asking, \(HumanText.countdown(now - since))"
        }
        if let left = progress.timeLeft(at: now) { line += "; about \(HumanText.countdown(left)) left" }
        return line
    }

    /// The line for a wait: `waiting 350 ms: keeping the pace, openlibrary.org`.
    ///
    /// - Parameters:
    ///   - reason: What the wait is charged to; nil for a server in trouble.
    ///   - lane: The lane that is waited for.
    ///   - duration: How long it is.
    /// - Returns: The line without its break.
    package static func wait(for reason: WaitReason?, lane: String, duration: Duration) -> String {
        "  \(reason?.words ?? RunProgress.Wait.probeWords) \(HumanText.duration(duration)), \(Printable.line(lane))"
    }

    /// The line for an attempt: `GET http://127.0.0.1:8080/isbn/1.json: 200 in 12 ms (send 4, retry)`.
    ///
    /// - Parameter attempt: The attempt.
    /// - Returns: The line without its break.
    package static func attempt(_ attempt: AttemptRecord) -> String {
        var result: [String] = []
        if let status = attempt.status { result.append("\(status)") }
        if let error = attempt.error { result.append(Printable.line(error)) }
        if result.isEmpty { result.append("no answer") }
        var notes = attempt.send.map { ["send \($0)"] } ?? ["not sent"]
        if attempt.reason != .first { notes.append(attempt.reason.words) }
        if attempt.reason == .retry { notes.append("attempt \(attempt.number)") }
        return "  \(Printable.line(attempt.method.name)) \(Printable.line(attempt.url)): "
            + "\(result.joined(separator: ", ")) in \(HumanText.duration(attempt.total)) "
            + "(\(notes.joined(separator: ", ")))"
    }
}

extension OutcomeReason {
    /// The reason in words.
    var words: String {
        String(rawValue.map { $0 == "_" ? " " : $0 })
    }
}

extension AttemptReason {
    /// The reason in words.
    var words: String {
        switch self {
        case .first: "first"
        case .retry: "repeat"
        case .redirect: "redirect"
        case .revalidate: "revalidation"
        case .followUp: "follow-up"
        }
    }
}
