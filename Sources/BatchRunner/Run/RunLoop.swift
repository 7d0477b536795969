import HTTPPipeline

/// Asks for one request after another, in the manifest's order, and writes down each result as it comes.
struct RunLoop<Client: HTTPClient & ~Copyable, C: Clock>: ~Copyable where C.Duration == Duration {
    private var asker: Asker<Client, C>
    private var journal: Journal
    private let timeline: Timeline<C>
    private let deadline: Moment?
    private var budget: FailureBudget
    private var text: ResultText
    private let observer: any RunObserver
    private let started: Moment
    private var tally = RunTally()
    private var stop: RunReport.Stop?

    /// Creates a loop; the run counts from the origin of the timeline.
    ///
    /// - Parameters:
    ///   - asker: Asks.
    ///   - journal: Where results go as they come.
    ///   - timeline: The pipeline's timeline.
    ///   - deadline: When the run ends.
    ///   - budget: How many requests may fail.
    ///   - redaction: Masks secrets in what is written down.
    ///   - bootOffset: What to add to a moment to have the time since the machine's start.
    ///   - observer: Is told what happens.
    init(
        asker: consuming Asker<Client, C>, journal: consuming Journal, timeline: Timeline<C>, deadline: Moment?,
        budget: FailureBudget, redaction: Redaction, bootOffset: Duration, observer: any RunObserver
    ) {
        self.asker = asker
        self.journal = journal
        self.timeline = timeline
        self.deadline = deadline
        self.budget = budget
        self.observer = observer
        text = ResultText(bootOffset: bootOffset, redaction: redaction)
        started = .origin
    }

    /// Goes through the requests until they end; after a stop the rest is written down as not asked.
    ///
    /// - Parameters:
    ///   - requests: The manifest's requests.
    ///   - selection: Which of them to ask for.
    /// - Throws: ``JobError`` when a result can't be written down or the manifest can't be read on.
    mutating func run(_ requests: consuming RequestStream, selection: Selection) async throws(JobError) {
        var requests = requests
        var selection = selection
        while !selection.isExhausted, let spec = try next(from: &requests) {
            guard selection.takes(spec.id) else { continue }
            noteStop()
            if stop == nil {
                let result = await ask(spec)
                try note(result)
                tell(result)
            } else {
                try note(unasked(spec))
            }
        }
        if stop == nil, Task.isCancelled, tally.summary[.skipped] > 0 { stop = .interrupted }
    }

    private func next(from requests: inout RequestStream) throws(JobError) -> RequestSpec? {
        do throws(ManifestError) {
            return try requests.next()
        } catch {
            throw JobError(ExitStatus(of: error.kind), error.message)
        }
    }

    private mutating func noteStop() {
        guard stop == nil else { return }
        if Task.isCancelled {
            stop = .interrupted
        } else if let deadline, timeline.now >= deadline {
            stop = .deadline
        }
    }

    private mutating func ask(_ spec: RequestSpec) async -> RequestResult {
        observer.observe(.began(id: spec.id))
        return await asker.ask(spec)
    }

    /// The result of a request that is not asked for because the run was stopped.
    private func unasked(_ spec: RequestSpec) -> RequestResult {
        let record = RequestRecord(started: timeline.now, startedAt: timeline.wallNow)
        let isDeadline = stop == .deadline
        var result = RequestResult(
            id: spec.id, request: spec.written, outcome: isDeadline ? .deferred : .skipped, record: record)
        result.api = spec.api
        switch stop {
        case .deadline:
            result.reason = .deadline
            result.message = "The run's deadline passed before this request."
        case .maxFailures(let count):
            result.reason = .maxFailures
            result.message = "The run was stopped after \(count) failed requests."
        case .interrupted, nil:
            result.reason = .interrupted
            result.message = "The run was interrupted before this request."
        }
        return result
    }

    private mutating func note(_ result: RequestResult) throws(JobError) {
        text.write(result)
        do throws(FileError) {
            try journal.append(text)
        } catch {
            throw JobError(.ioError, "\(error)")
        }
        tally.note(result, now: timeline.now)
        if budget.note(result.outcome), stop == nil { stop = .maxFailures(tally.summary[.failed]) }
    }

    private func tell(_ result: RequestResult) {
        observer.observe(
            .finished(
                id: result.id, outcome: result.outcome, reason: result.reason, message: result.message,
                total: result.times.total))
    }

    /// Ends the run: writes what it leaves and says how it went.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - manifest: The manifest.
    ///   - output: Where to write.
    ///   - failOn: What else counts as a failure.
    /// - Returns: How the run ended.
    consuming func conclude(
        run: RunIdentity, manifest: Manifest, output: RunOutput, failOn: Set<RunOptions.FailOn>
    ) -> RunReport {
        let summary = tally.summary
        let isComplete = stop == nil && summary[.deferred] == 0 && summary[.skipped] == 0
        var report = RunReport(
            status: Self.status(of: summary, isComplete: isComplete, failOn: failOn), summary: summary,
            lanes: tally.lanes.reports(manifest.redaction), duration: started.duration(to: timeline.now))
        report.stop = stop
        report.notable = tally.notable
        report.retryAt = tally.retryAt.map {
            WallTime(sinceEpoch: timeline.wallNow.sinceEpoch + timeline.now.duration(to: $0))
        }
        let head = ResultsHead(
            isComplete: isComplete, manifestPath: manifest.path, manifestDigest: manifest.sha256, run: run,
            finishedAt: timeline.wallNow, duration: report.duration, lanes: report.lanes, summary: summary)
        do throws(FileError) {
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

    private static func status(
        of summary: RunSummary, isComplete: Bool, failOn: Set<RunOptions.FailOn>
    ) -> ExitStatus {
        guard isComplete else { return .unfinished }
        let isFailure =
            summary[.failed] > 0 || failOn.contains(.notFound) && summary[.notFound] > 0
            || failOn.contains(.stale) && summary[.stale] > 0
        return isFailure ? .failures : .success
    }
}
