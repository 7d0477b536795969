package import HTTPPipeline

/// Asks for one request after another, in the manifest's order.
///
/// Requests to a server in trouble are set aside and taken up in further passes through the manifest. What an earlier start
/// has asked in vain comes last. No request to a lane is asked after one that may change something and comes after it.
package struct RunLoop<Client: HTTPClient & ~Copyable, C: Clock>: ~Copyable where C.Duration == Duration {
    private var asker: Asker<Client, C>
    private var keeper: ResultKeeper<C>
    private let note: SendNote
    private let timeline: Timeline<C>
    private let deadline: Moment?
    private var budget: FailureBudget
    private let lanes: RequestLanes
    private var breakers: BreakerBoard
    private var aside = SetAside()
    /// What an earlier start has asked in vain.
    private var late = SetAside()
    private var order: AskingOrder?
    private let observer: any RunObserver
    private var stop: RunReport.Stop?
    /// How long it has waited for probes.
    package private(set) var probeWait = Duration.zero
    /// Whether a server refused the client.
    private var wasRefused = false

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - asker: Asks.
    ///   - keeper: Writes results down as they come, and knows what need not be asked.
    ///   - note: Is told which request comes next.
    ///   - timeline: The pipeline's timeline.
    ///   - deadline: When the run ends.
    ///   - budget: How many requests may fail.
    ///   - lanes: The lanes of the requests.
    ///   - breakers: Say which lanes are in trouble.
    ///   - observer: Is told what happens.
    package init(
        asker: consuming Asker<Client, C>, keeper: consuming ResultKeeper<C>, note: SendNote, timeline: Timeline<C>,
        deadline: Moment?, budget: FailureBudget, lanes: RequestLanes, breakers: BreakerBoard,
        observer: any RunObserver
    ) {
        self.asker = asker
        self.keeper = keeper
        self.note = note
        self.timeline = timeline
        self.deadline = deadline
        self.budget = budget
        self.lanes = lanes
        self.breakers = breakers
        self.observer = observer
    }

    /// Goes through the requests until they end; after a stop the rest is written down as not asked.
    ///
    /// What was set aside is taken up in further passes, each after a wait for the earliest probe.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - selection: Which of its requests to ask for.
    /// - Throws: ``JobError`` when a result can't be written down or the manifest can't be read on.
    package mutating func run(_ manifest: Manifest, selection: Selection) async throws(JobError) {
        var selection = selection
        var requests = manifest.requests()
        var keys = RequestKeys()
        keeper.reserve(selection.count)
        if keeper.hasSuspects { order = try findOrder(of: manifest) }
        while !selection.isExhausted, let spec = try next(from: &requests) {
            // A name counts the equal requests before it, selected or not, so that it is the same in each pass.
            let request = keys.name(spec)
            if selection.takes(spec.id), try !isSettled(spec, request), !isLate(spec, request) {
                try await take(spec, request)
            }
            try handOn(before: spec.index + 1)
        }
        while !aside.isEmpty || !late.isEmpty {
            await waitForProbe()
            try await takeUpWaiting(of: manifest)
        }
        if stop == nil, Task.isCancelled, keeper.summary[.skipped] > 0 { stop = .interrupted }
    }

    /// Goes through the manifest once more for what waits.
    private mutating func takeUpWaiting(of manifest: Manifest) async throws(JobError) {
        var (pass, latePass) = (aside, late)
        aside = SetAside()
        late = SetAside()
        let probes = breakers.probes(among: pass, at: timeline.now)
            .merging(breakers.probes(among: latePass, at: timeline.now)) { probe, _ in probe }
        var requests = manifest.requests()
        var keys = RequestKeys()
        // It reads to the end, where the stream makes sure that the manifest is still the same.
        while let spec = try next(from: &requests) {
            // What this pass is to take up stands here or further on.
            try handOn(before: spec.index)
            let request = keys.name(spec)
            let lane = lanes.lane(of: spec)
            if pass.takes(spec.index, of: lane) {
                guard try !isSettled(spec, request) else { continue }
                try await take(spec, request, probe: lane.flatMap { probes[$0] })
            } else if latePass.takes(spec.index, of: lane), let lane {
                guard try !isSettled(spec, request) else { continue }
                if stop == nil, pass.holds(lane) || aside.holds(lane) {
                    late.append(spec.index, of: lane)
                } else {
                    try await take(spec, request, probe: probes[lane], isLate: true)
                }
            }
        }
        try handOn(before: .max)
    }

    /// Hands on the results that are known, where they are handed on as they come: those before the first request that waits.
    private mutating func handOn(before end: Int) throws(JobError) {
        guard keeper.handsOn else { return }
        try keeper.handOn(below: [aside, late].compactMap(\.first).reduce(end, min))
    }

    /// Looks where the requests are that may change something, for those that an earlier start asked in vain.
    private func findOrder(of manifest: Manifest) throws(JobError) -> AskingOrder {
        var order = AskingOrder()
        var requests = manifest.requests()
        var keys = RequestKeys()
        while let spec = try next(from: &requests) {
            let request = keys.name(spec)
            guard spec.isChange, let lane = lanes.lane(of: spec) else { continue }
            order.noteChange(spec.index, on: lane, wasSent: keeper.wasSent(spec, request))
        }
        return order
    }

    /// Puts a request last that an earlier start has asked in vain, where that may be.
    private mutating func isLate(_ spec: RequestSpec, _ request: JournalRequest) -> Bool {
        guard stop == nil, let order, let lane = lanes.lane(of: spec), keeper.isSuspect(request),
            order.turn(of: spec.index, on: lane, isChange: spec.isChange) == .last
        else { return false }
        late.append(spec.index, of: lane)
        return true
    }

    private func next(from requests: inout RequestStream) throws(JobError) -> RequestSpec? {
        do throws(ManifestError) {
            return try requests.next()
        } catch {
            throw JobError(error)
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

    /// Takes the end of a request from an earlier start of the run or from an equal request, where there is one.
    private mutating func isSettled(_ spec: RequestSpec, _ request: JournalRequest) throws(JobError) -> Bool {
        if let order, let lane = lanes.lane(of: spec), keeper.isSuspect(request),
            order.turn(of: spec.index, on: lane, isChange: spec.isChange) == .past
        {
            keeper.keepFailure(of: request)
        }
        if try keeper.recall(spec, request) { return true }
        guard keeper.isUnknown(spec, request) else { return false }
        try end(spec, request, with: unknown(spec))
        return true
    }

    /// Asks for a request, sets it aside, or writes down why it is not asked for.
    ///
    /// - Parameters:
    ///   - spec: The request.
    ///   - request: The request as the journal knows it.
    ///   - probe: The place of the request with which to try the lane first; nil for whichever comes.
    ///   - isLate: Whether an earlier start has asked for it in vain.
    /// - Throws: ``JobError`` when its result can't be written down.
    private mutating func take(
        _ spec: RequestSpec, _ request: JournalRequest, probe: Int? = nil, isLate: Bool = false
    ) async throws(JobError) {
        noteStop()
        let lane = lanes.lane(of: spec)
        guard stop == nil else { return try end(spec, request, with: unasked(spec, on: lane)) }
        switch admission(of: spec, to: lane, probe: probe) {
        case .pass:
            observer.observe(.began(id: spec.id))
            note.expect(request)
            let result = await asker.ask(spec)
            let warning = breakers.note(result, at: timeline.now)
            try end(spec, request, with: result)
            if let warning {
                try keeper.note(.trouble)
                observer.observe(.warning(warning))
            }
        case .setAside:
            guard let lane else { return }
            if isLate {
                late.append(spec.index, of: lane)
            } else {
                aside.append(spec.index, of: lane, isChange: spec.isChange)
            }
        case .giveUp:
            try end(spec, request, with: unasked(spec, on: lane))
        }
    }

    /// Decides on a request by its lane's health, its place before or behind the probe, and what waits before it.
    private func admission(of spec: RequestSpec, to lane: Lane?, probe: Int?) -> LaneBreaker.Admission {
        let admission = breakers.admission(to: lane, at: timeline.now)
        guard let lane, admission == .pass else { return admission }
        if let probe, spec.index < probe, breakers.trouble(on: lane) != nil { return .setAside }
        let mustFollow = aside.holdsChange(on: lane) || spec.isChange && aside.holds(lane)
        return mustFollow ? .setAside : .pass
    }

    private mutating func end(
        _ spec: RequestSpec, _ request: JournalRequest, with result: RequestResult
    ) throws(JobError) {
        try keeper.take(result, of: spec, request)
        if result.reason == .blocked {
            wasRefused = true
            // The request that met the ban fails; those that are kept from it are deferred, and change nothing.
            if result.outcome == .failed { try keeper.note(.trouble) }
        }
        if budget.note(result.outcome, result.reason), stop == nil {
            stop = .maxFailures(budget.failures)
            try keeper.note(.maxFailures)
        }
    }

    /// Waits until a request that was set aside can be tried.
    private mutating func waitForProbe() async {
        guard stop == nil, let probe = breakers.probe(of: aside.lanes.union(late.lanes)) else { return }
        let began = timeline.now
        if probe.moment > began {
            observer.observe(
                .waitingForProbe(lane: breakers.name(of: probe.lane), duration: began.duration(to: probe.moment)))
        }
        do throws(HTTPClientError) {
            try await timeline.sleep(until: probe.moment)
        } catch {
            stop = .interrupted
        }
        probeWait += began.duration(to: timeline.now)
    }

    private func result(of spec: RequestSpec, _ outcome: Outcome) -> RequestResult {
        let record = RequestRecord(started: timeline.now, startedAt: timeline.wallNow)
        var result = RequestResult(id: spec.id, request: spec.written, outcome: outcome, record: record)
        result.api = spec.api
        return result
    }

    /// The result of a request that is not asked for because its server is in trouble or the run was stopped.
    private func unasked(_ spec: RequestSpec, on lane: Lane?) -> RequestResult {
        var result = result(of: spec, .skipped)
        if stop == nil || stop == .deadline, let lane, let trouble = breakers.trouble(on: lane) {
            result.outcome = .deferred
            result.reason = .breaker
            result.message = breakers.sentence(about: lane)
            result.retryAfter = max(.zero, timeline.now.duration(to: trouble.nextProbe))
            return result
        }
        switch stop {
        case .deadline:
            result.outcome = .deferred
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

    /// The result of a request that may have been sent, must not be sent again, and whose answer never came.
    private func unknown(_ spec: RequestSpec) -> RequestResult {
        var result = result(of: spec, .failed)
        result.reason = .connection
        result.message =
            "An earlier start of this run was ended when this request was sent or about to be, so whether it did its work is unknown; "
            + "look first whether it did, since --retry-failed and a new run send it again."
        return result
    }

    /// Ends the run: writes what it leaves and says how it went.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - output: Where to write.
    ///   - sharesLanes: Whether the pace was kept together with the user's other runs.
    ///   - failOn: What else counts as a failure.
    /// - Returns: How the run ended.
    consuming func conclude(
        manifest: Manifest, output: RunOutput, sharesLanes: Bool, failOn: Set<RunOptions.FailOn>
    ) -> RunReport {
        let wait = probeWait
        var report = keeper.conclude(
            stop, metTrouble: wasRefused || breakers.hasTrouble, manifest: manifest, output: output,
            sharesLanes: sharesLanes, failOn: failOn)
        report.probeWait = wait
        return report
    }
}
