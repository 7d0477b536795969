import HTTPPipeline

/// Where a run writes: its results, its data, what it leaves when it can't finish, and its journal.
struct RunOutput: Sendable {
    let results: OutputTarget
    let format: RunOptions.Format
    let data: OutputTarget?
    /// Where an unfinished run leaves its results; nil for a stream, which gets them as they are.
    private let partial: OutputTarget?
    /// Where the state of an unfinished run is kept; nil for a run that leaves none.
    private let state: StateFolder?
    private let publishesAlways: Bool
    /// Part of the names of this start's temporary files.
    private let tag: String
    /// Whether the files are there as the run would make them, so that they are left alone.
    private(set) var isUpToDate = false
    /// The locks, which are held until the output is let go.
    private var locks: [RunLock] = []

    /// Finds the places and sees that they can be written to.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - manifest: The manifest.
    /// - Throws: ``JobError`` of status 73 when a place can't be written to.
    init(options: RunOptions, manifest: Manifest) throws(JobError) {
        do throws(FileError) {
            let isSubset = options.isSubset
            results = try OutputTarget(
                options.output ?? (isSubset ? "-" : manifest.output ?? "output/\(manifest.name).json"))
            data = try (options.data ?? (isSubset ? nil : manifest.data)).map { path throws(FileError) in
                try OutputTarget(path)
            }
            format = options.format ?? .json
            publishesAlways = manifest.publish == .always
            partial = results.isStream ? nil : try results.sibling("partial")
            let hasState = !results.isStream && !isSubset
            state = hasState ? options.stateFolder.map(StateFolder.init) ?? StateFolder(beside: results) : nil
            tag = RandomTag.make()
        } catch {
            throw JobError(.cannotCreate, "\(error)")
        }
        if options.retriesFailed, results.isStream {
            throw JobError(
                .usage,
                "--retry-failed goes by the results of the run before, and \(results.path) keeps none: name a file with "
                    + "--output.")
        }
        try refuseToOverwrite(manifest.inputs)
        for target in [results, data].compactMap(\.self) where !target.isStream {
            let isInState =
                StateFolder.isOne(FilePath.folder(of: target.resolved))
                || [StateFolder(beside: results), state].compactMap(\.self).contains { $0.holds(target.resolved) }
            guard !isInState else {
                throw JobError(
                    .usage,
                    "\(target.path) is or lies in a folder for the state of an unfinished run: name another place for one "
                        + "of them.")
            }
        }
        for target in [results, data].compactMap(\.self) where !target.isStream && target.isSibling("partial") {
            throw JobError(
                .usage,
                "\(target.path) is a name for what an unfinished run leaves, and the next finished one may remove it: "
                    + "name another file.")
        }
        try refuseFilesAsFolders()
        try refuseForms()
        try JobError.creating { () throws(FileError) in
            try results.prepare()
            try data?.prepare()
            try partial?.refuseAnothersPlace()
        }
    }

    /// Refuses results and data by whose names others would take them for what they are not.
    private func refuseForms() throws(JobError) {
        if format == .ndjson {
            guard results.isStream else {
                throw JobError(
                    .usage,
                    "\(results.path) is a file, and results in a file are one document, with a head that later runs go by. "
                        + FileForm.wayToLines)
            }
        } else if let fault = FileForm.fault(of: results.path, as: "the results") {
            throw JobError(.usage, fault)
        }
        if let data, let fault = FileForm.fault(of: data.path, as: "the data") { throw JobError(.usage, fault) }
    }

    /// Refuses places that lie in a file of this run, which would have to be a folder at the same time.
    private func refuseFilesAsFolders() throws(JobError) {
        let files = [results, partial, data].compactMap(\.self)
        let folders = [state, results.isStream ? nil : StateFolder(beside: results)].compactMap { $0?.journal }
        for file in files {
            for place in files.filter({ !$0.isStream }).map(\.resolved) + folders where file.isFolder(of: place) {
                throw JobError(
                    .usage,
                    "\(place) would lie in \(file.path), which is to be a file: name another place for one of them.")
            }
        }
    }

    /// Sees that no file is written over that the run reads, and that those it writes are different ones.
    private func refuseToOverwrite(_ inputs: [(name: String, path: String?)]) throws(JobError) {
        let outputs = [("results", results), ("partial results", partial), ("data", data)]
            .compactMap { name, target in target.map { (name: name, target: $0) } }
        for (index, output) in outputs.enumerated() {
            for input in inputs where !output.target.isStream {
                guard let path = input.path, FilePath.isSameFile(output.target.resolved, path) else { continue }
                throw JobError(.usage, "The \(output.name) would replace \(input.name), \(path): name another file.")
            }
            for other in outputs[..<index] where other.target.isSamePlace(as: output.target) {
                throw JobError(
                    .usage,
                    "The \(other.name) and the \(output.name) would go to the same place, \(output.target.path): "
                        + "name another for one of them.")
            }
        }
    }

    /// Takes the locks, finds out what an earlier start left, and opens the journal.
    ///
    /// The output has a lock of its own beside the state's, so that two runs with different state folders don't share an output,
    /// nor a run that keeps no state with one that does.
    ///
    /// - Parameters:
    ///   - run: This start.
    ///   - options: What the command line says.
    ///   - manifest: The manifest.
    ///   - timeline: The run's timeline.
    ///   - deadline: When the run ends, and with it the wait for a lock.
    ///   - observer: Is told what was found.
    /// - Returns: The journal, and the run that it belongs to.
    /// - Throws: ``JobError`` when another run holds a lock, the journal can't be used or a file can't be made.
    mutating func openJournal(
        for run: RunIdentity, options: RunOptions, manifest: Manifest, timeline: Timeline<ContinuousClock>,
        deadline: Moment?, observer: any RunObserver
    ) async throws(JobError) -> OpenedJournal {
        let beside = StateFolder(beside: results)
        let locked =
            results.isStream
            ? [] : [StateFolder(beside: results, holdsLockAlone: state != beside), state].compactMap(\.self)
        let opener = JournalOpener(
            folder: state,
            locks: OutputLocks(
                folders: locked, output: results, wait: options.lockWait, timeline: timeline, deadline: deadline),
            output: results, temporaryFolder: results.isStream ? FilePath.temporaryFolder : results.folder,
            options: options, manifest: manifest, timeline: timeline)
        let opened = try await opener.open(run, observer: observer)
        locks = opened.locks
        isUpToDate = opened.isUpToDate
        removeStaleFiles()
        return opened
    }

    /// Opens the stream that gets one result a line as they come.
    ///
    /// - Returns: The stream; nil where the results are written at the end.
    /// - Throws: ``JobError`` when it can't be opened, or nobody reads it until the task is cancelled.
    func lines() throws(JobError) -> ResultLines? {
        guard format == .ndjson else { return nil }
        return try JobError.using { () throws(FileError) in ResultLines(try results.openStream()) }
    }

    /// Removes what killed runs left half written where this one writes.
    private func removeStaleFiles() {
        let folders = [results, partial, data].compactMap(\.self).filter { !$0.isStream }.map(\.folder)
        for folder in Set(folders + [state?.path].compactMap(\.self)) { TemporaryFile.removeStale(in: folder) }
    }

    /// What was written where.
    struct Written: Sendable {
        var results: String?
        var data: String?
        var partial: String?
    }

    /// Writes what the run leaves, and removes what a finished run has no more use for.
    ///
    /// - Parameters:
    ///   - head: What the results say besides the results.
    ///   - journal: The results.
    /// - Returns: What was written where.
    /// - Throws: ``FileError`` when the system refuses; what is not replaced by then stays as it was, and so does the journal.
    func publish(_ head: ResultsHead, _ journal: consuming Journal) throws(FileError) -> Written {
        var written = Written()
        let isPublished = isUpToDate || head.isComplete || publishesAlways
        if isPublished || results.isStream {
            // Lines were handed on as they came.
            if !isUpToDate, format == .json {
                try results.write(tag: tag) { sink throws(FileError) in
                    try ResultsFile.write(head, journal: &journal, to: &sink)
                }
            }
            if results.path != "-" { written.results = FilePath.shown(results.path) }
        }
        if isPublished, let data {
            try data.write(tag: tag) { sink throws(FileError) in
                try ResultsFile.writeData(&journal, to: &sink)
            }
            written.data = FilePath.shown(data.path)
        }
        if head.isComplete {
            // A power cut must not bring it back beside a run that is finished for good.
            if let partial, FilePath.remove(partial.resolved) { try FilePath.syncFolder(partial.folder) }
            try journal.discard()
        } else if let partial {
            try partial.write(tag: tag) { sink throws(FileError) in
                try ResultsFile.write(head, journal: &journal, to: &sink)
            }
            written.partial = FilePath.shown(partial.path)
        }
        return written
    }
}
