import Books
import CurlTransport
import HTTPPipeline

/// One run of a manifest, from reading it to the written results.
package struct Job: Sendable {
    private let options: RunOptions
    private let environment: [String: String]
    private let abortSwitch = AbortSwitch()
    /// How long a request on the wire may go on after the run was stopped.
    package static let grace = Duration.seconds(5)

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - environment: The variables that placeholders and proxies are read from.
    package init(options: RunOptions, environment: [String: String]) {
        self.options = options
        self.environment = environment
    }

    /// Runs the job; cancelling the task stops it: waits end at once, a request on the wire has five seconds.
    ///
    /// - Parameter observer: Is told what happens.
    /// - Returns: How the run ended.
    /// - Throws: ``JobError`` when the run can't begin or can't go on; what it had until then is in the journal.
    package func run(observer: any RunObserver) async throws(JobError) -> RunReport {
        let start = RunIdentity()
        let timeline = Timeline<ContinuousClock>()
        let (manifest, problems, brief) = try JobPreview.checkedManifest(options: options, environment: environment)
        // A part of the list says nothing of the rest.
        if !problems.isEmpty, !options.isSubset { observer.observe(.diagnostics(problems, brief: brief)) }
        let selection = try Selection(of: manifest, options: options)
        let output = try RunOutput(options: options, manifest: manifest)
        // Whatever may refuse the run comes before the journal, in which --fresh drops an unfinished one.
        let registry = try APIRegistry(using: manifest.usedAPIs, environment: environment)
        defer { registry.close() }
        try registry.checkCertificates(for: manifest, in: environment)
        let result: Result<RunReport, JobError>
        do throws(HTTPClientError) {
            result = try await CurlTransport.withTransport(
                configuration: configuration(registry: registry), timeline: timeline, abort: abortSwitch
            ) { wire async -> Result<RunReport, JobError> in
                do throws(JobError) {
                    return .success(
                        try await run(
                            manifest, selection: selection, output: output, start: start, registry: registry,
                            over: wire, timeline: timeline, observer: observer))
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw JobError(.configuration, "\(error)")
        }
        return try result.get()
    }

    private func run(
        _ manifest: Manifest, selection: Selection, output: RunOutput, start: RunIdentity, registry: APIRegistry,
        over wire: consuming CurlTransport, timeline: Timeline<ContinuousClock>, observer: any RunObserver
    ) async throws(JobError) -> RunReport {
        var output = output
        // A wait for the lock counts: the time of the day that a run may last until doesn't wait with it.
        let deadline = options.deadline(manifest: manifest.deadline, now: .origin, wallNow: start.startedAt)
        let opened = try await output.openJournal(
            for: start, options: options, manifest: manifest, timeline: timeline, deadline: deadline,
            observer: observer)
        let run = opened.run
        let lines = try output.lines()
        let observer = JournalingObserver(observer, log: opened.journal.log)
        var plan = RunPlan(
            manifest: manifest, options: options, apis: registry.apis, deadline: deadline, environment: environment)
        let lanes = RequestLanes(plan: plan.lanes, apis: registry.apis)
        if let past = opened.journal.past, past.kept > 0, !output.isUpToDate {
            let kept = try manifest.kept(in: opened.journal.ledger, lanes: lanes)
            plan = RunPlan(
                manifest: manifest, options: options, apis: registry.apis, deadline: deadline, environment: environment,
                kept: kept)
        }
        let isNew = opened.journal.past == nil && !options.retriesFailed
        for warning in plan.warnings + (isNew ? [plan.lengthWarning].compactMap(\.self) : []) {
            observer.observe(.warning(warning))
        }
        // Of a part of the requests it isn't known which servers they are for, but where there is one.
        let isWhole = !options.isSubset && !output.isUpToDate
        observer.observe(
            .planned(
                requests: selection.count, sentences: isWhole ? plan.sentences : [],
                paces: isWhole || plan.paces.count == 1 ? plan.paces : []))

        let redaction = manifest.redaction
        let shared = sharedLanes(timeline: timeline, redaction: redaction, observer: observer)
        defer { shared.leave() }
        let note = SendNote(to: opened.journal.log, wallNow: { timeline.wallNow })
        let asker = Asker(
            client: makeHTTPPipeline(
                over: JournalingTransport(wire, note: note),
                lanes: plan.lanes, laneStore: shared, redaction: redaction, timeline: timeline,
                observer: PipelineRelay(observer: observer, timeline: timeline, redaction: redaction)),
            factory: RequestFactory(manifest: manifest, options: options, deadline: deadline),
            apis: registry.apis, redaction: redaction, timeline: timeline)
        var loop = RunLoop(
            asker: asker,
            keeper: ResultKeeper(
                journal: opened.journal, run: run, redaction: redaction, timeline: timeline, observer: observer,
                lanes: lanes, lines: lines),
            note: note, timeline: timeline, deadline: deadline,
            budget: FailureBudget(manifest.maxFailures, requests: min(selection.count, manifest.askableCount)),
            lanes: lanes,
            breakers: BreakerBoard(deadline: deadline, redaction: redaction),
            observer: observer)
        try await loop.run(manifest, selection: selection)
        var report = loop.conclude(
            manifest: manifest, output: output, sharesLanes: shared.isWhole, failOn: options.failOn)
        if !options.isSubset { report.leftOut = manifest.leftOutCount }
        report.lanes = plan.explained(report.lanes)
        return report
    }

    /// Ends the request on the wire at once; for the second signal.
    package func abort() {
        abortSwitch.abort()
    }

    private func sharedLanes(
        timeline: Timeline<ContinuousClock>, redaction: Redaction, observer: any RunObserver
    ) -> FileLaneStore {
        FileLaneStore(in: environment, timeline: timeline, redaction: redaction) { error in
            observer.observe(.warning("the pace is kept by this run alone, not together with others: \(error)"))
        }
    }

    private func configuration(registry: APIRegistry) -> CurlTransport.Configuration {
        var configuration = CurlTransport.Configuration()
        configuration.cancellationGrace = Self.grace
        configuration.proxies = ProxySettings(environment: environment)
        if let sample = registry.sampleOrigin {
            configuration.proxies = configuration.proxies.exempting(sample)
        }
        return configuration
    }
}
