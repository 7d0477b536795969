import HTTPPipeline

/// A journal that is open for a start, and the run that the start belongs to.
struct OpenedJournal: ~Copyable {
    var journal: Journal
    let run: RunIdentity
    /// Whether the results are there as the run would make them, so that they are left alone.
    var isUpToDate = false

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
        opening.retriesFailed = options.retriesFailed
        let log =
            if let scan { try folder.continueJournal(after: scan) } else { try folder.beginJournal(of: run.id) }
        try log.append { $0.write(opening) }
        journal = Journal(log, in: folder, locks: locks, after: scan)
    }
}
