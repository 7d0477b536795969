#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import HTTPPipeline
import JSONText

/// Takes the answers in finished results over into the journal of the run that asks again for what failed in them.
///
/// After it the journal is that of a run which was interrupted when it had those answers. So all that holds for a resumed
/// run holds for this one too, a kill at any moment included. A result is known by its key, as in a journal: an id or a line
/// that has changed makes no difference, and a header or a body that has changed makes another request.
struct RetryImport {
    /// The results file.
    let results: OutputTarget
    /// The manifest.
    let manifest: Manifest
    /// Masks secrets in what is written down.
    let redaction: Redaction
    /// What to do where the results can't be used, the end of a sentence.
    let wayOut: String

    private var text: ResultText
    private var kept: Set<JournalKey> = []
    private var lastSend = 0
    private var count = 0
    private var order = SHA256()

    /// Prepares it.
    ///
    /// - Parameters:
    ///   - results: The results file.
    ///   - manifest: The manifest.
    ///   - wayOut: What to do where the results can't be used, the end of a sentence.
    init(of results: OutputTarget, for manifest: Manifest, wayOut: String) {
        self.results = results
        self.manifest = manifest
        self.wayOut = wayOut
        redaction = manifest.redaction
        text = ResultText(redaction: redaction)
    }

    /// Takes the answers over.
    ///
    /// - Parameters:
    ///   - log: The journal, in which the run has begun; nil to see no more than whether the results can be gone by.
    ///   - wall: The present time.
    /// - Returns: Whether the results are those of the manifest already, and nothing is left to ask.
    /// - Throws: ``JobError`` when the results can't be read or are none of the manifest's, or the journal can't be written.
    mutating func run(into log: JournalLog?, wall: WallTime) throws(JobError) -> Bool {
        try forEachResult { result throws(JobError) in
            count += 1
            order.update(result.identity + result.parts[ResultText.Part.carried.rawValue])
            lastSend = max(lastSend, result.facts.sends.map(\.number).max() ?? 0)
            // A duplicate has the answer of the equal request before it, which is the one to keep.
            guard result.isAnswered, result.facts.source != .duplicate, let key = result.key,
                kept.insert(key).inserted
            else { return }
            guard let log else { return }
            text.take(result.parts)
            try JobError.using { () throws(FileError) in
                try log.append { $0.writeDone(text, facts: result.facts, key: key, isOnce: false, wall: wall) }
            }
        }
        let isUpToDate = try compare()
        guard let log else { return isUpToDate }
        try JobError.using { () throws(FileError) in
            try log.append { $0.writeImported(sends: lastSend, wall: wall) }
            // From here on the journal says what need not be asked, so a power cut must not take it.
            try log.sync()
        }
        return isUpToDate
    }

    /// Compares the manifest with the results.
    private mutating func compare() throws(JobError) -> Bool {
        var (found, open, asked) = (0, 0, 0)
        var manifestOrder = SHA256()
        try forEachRequest { spec, key in
            asked += 1
            if spec.isValid, kept.contains(key) { found += 1 } else { open += 1 }
            text.writeIdentity(of: spec, outcome: .ok)
            let identity = text.bytes[..<text.ends[ResultText.Part.identity.rawValue]]
            manifestOrder.update(identity.dropLast(Self.outcomeLength) + text.bytes[identity.endIndex...])
        }
        if found == 0, asked > 0, try !sharesAnID() {
            throw JobError(
                .invalidManifest,
                "\(results.path) has no result of any request of \(manifest.path), so it is another manifest's. Nothing was "
                    + "asked; name the right file with --output, or \(wayOut).")
        }
        return open == 0 && asked == count && manifestOrder.hexadecimal() == order.hexadecimal()
    }

    /// The length of `,"outcome":"ok"`, which an identity is compared without.
    private static let outcomeLength = 15

    private func sharesAnID() throws(JobError) -> Bool {
        // Numbers take less memory than ids; two ids of one number would only let a foreign file pass.
        var ids: Set<Int> = []
        try forEachResult { ids.insert($0.id.hashValue) }
        var isShared = false
        try forEachRequest { spec, _ in isShared = isShared || ids.contains(spec.id.hashValue) }
        return isShared
    }

    private func forEachRequest(_ body: (RequestSpec, JournalKey) -> Void) throws(JobError) {
        var requests = manifest.requests()
        var keys = RequestKeys()
        do throws(ManifestError) {
            while let spec = try requests.next() {
                if Task.isCancelled { throw ManifestError(.interrupted, "\(manifest.path): interrupted") }
                body(spec, keys.name(spec).key)
            }
        } catch {
            throw JobError(error)
        }
    }

    private func forEachResult(_ body: (PublishedResult) throws(JobError) -> Void) throws(JobError) {
        var published: PublishedResults
        do throws(FileError) {
            published = try PublishedResults(results.resolved)
        } catch {
            let isMissing = error.code == ENOENT
            throw JobError(
                .unreadableManifest,
                isMissing
                    ? "There are no results at \(results.path), of which --retry-failed could ask again what failed. "
                        + "Nothing was asked; \(wayOut)."
                    : "\(error). Nothing was asked; mend that, or \(wayOut).")
        }
        while let result = try next(of: &published) {
            guard !Task.isCancelled else { throw JobError(.unfinished, "\(results.path): interrupted") }
            try body(result)
        }
    }

    private func next(of published: inout PublishedResults) throws(JobError) -> PublishedResult? {
        do throws(JSONTextError) {
            return try published.next()
        } catch {
            guard error.kind != .source else {
                throw JobError(Task.isCancelled ? .unfinished : .ioError, "\(results.path): \(error.message)")
            }
            throw JobError(
                .invalidManifest,
                "\(results.path):\(error), so these are no results to go by. Nothing was asked; \(wayOut)."
            )
        }
    }
}
