import HTTPPipeline

/// A journal that is open for a start, and the run that the start belongs to.
struct OpenedJournal: ~Copyable {
    var journal: Journal
    let run: RunIdentity
    /// The locks, to be held until the results are written.
    let locks: [RunLock]
    /// Whether the results are there as the run would make them, so that they are left alone.
    var isUpToDate = false

    /// Pairs a journal without a name with the run that it serves.
    init(journal: consuming Journal, run: RunIdentity, locks: [RunLock]) {
        self.journal = journal
        self.run = run
        self.locks = locks
    }

    /// Goes on with the journal of an unfinished run, or begins that of a new one.
    ///
    /// - Parameters:
    ///   - run: The run that the start belongs to.
    ///   - opening: What the start writes at its beginning.
    ///   - scan: What earlier starts left; nil for a new run.
    ///   - folder: The state folder.
    ///   - locks: Its locks.
    /// - Throws: ``FileError`` when the journal can't be made or written.
    init(
        _ run: RunIdentity, opening: JournalOpening, continuing scan: consuming JournalScan?, in folder: StateFolder,
        locks: [RunLock]
    ) throws(FileError) {
        self.run = run
        self.locks = locks
        let log =
            if let scan { try folder.continueJournal(after: scan) } else { try folder.beginJournal(of: run.id) }
        try log.append { $0.write(opening) }
        journal = Journal(log, in: folder, after: scan)
    }
}

extension JournalOpening {
    /// The beginning of a start.
    ///
    /// - Parameters:
    ///   - run: The run that the start belongs to.
    ///   - startedAt: When the start began; nil for the run's first one.
    ///   - manifest: The manifest.
    ///   - output: The way from the state folder to the output.
    ///   - published: The run whose results the output holds; nil for none.
    ///   - retriesFailed: Whether what failed is asked again.
    init(
        of run: RunIdentity, startedAt: WallTime? = nil, for manifest: Manifest, output: String,
        over published: PublishedRun?,
        retriesFailed: Bool
    ) {
        self.init(
            run: run.id, runStartedAt: run.startedAt, startedAt: startedAt ?? run.startedAt, boot: run.boot,
            manifestPath: manifest.shownPath, manifestDigest: manifest.sha256)
        self.output = output
        replaces = published?.id ?? ""
        self.retriesFailed = retriesFailed
    }
}
