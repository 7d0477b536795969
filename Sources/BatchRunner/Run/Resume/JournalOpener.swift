import HTTPPipeline

/// Decides by what an earlier start left whether a run is new, goes on or asks again for what failed, and opens its journal.
struct JournalOpener: Sendable {
    /// Where the state is kept; nil for a run that leaves none.
    let folder: StateFolder?
    /// The locks to take.
    let locks: OutputLocks
    /// The output.
    let output: OutputTarget
    /// A folder for files without a name.
    let temporaryFolder: String
    /// What the command line says.
    let options: RunOptions
    /// The manifest.
    let manifest: Manifest
    /// The run's timeline.
    let timeline: Timeline<ContinuousClock>

    /// Opens the journal.
    ///
    /// - Parameters:
    ///   - run: This start.
    ///   - observer: Is told what was found and what became of it.
    /// - Returns: The journal, and the run that it belongs to.
    /// - Throws: ``JobError`` when another run holds the lock, the journal can't be used or a file can't be made.
    func open(_ run: RunIdentity, observer: any RunObserver) async throws(JobError) -> OpenedJournal {
        let held = try await locks.take()
        // What went before was the run of whoever held the lock.
        let run = run.beginning(at: timeline.now, startedAt: timeline.wallNow)
        guard let folder else {
            try refuseUnfinished()
            let journal = try JobError.creating { () throws(FileError) in try Journal(namelessIn: temporaryFolder) }
            return OpenedJournal(journal: journal, run: run, locks: held)
        }
        let recovery = JournalRecovery(folder: folder, manifest: manifest)
        var scan = options.startsFresh ? nil : try recovery.recover(at: run.startedAt, observer: observer)
        let published = PublishedRun(in: output.resolved)
        if let opening = scan?.opening { try refuse(opening, in: folder) }
        let isDropped = scan?.opening.map { isOvertaken($0, by: published) } ?? false
        if isDropped { scan = nil }
        // A journal that is dropped goes when the next one begins. What may refuse the run comes before.
        if scan == nil, options.retriesFailed, FilePath.kind(of: folder.journal) != nil {
            var results = retryImport
            _ = try results.run(into: nil, wall: run.startedAt)
        }
        if isDropped {
            observer.observe(
                .warning(
                    "the unfinished run in \(folder.path) is dropped, since another run has published \(output.path) in "
                        + "the meantime: this is a new run"))
        } else if let warning = scan?.latestOpening.flatMap(otherManifest) {
            observer.observe(.warning(warning))
        }
        let retry = try importing(over: scan, in: folder, run: run, published: published)
        if retry != nil { scan = try recovery.recover(at: run.startedAt, observer: observer) }
        if options.retriesFailed { scan?.forgetFailures() }
        var opened = try JobError.creating { () throws(FileError) in
            let resumed = scan?.opening.map { run.resuming(id: $0.run, startedAt: $0.runStartedAt) } ?? run
            let opening = JournalOpening(
                of: resumed, startedAt: run.startedAt, for: manifest, output: way(from: folder), over: published,
                retriesFailed: options.retriesFailed)
            return try OpenedJournal(resumed, opening: opening, continuing: scan, in: folder, locks: held)
        }
        opened.isUpToDate = retry == .nothingToAsk
        if let past = opened.journal.past {
            if past.outdated > 0 { observer.observe(.warning(outdated(past.outdated))) }
            let event: RunEvent =
                switch retry {
                case .nothingToAsk: .upToDate(output: output.path)
                case .answersKept: .retrying(output: output.path, kept: past.kept)
                case nil: .resuming(startedAt: past.opening.runStartedAt, kept: past.kept)
                }
            observer.observe(event)
        }
        return opened
    }

    private func way(from folder: StateFolder) -> String {
        FilePath.way(to: output.resolved, from: folder.path)
    }

    /// Refuses to take the place of an unfinished run, which the next start would take for overtaken.
    private func refuseUnfinished() throws(JobError) {
        guard let folder = locks.folders.first(where: { FilePath.kind(of: $0.journal) != nil }) else { return }
        throw JobError(
            .usage,
            "\(folder.path) holds an unfinished run of \(output.path), whose place a part of it would take. Nothing was "
                + "asked; name another file with --output, or first finish that run, without --only and --limit, or drop "
                + "it with --fresh.")
    }

    /// Refuses to go on with the run of another output, whose work would be dropped.
    private func refuse(_ opening: JournalOpening, in folder: StateFolder) throws(JobError) {
        guard !opening.output.isEmpty, opening.output != way(from: folder) else { return }
        let real = FilePath.simplified(FilePath.join(FilePath.real(folder.path), opening.output))
        // As the folder was named, where that leads there too.
        let named = FilePath.simplified(FilePath.join(folder.path, opening.output))
        let other = FilePath.real(FilePath.folder(of: named)) == FilePath.folder(of: real) ? named : real
        throw JobError(
            .usage,
            "\(folder.path) holds the unfinished run of \(other), not of \(output.path). Nothing was asked; name another "
                + "folder with --state-dir, or drop that run with --fresh.")
    }

    /// Whether the results are those of another run, which began after this unfinished one and was finished before it.
    ///
    /// Results that were put back from elsewhere are older, and overtake nothing.
    private func isOvertaken(_ opening: JournalOpening, by published: PublishedRun?) -> Bool {
        guard let published, published.isComplete, let replaced = opening.replaces else { return false }
        return published.id != replaced && published.id != opening.run
            && published.startedAt > opening.runStartedAt.rfc3339(fractionDigits: 3)
    }

    /// What to say where the unfinished run is another manifest's, which may be this one under its former name.
    private func otherManifest(than opening: JournalOpening) -> String? {
        let (before, now) = (opening.manifestPath, manifest.shownPath)
        guard before != now, before != "-", now != "-", opening.manifestDigest != manifest.sha256,
            !FilePath.isSameFile(before, now)
        else { return nil }
        return
            "the unfinished run of \(output.path) is that of the manifest \(before), not \(now): what both ask for is kept, "
            + "the rest is dropped"
    }

    /// What to say of results that don't count any more: a run that takes longer than they last would never end.
    private func outdated(_ count: Int) -> String {
        let results = count == 1 ? "1 result is" : "\(DurationWords.telling(count)) results are"
        return
            "\(results) older than \(DurationWords.telling(manifest.resumeWithin)) and asked for again; a list that takes "
            + "longer needs a longer \"resumeWithin\""
    }

    private enum Retry {
        case answersKept, nothingToAsk
    }

    private var retryImport: RetryImport {
        RetryImport(
            of: output, for: manifest,
            wayOut: options.retriesFailed
                ? "run it without --retry-failed to ask for everything" : "start a new run with --fresh")
    }

    /// Begins the journal of a run that asks again for what failed in the finished results, where this is such a run.
    ///
    /// - Returns: What the results left to do; nil where the run is none of that kind or has its answers already.
    private func importing(
        over scan: JournalScan?, in folder: StateFolder, run: RunIdentity, published: PublishedRun?
    ) throws(JobError) -> Retry? {
        // A kill may have cut the import short. Then this start makes up for it, though it be a plain one.
        guard scan?.lacksImport ?? options.retriesFailed else { return nil }
        var answers = retryImport
        let opening = JournalOpening(
            of: run, for: manifest, output: way(from: folder), over: published, retriesFailed: true)
        do throws(JobError) {
            let log = try JobError.creating { () throws(FileError) in
                let log = try folder.beginJournal(of: run.id)
                try log.append { $0.write(opening) }
                return log
            }
            defer { log.unlock() }
            return try answers.run(into: log, wall: run.startedAt) ? .nothingToAsk : .answersKept
        } catch {
            // What can't be gone by must not make a retry of the next plain start.
            if error.status == .invalidManifest || error.status == .unreadableManifest {
                try JobError.creating { () throws(FileError) in try folder.removeJournal() }
            }
            throw error
        }
    }
}
