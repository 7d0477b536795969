package import HTTPPipeline

/// Writes down the results of a run as they come, counts them, and takes over those that earlier starts or equal requests have.
package struct ResultKeeper<C: Clock>: ~Copyable where C.Duration == Duration {
    private var journal: Journal
    private let run: RunIdentity
    private let timeline: Timeline<C>
    private let redaction: Redaction
    private let observer: any RunObserver
    private let lanes: RequestLanes?
    private let epoch: RunEpoch
    private var text: ResultText
    private var lines: ResultLines?
    private var tally = RunTally()
    private var kept = 0

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - journal: Where results go as they come.
    ///   - run: The run that this start belongs to.
    ///   - redaction: Masks secrets in what is written down.
    ///   - timeline: The pipeline's timeline.
    ///   - observer: Is told how requests ended.
    ///   - lanes: The lanes of the requests, for the observer.
    ///   - lines: Where each result goes as soon as it and all before it are known; nil for nowhere before the end.
    package init(
        journal: consuming Journal, run: RunIdentity, redaction: Redaction, timeline: Timeline<C>,
        observer: any RunObserver, lanes: RequestLanes? = nil, lines: consuming ResultLines? = nil
    ) {
        epoch = RunEpoch(sinceBoot: run.sinceBoot, sendsBefore: journal.past?.sends ?? 0)
        text = ResultText(epoch: epoch, redaction: redaction)
        self.journal = journal
        self.run = run
        self.redaction = redaction
        self.timeline = timeline
        self.observer = observer
        self.lanes = lanes
        self.lines = lines
    }

    /// The counts and times so far.
    package var summary: RunSummary { tally.summary }

    /// Makes room for a manifest's requests at once.
    ///
    /// - Parameter count: How many there are.
    package mutating func reserve(_ count: Int) {
        journal.reserve(count)
    }

    /// Writes down a result of this start.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - spec: The request.
    ///   - request: The request as the journal knows it.
    /// - Throws: ``JobError`` when it can't be written.
    package mutating func take(
        _ result: RequestResult, of spec: RequestSpec, _ request: JournalRequest
    ) throws(JobError) {
        text.write(result, carried: spec.carried)
        let facts = ResultFacts(of: result, in: epoch, redaction: redaction)
        try JobError.using { () throws(FileError) in
            try journal.log.check()
            // What was neither asked nor answered is the next start's to decide, and so is what a list's bad line says. But the
            // journal may have a note that it is about to be sent, and of one that must not be sent twice, that it was not.
            let isNoted = request.isOnce && !result.record.attempts.isEmpty
            if spec.isValid, facts.isFinal || !facts.sends.isEmpty || isNoted {
                try journal.append(text, facts: facts, of: request, wall: timeline.wallNow)
            } else {
                try journal.appendScratch(text, facts: facts, of: request, wall: timeline.wallNow)
            }
        }
        let id = redaction.masked(result.id)
        tally.note(result, facts, of: id, now: timeline.now)
        tell(facts, of: id, result.message, lane: lanes?.lane(of: spec)?.name)
    }

    /// Whether results are handed on as they come.
    var handsOn: Bool { lines != nil }

    /// Hands on the results that are known, where they are handed on as they come.
    ///
    /// - Parameter end: The first place in the manifest of which more may become known.
    /// - Throws: ``JobError`` when nobody takes them.
    package mutating func handOn(below end: Int) throws(JobError) {
        try JobError.using { () throws(FileError) in try lines?.write(from: &journal, below: end) }
    }

    /// Writes down at once what makes the failures so far no row's fault, since a kill may come before the end.
    ///
    /// - Parameter reason: What it is.
    /// - Throws: ``JobError`` when it can't be written.
    package func note(_ reason: JournalStop) throws(JobError) {
        try JobError.using { () throws(FileError) in try journal.note(reason, wall: timeline.wallNow) }
    }

    /// Takes the answer of a request from an earlier start of the run or from an equal request, where there is one.
    ///
    /// - Parameters:
    ///   - spec: The request.
    ///   - request: The request as the journal knows it.
    /// - Returns: Whether there was one.
    /// - Throws: ``JobError`` when it can't be read or written.
    package mutating func recall(_ spec: RequestSpec, _ request: JournalRequest) throws(JobError) -> Bool {
        guard spec.isValid, let item = journal.ledger[request.key] else { return false }
        if item.state.contains([.met, .answered]) {
            try share(item, with: spec, request)
        } else if item.state.contains(.kept) {
            try keep(item, for: spec, request)
        } else {
            return false
        }
        return true
    }

    /// Whether a request was sent by an earlier start, must not be sent again, and its answer never came.
    ///
    /// - Parameters:
    ///   - spec: The request.
    ///   - request: The request as the journal knows it.
    /// - Returns: Whether what became of it is unknown.
    package func isUnknown(_ spec: RequestSpec, _ request: JournalRequest) -> Bool {
        request.isOnce && spec.isValid && journal.ledger[request.key]?.state.contains(.sent) ?? false
    }

    /// Whether a request is asked again that an earlier start has asked in vain.
    package var hasSuspects: Bool { journal.ledger.hasSuspects }

    /// Whether an earlier start has asked for a request in vain.
    ///
    /// - Parameter request: The request as the journal knows it.
    /// - Returns: Whether it did.
    package func isSuspect(_ request: JournalRequest) -> Bool {
        journal.ledger[request.key]?.state.isSuspect == true
    }

    /// Whether an earlier start has sent a request and this one doesn't.
    ///
    /// - Parameters:
    ///   - spec: The request.
    ///   - request: The request as the journal knows it.
    /// - Returns: Whether it is so.
    package func wasSent(_ spec: RequestSpec, _ request: JournalRequest) -> Bool {
        journal.ledger[request.key]?.state.contains(.kept) == true || isUnknown(spec, request)
    }

    /// Keeps the failure of a request that would have been asked again, where it has one.
    ///
    /// - Parameter request: The request as the journal knows it.
    package mutating func keepFailure(of request: JournalRequest) {
        journal.keepFailure(of: request.key)
    }

    private mutating func share(
        _ item: Ledger.Item, with spec: RequestSpec, _ request: JournalRequest
    ) throws(JobError) {
        let original = try JobError.using { () throws(FileError) in try journal.result(at: item.place) }
        var facts = ResultFacts(original.facts.outcome)
        facts.reason = original.facts.reason
        facts.source = .duplicate
        text.writeDuplicate(
            of: spec, outcome: facts.outcome, quotedID: original.quotedID, startedAt: timeline.wallNow)
        try JobError.using { () throws(FileError) in
            try journal.appendScratch(text, facts: facts, of: request, wall: timeline.wallNow, origin: item.place)
        }
        let message = try message(of: original)
        let id = redaction.masked(spec.id)
        tally.note(facts, of: id, moment: { _ in nil }, message: { message })
        tell(facts, of: id, message, lane: nil)
    }

    private mutating func keep(
        _ item: Ledger.Item, for spec: RequestSpec, _ request: JournalRequest
    ) throws(JobError) {
        let result = try JobError.using { () throws(FileError) in
            let result = try journal.result(at: item.place)
            text.writeIdentity(of: spec, outcome: result.facts.outcome)
            if text.bytes[...] == result.members.prefix(result[.identity].count + result[.carried].count) {
                journal.keep(item, at: request.index)
            } else {
                try journal.appendScratch(
                    text, facts: result.facts, of: request, wall: timeline.wallNow, origin: item.place)
            }
            return result
        }
        kept += 1
        let isOfThisBoot = journal.past?.boot(at: item.place) == run.boot
        let epoch = epoch
        let message = result.facts.outcome == .ok ? nil : try message(of: result)
        tally.note(
            result.facts, of: redaction.masked(spec.id),
            moment: { isOfThisBoot ? epoch.moment(sinceBoot: $0.sinceBoot) : nil },
            message: { message })
        observer.observe(.kept(result.facts.outcome, lane: lanes?.lane(of: spec)?.name))
    }

    /// The sentence on the reason of a result, which may lie in the result that it stands on.
    private mutating func message(of result: JournalResult) throws(JobError) -> String? {
        guard let origin = result.origin, result[.reason].isEmpty else { return result.message }
        let whole = try JobError.using { () throws(FileError) in try journal.result(at: origin) }
        return whole.message
    }

    private func tell(_ facts: ResultFacts, of id: String, _ message: String?, lane: String?) {
        observer.observe(
            .finished(
                id: id, outcome: facts.outcome, reason: facts.reason, message: message, total: facts.times.total,
                lane: lane))
    }

    /// Writes what the run leaves and says how it went.
    ///
    /// - Parameters:
    ///   - stop: Why it ended early; nil where it didn't.
    ///   - metTrouble: Whether a server is left alone or refused the client.
    ///   - manifest: The manifest.
    ///   - output: Where to write.
    ///   - sharesLanes: Whether the pace was kept together with the user's other runs.
    ///   - failOn: What else counts as a failure.
    /// - Returns: How the run ended.
    consuming func conclude(
        _ stop: RunReport.Stop?, metTrouble: Bool, manifest: Manifest, output: RunOutput, sharesLanes: Bool,
        failOn: Set<RunOptions.FailOn>
    ) -> RunReport {
        let summary = tally.summary
        let ending = RunEnding(
            stop, metTrouble: metTrouble, summary: summary, hasState: journal.isResumable, failOn: failOn)
        var report = RunReport(
            status: ending.status, summary: summary, lanes: tally.lanes.reports,
            duration: run.begin.duration(to: timeline.now))
        report.stop = stop
        report.kept = kept
        report.isResumable = ending.isResumable
        report.isRetryable = ending.isRetryable
        report.notable = tally.notable
        report.retryAt = tally.retryAt.map {
            WallTime(sinceEpoch: timeline.wallNow.sinceEpoch + timeline.now.duration(to: $0))
        }
        var head = ResultsHead(
            isComplete: ending.isComplete, manifestPath: manifest.shownPath, manifestDigest: manifest.sha256, run: run,
            finishedAt: timeline.wallNow, duration: report.duration + (journal.past?.duration ?? .zero),
            lanes: report.lanes, summary: summary)
        head.sharesLanes = sharesLanes
        do throws(FileError) {
            if !ending.isComplete { try journal.stop(ending.journalStop, wall: timeline.wallNow) }
            try journal.log.check()
            try lines?.write(from: &journal, below: .max)
            let written = try output.publish(head, journal)
            report.output = written.results
            report.data = written.data
            report.partial = written.partial
        } catch {
            report.writeError = "\(error)"
            report.status = .ioError
        }
        return report
    }
}
