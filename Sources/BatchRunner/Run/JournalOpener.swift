import HTTPPipeline

/// Takes the lock of an output, finds out what an earlier start left, and opens the journal.
struct JournalOpener: Sendable {
    /// Where the state is kept; nil for a run that leaves none.
    let folder: StateFolder?
    /// The locks to take, in this order.
    let locks: [String]
    /// The output's name in messages.
    let output: String
    /// A folder for files without a name.
    let temporaryFolder: String
    /// What the command line says.
    let options: RunOptions
    /// The manifest.
    let manifest: Manifest
    private static let lockInterval = Duration.milliseconds(50)

    /// Opens the journal.
    ///
    /// - Parameters:
    ///   - run: This start.
    ///   - observer: Is told what was found and what became of it.
    /// - Returns: The journal, and the run that it belongs to.
    /// - Throws: ``JobError`` when another run holds the lock, the journal can't be used or a file can't be made.
    func open(_ run: RunIdentity, observer: any RunObserver) async throws(JobError) -> OpenedJournal {
        guard let folder else {
            return OpenedJournal(
                journal: try creating { () throws(FileError) in try Journal(namelessIn: temporaryFolder) }, run: run)
        }
        try creating { () throws(FileError) in
            for path in locks { try StateFolder(FilePath.folder(of: path)).prepare() }
            try folder.prepare()
        }
        var held: [RunLock] = []
        let limit = ContinuousClock.now + (options.lockWait ?? .zero)
        for path in locks { held.append(try await lock(path, until: limit, now: run.startedAt)) }
        if options.startsFresh { try creating { () throws(FileError) in try folder.removeJournal() } }
        let scan = try recovered(in: folder, run: run, observer: observer)
        let opened = try creating { () throws(FileError) in
            try OpenedJournal(continuing: scan, in: folder, locks: held, run: run, for: manifest, options: options)
        }
        if let past = opened.journal.past {
            observer.observe(.resuming(startedAt: past.opening.runStartedAt, kept: past.kept))
        }
        return opened
    }

    private func lock(
        _ path: String, until limit: ContinuousClock.Instant, now: WallTime
    ) async throws(JobError) -> RunLock {
        while true {
            let lock = try creating { () throws(FileError) in
                try RunLock.taken(at: path, now: now)
            }
            if let lock { return lock }
            guard ContinuousClock.now < limit, !Task.isCancelled else {
                let holder = RunLock.holder(at: path).map { ": \($0)" } ?? ""
                throw JobError(
                    .unfinished,
                    "Another run is working on \(output)\(holder). Nothing was asked; run it again when that one has ended, "
                        + "or wait for it with --lock-wait.")
            }
            // A cancelled sleep ends the wait in the next round.
            try? await Task.sleep(for: Self.lockInterval)
        }
    }

    /// Reads what an earlier start left, and mends what a crash did to its end.
    private func recovered(
        in folder: StateFolder, run: RunIdentity, observer: any RunObserver
    ) throws(JobError) -> JournalScan? {
        let oldest = WallTime(sinceEpoch: run.startedAt.sinceEpoch - manifest.resumeWithin)
        var scan = JournalScan(keepingSince: oldest, expecting: manifest.requestCount)
        guard let finding = try reading({ () throws(FileError) in try folder.read(with: &scan) }) else { return nil }
        try refuse(finding, at: scan.validLength, of: folder.journal)
        let warning = try reading { () throws(FileError) in
            try mend(finding, scan, in: folder, now: run.startedAt)
        }
        if let warning { observer.observe(.warning(warning)) }
        return scan.opening == nil ? nil : scan
    }

    private func refuse(
        _ finding: JournalScan.Finding, at offset: Int, of journal: String
    ) throws(JobError) {
        let problem: String
        switch finding {
        case .damaged: problem = "is damaged at byte \(offset), before records that are whole"
        case .version(let version): problem = "is of version \(version), which this runner doesn't know"
        case .intact, .empty, .torn, .foreign: return
        }
        throw JobError(
            .invalidManifest,
            "The journal \(journal) \(problem), so its run can't be resumed. Nothing was asked; start a new run with "
                + "--fresh, or move the file away.")
    }

    /// Makes what a crash left fit to go on with.
    private func mend(
        _ finding: JournalScan.Finding, _ scan: JournalScan, in folder: StateFolder, now: WallTime
    ) throws(FileError) -> String? {
        switch finding {
        case .empty:
            return "\(folder.journal) is empty, as a crash leaves it: the run starts anew"
        case .foreign:
            let path = try folder.moveAside(now: now)
            return "\(folder.journal) is no journal, so it was moved to \(path); the run starts anew"
        case .torn:
            let path = try folder.copyTail(from: scan.validLength, now: now)
            return
                "the end of \(folder.journal) was torn, as a crash or a power cut leaves it: the records before it are "
                + "kept, the rest lies in \(path)"
        case .intact, .damaged, .version:
            return nil
        }
    }

    private func creating<Value: ~Copyable>(_ body: () throws(FileError) -> Value) throws(JobError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw JobError(error.isOfDevice ? .ioError : .cannotCreate, "\(error)")
        }
    }

    private func reading<Value>(_ body: () throws(FileError) -> Value) throws(JobError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw JobError(.ioError, "\(error)")
        }
    }
}

/// A journal that is open for a start, and the run that the start belongs to.
struct OpenedJournal: ~Copyable {
    var journal: Journal
    let run: RunIdentity

    /// Pairs a journal without a name with the run that it serves.
    init(journal: consuming Journal, run: RunIdentity) {
        self.journal = journal
        self.run = run
    }

    /// Goes on with the journal of an unfinished run, or begins that of a new one.
    ///
    /// - Parameters:
    ///   - scan: What earlier starts left; nil for a new run.
    ///   - folder: The state folder.
    ///   - locks: Its locks.
    ///   - run: This start.
    ///   - manifest: The manifest.
    ///   - options: What the command line says.
    /// - Throws: ``FileError`` when the journal can't be made or written.
    init(
        continuing scan: consuming JournalScan?, in folder: StateFolder, locks: [RunLock], run: RunIdentity,
        for manifest: Manifest, options: RunOptions
    ) throws(FileError) {
        let past = scan?.opening
        self.run = past.map { run.resuming(id: $0.run, startedAt: $0.runStartedAt) } ?? run
        var opening = JournalOpening(
            run: self.run.id, runStartedAt: self.run.startedAt, startedAt: run.startedAt, boot: run.boot,
            manifestPath: manifest.path, manifestDigest: manifest.sha256)
        opening.retriesFailed = past?.retriesFailed ?? options.retriesFailed
        let log =
            if let scan { try folder.continueJournal(after: scan) } else { try folder.beginJournal(of: run.id) }
        try log.append { $0.write(opening) }
        journal = Journal(log, in: folder, locks: locks, after: scan)
    }
}
