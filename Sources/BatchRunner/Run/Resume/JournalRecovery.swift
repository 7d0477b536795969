import HTTPPipeline

/// Makes out what an earlier start left in a state folder, and mends what a crash did to it.
struct JournalRecovery: Sendable {
    /// The state folder.
    let folder: StateFolder
    /// The manifest.
    let manifest: Manifest

    /// Reads what an earlier start left, and mends what a crash did to its end.
    ///
    /// - Parameters:
    ///   - now: The present time.
    ///   - observer: Is told what was mended.
    /// - Returns: What is known of the unfinished run; nil where there is none.
    /// - Throws: ``JobError`` when the journal can't be gone on with, read or mended.
    func recover(at now: WallTime, observer: any RunObserver) throws(JobError) -> JournalScan? {
        let oldest = WallTime(sinceEpoch: now.sinceEpoch - manifest.resumeWithin)
        var scan = JournalScan(keepingSince: oldest, expecting: manifest.requestCount)
        try JobError.creating { () throws(FileError) in try folder.refuseForeignJournal() }
        guard let finding = try JobError.using({ () throws(FileError) in try folder.read(with: &scan) }) else {
            return nil
        }
        try refuse(finding, at: scan.validLength)
        let warning = try JobError.using { () throws(FileError) in
            try mend(finding, scan, now: now)
        }
        if let warning { observer.observe(.warning(warning)) }
        return scan.opening == nil ? nil : scan
    }

    /// Refuses a journal that can't be gone on with.
    ///
    /// - Parameters:
    ///   - finding: What it was found to be.
    ///   - offset: How far it was read.
    /// - Throws: ``JobError`` that says what to do about it.
    func refuse(_ finding: JournalScan.Finding, at offset: Int) throws(JobError) {
        let problem: String
        switch finding {
        case .damaged: problem = "is damaged at byte \(offset), before records that are whole"
        case .version(let version): problem = "is of version \(version), which this runner doesn't know"
        case .intact, .empty, .torn, .foreign: return
        }
        throw JobError(
            .invalidManifest,
            "The journal \(folder.journal) \(problem), so its run can't be resumed. Nothing was asked; start a new run with "
                + "--fresh, or move the file away.")
    }

    /// Makes what a crash left fit to go on with.
    private func mend(
        _ finding: JournalScan.Finding, _ scan: JournalScan, now: WallTime
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
}
