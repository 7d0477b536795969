package import BatchRunner
package import HTTPPipeline

/// The summary of a run for a person: what came back, where the time went, how the limiter was kept, what to do next.
package struct SummaryText: Sendable {
    /// How many lines it has at the most.
    package static let lineLimit = 12
    private static let laneLimit = 2

    private let report: RunReport
    private let command: String
    private let retryCommand: String
    private let now: WallTime
    private let signal: TerminationSignal?

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - report: How the run ended.
    ///   - command: The command line that would run it again.
    ///   - retryCommand: The command line that would ask again for what failed alone; nil for the same one.
    ///   - now: The present time.
    ///   - signal: The signal that ends the process; nil for none.
    package init(
        of report: RunReport, command: String, retryCommand: String? = nil, now: WallTime, signal: TerminationSignal?
    ) {
        self.report = report
        self.command = command
        self.retryCommand = retryCommand ?? command
        self.now = now
        self.signal = signal
    }

    /// The lines, at most ``lineLimit``, without breaks and without control characters but for colours.
    ///
    /// - Parameter palette: The colours.
    /// - Returns: The lines.
    package func lines(in palette: Palette = .plain) -> [String] {
        let before = [leftOut, answers, times].compactMap(\.self) + lanes
        let after = [problem, results, data, nextStep].compactMap(\.self)
        let room = Self.lineLimit - 1 - before.count - after.count
        return [headline(in: palette)] + (before + notable(within: room) + after).map(Printable.line)
    }

    /// One line for those who want errors only; nil where the run succeeded.
    package var errorLine: String? {
        guard report.status != .success || signal != nil else { return nil }
        return Printable.line(problem ?? headline(in: .plain))
    }

    private func headline(in palette: Palette) -> String {
        let summary = report.summary
        let kept = report.kept > 0 ? " (\(HumanText.count(report.kept)) kept from before)" : ""
        let requests = HumanText.count(summary.requests, "request") + kept
        let duration = HumanText.duration(report.duration)
        let outcomes = LiveLine.outcomes(summary.outcomes, palette: palette)
        let result = outcomes.isEmpty ? "nothing asked" : outcomes
        switch report.stop {
        case nil: return "\(requests) in \(duration): \(result)"
        case .deadline: return "stopped by the deadline after \(duration); \(requests): \(result)"
        case .interrupted: return "interrupted after \(duration); \(requests): \(result)"
        case .maxFailures(let count):
            return "stopped after \(HumanText.count(count, "failure")) in \(duration); \(requests): \(result)"
        }
    }

    private var leftOut: String? {
        guard report.leftOut > 0 else { return nil }
        return "\(HumanText.count(report.leftOut, "row")) of the list with nothing to ask left out"
    }

    private var answers: String? {
        let summary = report.summary
        let sources: [(Int, String)] = [
            (summary[.network], "from the network"), (summary[.cache], "from the cache"),
            (summary[.revalidated], "from the cache after asking"),
            (summary[.stale], "from the cache though out of date"),
            (summary.duplicates, "shared with an equal request"),
        ]
        let sends: [(Int, String)] = [
            (summary.retries, summary.retries == 1 ? "repeat" : "repeats"),
            (summary.redirects, summary.redirects == 1 ? "redirect" : "redirects"),
        ]
        let given = Self.list(sources)
        let extra = Self.list(sends)
        guard summary.sends > 0 || !given.isEmpty else { return nil }
        let text = "answers: \(given.isEmpty ? "none" : given); \(HumanText.count(summary.sends, "send"))"
        return extra.isEmpty ? text : "\(text), \(extra) among them"
    }

    private var times: String? {
        let times = report.summary.times
        let parts: [(Duration, String)] = [
            (times.network, "on the network"), (times.pace, "keeping the pace"),
            (times.backoff, "pausing before repeats"),
            (times.server, "waiting as servers asked"), (report.probeWait, "leaving a failing server alone"),
            (times.cache, "in the cache"), (times.other, "elsewhere"),
        ]
        // Less than this would be told as "0 ms".
        let text = parts.filter { $0.0 >= .microseconds(50) }.sorted { $0.0 > $1.0 }
            .map { "\(HumanText.duration($0.0)) \($0.1)" }.joined(separator: ", ")
        return text.isEmpty ? nil : "time: \(text)"
    }

    private var lanes: [String] {
        var lines = report.lanes.prefix(Self.laneLimit).map(Self.line)
        let rest = report.lanes.count - lines.count
        if rest > 0 { lines.append("and \(HumanText.count(rest, "more server"))") }
        return lines
    }

    private static func line(for lane: LaneReport) -> String {
        let asker = lane.asker.map { " by \($0)" } ?? ""
        let asked = lane.minInterval > .zero ? "\(HumanText.setting(lane.minInterval)) asked\(asker)" : "no pace asked"
        let sends = "\(lane.lane): \(HumanText.count(lane.sends, "send"))"
        guard let gap = lane.leastGap else { return "\(sends) (\(asked))" }
        guard gap >= lane.minInterval else {
            return "\(sends), two of them only \(HumanText.gap(gap)) apart (\(asked)): the pace was not kept"
        }
        return "\(sends), at least \(HumanText.gap(gap)) apart (\(asked))"
    }

    private func notable(within room: Int) -> [String] {
        let groups = report.notable
        guard groups.count > room else { return groups.map(Self.line) }
        guard room > 0 else { return [] }
        let rest = groups[(room - 1)...].reduce(0) { $0 + $1.count }
        return groups[..<(room - 1)].map(Self.line) + ["  and \(HumanText.count(rest)) more of other kinds"]
    }

    private static func line(for group: NotableGroup) -> String {
        let sentence = group.sentence.prefix(200)
        if group.count == 1, let id = group.ids.first { return "  \(id): \(sentence)" }
        let reason = group.reason.map { " (\($0.words))" } ?? ""
        let rest = group.count - group.ids.count
        let more = rest > 0 ? " and \(HumanText.count(rest)) more" : ""
        let beginning = group.isOneSentence ? "" : "the first: "
        let count = "\(HumanText.count(group.count)) \(group.outcome.words)\(reason)"
        return "  \(count): \(list(group.ids))\(more); \(beginning)\(sentence)"
    }

    private static func list(_ ids: [String]) -> String { ids.map { String($0.prefix(60)) }.joined(separator: ", ") }

    private var problem: String? {
        report.writeError.map { "error: \($0)" }
    }

    private var results: String? {
        if let output = report.output { return "results: \(output)" }
        return report.partial.map { "not finished, so the last results stay; what there is so far: \($0)" }
    }

    private var data: String? {
        report.data.map { "data: \($0)" }
    }

    private var nextStep: String? {
        if signal != nil { return "next: run it again: \(command)\(resumption)" }
        switch report.status {
        case .success: return nil
        case .failures:
            return "next: mend what failed, then run it again: \(report.isRetryable ? retryCommand : command)"
        case .unfinished:
            if case .maxFailures = report.stop {
                return "next: mend these or raise \"maxFailures\", then run it again: \(command)\(resumption)"
            }
            return "next: run it again\(retryTime): \(command)\(resumption)"
        case .bug: return "next: this is a fault of runner; please report it"
        case .cannotCreate, .ioError: return "next: make room or mend the place, then run it again: \(command)"
        case .usage, .invalidManifest, .unreadableManifest, .configuration:
            return "next: mend it, then run it again: \(command)"
        }
    }

    private var resumption: String {
        report.isResumable ? " (it goes on where this run ended)" : ""
    }

    private var retryTime: String {
        guard let retryAt = report.retryAt, retryAt > now else { return "" }
        let wait = HumanText.duration(retryAt.sinceEpoch - now.sinceEpoch)
        let moment = WallTime(sinceEpoch: retryAt.sinceEpoch.roundedUpToSecond)
        return " after \(moment.rfc3339(fractionDigits: 0)) (in \(wait))"
    }

    private static func list(_ counts: [(Int, String)]) -> String {
        counts.filter { $0.0 > 0 }.map { "\(HumanText.count($0.0)) \($0.1)" }.joined(separator: ", ")
    }
}
