import HTTPPipeline

extension Manifest {
    /// How many requests of each lane an unfinished run has the answers of, equal ones counted once.
    ///
    /// - Parameters:
    ///   - ledger: What the run's journal knows.
    ///   - lanes: The lanes of the requests.
    /// - Returns: The counts.
    /// - Throws: ``JobError`` when the manifest can't be read on.
    func kept(in ledger: Ledger, lanes: RequestLanes) throws(JobError) -> [Lane: Int] {
        var requests = self.requests()
        var keys = RequestKeys()
        var met: Set<JournalKey> = []
        var kept: [Lane: Int] = [:]
        do throws(ManifestError) {
            while let spec = try requests.next() {
                if Task.isCancelled { throw ManifestError(.interrupted, "\(path): interrupted") }
                let key = keys.name(spec).key
                guard spec.isValid, let lane = lanes.lane(of: spec), ledger[key]?.state.contains(.kept) == true,
                    met.insert(key).inserted
                else { continue }
                kept[lane, default: 0] += 1
            }
        } catch {
            throw JobError(error)
        }
        return kept
    }

    /// How many requests of each lane an unfinished run beside the output has the answers of.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - lanes: The lanes of the requests.
    ///   - now: The present time.
    /// - Returns: The counts.
    /// - Throws: ``JobError`` when a run could not go on with the journal either.
    func keptByUnfinishedRun(
        options: RunOptions, lanes: RequestLanes, now: WallTime
    ) throws(JobError) -> [Lane: Int] {
        guard !options.isSubset, let results = try? OutputTarget(options.output ?? output ?? "output/\(name).json"),
            !results.isStream
        else { return [:] }
        let folder = options.stateFolder.map(StateFolder.init) ?? StateFolder(beside: results)
        let oldest = WallTime(sinceEpoch: now.sinceEpoch - resumeWithin)
        var scan = JournalScan(keepingSince: oldest, expecting: requestCount)
        try JobError.creating { () throws(FileError) in try folder.refuseForeignJournal() }
        guard let finding = try JobError.using({ () throws(FileError) in try folder.read(with: &scan) }) else {
            return [:]
        }
        try JournalRecovery(folder: folder, manifest: self).refuse(finding, at: scan.validLength)
        return finding == .intact || finding == .torn ? try kept(in: scan.ledger, lanes: lanes) : [:]
    }
}
