package import HTTPPipeline

/// Reads a journal from its beginning, chunk by chunk: what its valid prefix says, and what to make of the rest.
package struct JournalScan: Sendable {
    /// What a journal is found to be.
    package enum Finding: Sendable, Hashable {
        /// All of it is valid.
        case intact
        /// It has no byte.
        case empty
        /// Its end was cut or garbled before it was durable; what begins at ``JournalScan/validLength`` is to be cut off.
        case torn
        /// Something durable is damaged at ``JournalScan/validLength``: valid lines after it say that it was written.
        case damaged
        /// It is no journal.
        case foreign
        /// It is a journal of a form that this version doesn't know.
        case version(Int)
    }

    /// Where a start begins in the journal, and on which clock its sends count.
    package struct Start: Sendable, Hashable {
        /// The offset of its first line.
        package var offset: Int
        /// Which start of the machine its monotonic times count from.
        package var boot: String
    }

    /// The results by their requests.
    package private(set) var ledger = Ledger()
    /// The beginning of the run's first start; nil where there is none.
    package private(set) var opening: JournalOpening?
    /// What the run's latest start wrote at its beginning.
    package private(set) var latestOpening: JournalOpening?
    /// The starts in order.
    package private(set) var starts: [Start] = []
    /// The highest number of a send.
    package private(set) var lastSend = 0
    /// How long the starts took, as far as their records tell.
    package private(set) var activeTime = Duration.zero
    /// How many bytes are valid.
    package private(set) var validLength = 0
    /// The checksum of the last valid line.
    package private(set) var checksum: UInt32 = 0

    /// Whether the run was to begin with the answers of the results before and a kill has cut their taking-over short.
    package var lacksImport: Bool { opening?.retriesFailed == true && !isImported }

    private let oldest: WallTime?
    private var isImported = false
    /// Whether a result of the present start has failed since failures were forgotten last.
    private var hasFailures = false
    /// Bytes that were read and not yet understood; they begin at ``pendingOffset``.
    private var pending: [UInt8] = []
    private var pendingOffset = 0
    private var length = 0
    private var isBroken = false
    private var version: Int?
    /// Whether the first line, which is not valid, begins as a journal's does.
    private var beginsLikeOne = false
    /// How many lines after the first damage begin as records do.
    private var furtherLines = 0
    private static let beginning = Array("{\"t\":\"open\"".utf8)
    private static let recordBeginning = Array("{\"t\":\"".utf8)
    /// How many bytes the valid lines after the damage say were durable.
    private var provenDurable = 0
    private var startedAt: WallTime?
    private var lastWall: WallTime?
    /// More bytes than the first line has: a file that begins with more is no journal, and is not to be held in memory.
    private static let openingLimit = 1024 * 1024
    /// How many places of a damaged line are tried as the seam of two.
    private static let seamLimit = 64

    /// Creates a scan.
    ///
    /// - Parameters:
    ///   - oldest: Results written down before this time are not kept, except those of requests that must not be sent twice.
    ///   - requests: How many requests to expect.
    package init(keepingSince oldest: WallTime? = nil, expecting requests: Int = 0) {
        self.oldest = oldest
        ledger.reserve(requests)
    }

    /// Reads on.
    ///
    /// - Parameter chunk: The next bytes.
    package mutating func read(_ chunk: ArraySlice<UInt8>) {
        var searched = pending.count
        pending.append(contentsOf: chunk)
        length += chunk.count
        let bytes = pending[...]
        pending = []
        var start = 0
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: max(start, searched)) {
            take(bytes[start..<end], at: pendingOffset + start)
            start = end + 1
            searched = start
        }
        if opening == nil, bytes.count - start > Self.openingLimit {
            take(bytes[start...], at: pendingOffset + start)
            start = bytes.count
        }
        pendingOffset += start
        pending = start == 0 ? Array(bytes) : Array(bytes[start...])
    }

    /// Ends the scan.
    ///
    /// - Returns: What the journal is found to be.
    package mutating func finish() -> Finding {
        if !pending.isEmpty {
            isBroken = true
            prove(pending[...])
            pending = []
        }
        noteActiveTime()
        if length == 0 { return .empty }
        if let version { return .version(version) }
        guard isBroken else { return .intact }
        if provenDurable > validLength { return .damaged }
        // Whole records whose bytes were changed throughout, as by a conversion of line ends, prove nothing any more.
        if opening == nil, beginsLikeOne, furtherLines > 0 { return .damaged }
        return opening == nil ? .foreign : .torn
    }

    private mutating func take(_ line: ArraySlice<UInt8>, at offset: Int) {
        guard !isBroken, version == nil else {
            if version == nil { prove(line) }
            if line.starts(with: Self.recordBeginning) { furtherLines += 1 }
            return
        }
        if offset == 0, let other = Self.version(of: line), other != JournalOpening.version {
            version = other
            return
        }
        guard let tail = JournalTail(provenBy: line), let entry = JournalEntry(line: line),
            accept(entry, tail, at: offset)
        else {
            isBroken = true
            if offset == 0 { beginsLikeOne = line.starts(with: Self.beginning) }
            prove(line)
            return
        }
        checksum = tail.checksum
        validLength = offset + line.count + 1
    }

    private mutating func accept(_ entry: JournalEntry, _ tail: JournalTail, at offset: Int) -> Bool {
        if case .open(let opening) = entry, self.opening == nil {
            guard tail.previous == JournalTail.beginning(of: opening.run) else { return false }
            self.opening = opening
        } else if opening == nil || tail.previous != checksum {
            return false
        } else if case .done(let result) = entry, result.origin != nil {
            // Only a start's own scratch has results that stand on others.
            return false
        }
        note(entry, at: offset)
        return true
    }

    private mutating func note(_ entry: JournalEntry, at offset: Int) {
        switch entry {
        case .open(let opening):
            noteActiveTime()
            noteLosses()
            if opening.retriesFailed { forgetFailures() }
            latestOpening = opening
            startedAt = opening.startedAt
            lastWall = nil
            starts.append(Start(offset: offset, boot: opening.boot))
        case .send(let key, let isOnce):
            ledger.update(key) { item in
                item.state.remove([.kept, .failed])
                item.state.insert(.sent)
                if isOnce { item.state.insert(.once) }
            }
        case .done(let result):
            note(result, at: offset)
        case .imported(let sends):
            isImported = true
            lastSend = max(lastSend, sends)
        case .stop(let reason) where reason == .maxFailures || reason == .trouble:
            // Each goes through all results, so one after which nothing failed must cost nothing.
            if hasFailures { suspectFailures(isTrouble: reason == .trouble) }
            hasFailures = false
        case .stop:
            break
        }
    }

    /// Has what failed asked again, except what was sent and must not be sent twice.
    package mutating func forgetFailures() {
        ledger.updateAll { item in
            item.state.remove([.suspect, .suspectTwice, .putOff])
            guard item.state.contains([.kept, .failed]), !item.state.contains(.once) else { return }
            item.state.remove([.kept, .failed])
        }
    }

    /// Has what failed in the present start asked again, except what must not be sent twice, and what has failed in two starts
    /// before that met trouble: an outage costs nothing, and requests that always fail don't keep a run from its end.
    private mutating func suspectFailures(isTrouble: Bool) {
        let begin = starts.last?.offset ?? 0
        ledger.updateAll { item in
            guard item.state.contains([.kept, .failed]), !item.state.contains(.once),
                case .journal(let offset) = item.place, offset >= begin
            else { return }
            if isTrouble {
                if item.state.contains(.suspectTwice) { return }
                if item.state.contains(.suspect) { item.state.insert(.suspectTwice) }
            }
            item.state.remove([.kept, .failed])
            item.state.insert(.suspect)
        }
    }

    /// Notes which requests the start before has sent without living to see their answers: they may become ones that must not
    /// be sent twice.
    private mutating func noteLosses() {
        ledger.updateAll { item in
            if item.state.contains(.sent) { item.state.insert(.lost) }
        }
    }

    private mutating func note(_ result: JournalResult, at offset: Int) {
        lastWall = result.wall
        lastSend = max(lastSend, result.facts.sends.last?.number ?? 0)
        // What was taken over holds however old it is: that it is not asked again is what the run is for.
        let isRecent = lacksImport || oldest.map { result.wall >= $0 } ?? true
        let facts = result.facts
        ledger.update(result.key) { item in
            item.state.remove([.kept, .failed, .outdated])
            if result.isOnce { item.state.insert(.once) }
            // What failed before it reached the wire, as for want of a connection, did no work.
            if facts.outcome == .failed, facts.sends.isEmpty, !item.state.contains(.lost) { item.state.remove(.once) }
            if facts.isFinal || facts.sends.isEmpty || facts.isUndone { item.state.remove(.sent) }
            guard facts.isFinal else {
                if facts.outcome == .deferred, !facts.sends.isEmpty { item.state.insert(.putOff) }
                return
            }
            guard isRecent || result.isOnce else {
                item.state.insert(.outdated)
                return
            }
            item.state.insert(facts.outcome == .failed ? [.kept, .failed] : .kept)
            if facts.outcome != .failed { item.state.remove([.suspect, .suspectTwice, .putOff]) }
            item.place = .journal(offset)
        }
        if facts.outcome == .failed { hasFailures = true }
    }

    private mutating func noteActiveTime() {
        guard let startedAt, let lastWall else { return }
        // A wall clock that was set back tells nothing.
        activeTime += max(.zero, lastWall.sinceEpoch - startedAt.sinceEpoch)
        self.startedAt = nil
    }

    /// Looks for valid lines where the journal isn't valid, and for what they say was durable.
    ///
    /// A damaged line feed joins two lines, so one is also looked for before and behind each place where one may have been. A body
    /// may hold such places by the thousand, of which the first few are tried.
    private mutating func prove(_ line: ArraySlice<UInt8>) {
        proveLine(line)
        var seams = 0
        var from = line.startIndex
        while seams < Self.seamLimit, let brace = line.firstIndex(of: UInt8(ascii: "{"), from: from) {
            from = brace + 1
            var rest = line[brace...]
            guard brace > line.startIndex, rest.skip("{\"t\":\""), JournalTail.ends(line[..<(brace - 1)]) else {
                continue
            }
            proveLine(line[..<(brace - 1)])
            proveLine(line[brace...])
            seams += 1
        }
    }

    private mutating func proveLine(_ line: ArraySlice<UInt8>) {
        guard let tail = JournalTail(provenBy: line) else { return }
        provenDurable = max(provenDurable, tail.synced)
    }

    private static func version(of line: ArraySlice<UInt8>) -> Int? {
        var rest = line
        return rest.skip("{\"t\":\"open\",\"v\":") ? rest.skipNumber() : nil
    }
}
