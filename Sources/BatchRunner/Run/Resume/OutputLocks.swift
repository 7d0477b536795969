import HTTPPipeline

/// The locks that a run takes before it looks at what is there: that of its output, and that of its state where this lies elsewhere.
struct OutputLocks: Sendable {
    /// The folders that the locks lie in, in the order in which they are taken; two may be one under different names.
    let folders: [StateFolder]
    /// The output.
    let output: OutputTarget
    /// How long to wait for a lock; nil for not at all.
    let wait: Duration?
    /// The run's timeline.
    let timeline: Timeline<ContinuousClock>
    /// When the run ends, and with it the wait.
    let deadline: Moment?
    private static let interval = Duration.milliseconds(50)

    /// Takes the locks of all folders, each once.
    ///
    /// - Returns: The locks.
    /// - Throws: ``JobError`` when another run holds one for as long as may be waited, or a folder can't be used.
    func take() async throws(JobError) -> [RunLock] {
        try JobError.creating { () throws(FileError) in
            for folder in folders { try folder.prepare() }
        }
        let limit = timeline.now.advanced(by: wait ?? .zero)
        var locks: [RunLock] = []
        for (index, folder) in folders.enumerated()
        where !folders[..<index].contains(where: { FilePath.isSameFile($0.path, folder.path) }) {
            locks.append(try await lock(folder, until: min(limit, deadline ?? limit)))
        }
        return locks
    }

    private func lock(_ folder: StateFolder, until limit: Moment) async throws(JobError) -> RunLock {
        while true {
            let lock = try JobError.creating { () throws(FileError) in
                try RunLock.taken(at: folder.lock, now: timeline.wallNow)
            }
            // Whoever removes the file of a lock that is held frees the lock, but not the journal.
            if let lock, try !JobError.creating({ () throws(FileError) in try folder.hasJournalInUse() }) {
                return lock
            }
            guard timeline.now < limit, !Task.isCancelled else {
                // The lock's file names its last holder, who may be this one.
                throw held(folder, by: lock == nil ? RunLock.holder(at: folder.lock) : nil, limit: limit)
            }
            // A cancelled sleep ends the wait in the next round.
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func held(_ folder: StateFolder, by holder: String?, limit: Moment) -> JobError {
        let holder = holder.map { ": \($0)" } ?? ""
        let patience =
            switch wait {
            case _ where Task.isCancelled: ", and the wait for it was interrupted"
            case _ where limit == deadline: ", and the deadline of this one passed"
            case let wait?: ", and did so for all the \(DurationWords.telling(wait)) of --lock-wait"
            case nil: ""
            }
        // In a folder that was named for the state, that run may work on another output.
        let isOutputs = FilePath.isSameFile(folder.path, StateFolder(beside: output).path)
        let work = isOutputs ? "on \(output.path)" : "with the state folder \(folder.path)"
        let ways =
            (wait == nil ? ", or wait for it with --lock-wait" : "")
            + (isOutputs ? "" : ", or name another folder with --state-dir")
        return JobError(
            .unfinished,
            "Another run is working \(work)\(holder)\(patience). Nothing was asked; run it again when that one has ended\(ways)."
        )
    }
}
