#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
package import HTTPPipeline

/// What a run writes down as it goes and goes by when it is resumed, and from which its results file is made.
///
/// The log holds what was sent and answered; it is the truth of an unfinished run. What only the present start has use for
/// (requests that were not asked, answers shared or kept under another id) goes to a scratch file without a name.
/// The results are the lines in the manifest's order, kept as offsets.
package struct Journal: ~Copyable {
    /// What the run did before this start.
    package struct Past: Sendable {
        /// The beginning of the run's first start.
        package var opening: JournalOpening
        /// The run's starts before this one.
        package var starts: [JournalScan.Start]
        /// How many sends they numbered.
        package var sends: Int
        /// How long they took.
        package var duration: Duration
        /// How many of their results are kept if the manifest still asks for them.
        package var kept: Int
        /// How many are too old to be kept.
        package var outdated: Int

        /// Which start of the machine the monotonic times of a result count from.
        ///
        /// - Parameter place: Where the result lies.
        /// - Returns: The machine's start; nil for a result of the present start.
        package func boot(at place: JournalPlace) -> String? {
            guard case .journal(let offset) = place else { return nil }
            return starts.last { $0.offset < offset }?.boot
        }
    }

    /// The log, which the transport's side writes to as well.
    package let log: JournalLog
    /// What the run did before this start; nil for its first one.
    package let past: Past?
    /// What is known of the requests.
    package private(set) var ledger: Ledger

    private let folder: StateFolder?
    private let scratchFolder: String
    private var scratch: Scratch?
    private var record = JournalRecord()
    /// The places of the results by the requests' places in the manifest.
    private var places: [Int] = []
    private static let nowhere = Int.min
    private var window = RecordWindow()
    private var scratchWindow = RecordWindow()

    /// Begins or goes on with a journal in a state folder.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - folder: The state folder.
    ///   - scan: What the log says of earlier starts; nil for none.
    package init(_ log: JournalLog, in folder: StateFolder, after scan: consuming JournalScan?) {
        self.log = log
        self.folder = folder
        scratchFolder = folder.path
        past = scan.flatMap { scan in
            scan.opening.map {
                Past(
                    opening: $0, starts: scan.starts, sends: scan.lastSend, duration: scan.activeTime,
                    kept: scan.ledger.keptCount, outdated: scan.ledger.outdatedCount)
            }
        }
        ledger = scan?.ledger ?? Ledger()
    }

    /// Begins a journal without a name, for a run that leaves none.
    ///
    /// - Parameter folder: A folder that can be written to.
    /// - Throws: ``FileError`` when it can't be made.
    package init(namelessIn folder: String) throws(FileError) {
        log = JournalLog(try OpenFile(namelessIn: folder), length: 0, checksum: 0, durability: .none)
        self.folder = nil
        scratchFolder = folder
        past = nil
        ledger = Ledger()
    }

    /// Whether a later start finds it.
    package var isResumable: Bool { folder != nil }

    /// Makes room for a manifest's requests at once.
    ///
    /// - Parameter count: How many there are.
    package mutating func reserve(_ count: Int) {
        ledger.reserve(count)
        places.reserveCapacity(count)
    }

    /// Notes a result in the log.
    ///
    /// - Parameters:
    ///   - text: The result.
    ///   - facts: What a run counts of it.
    ///   - request: The request; results need not come in the manifest's order.
    ///   - wall: The present time.
    /// - Throws: ``FileError`` when the system refuses.
    package mutating func append(
        _ text: ResultText, facts: ResultFacts, of request: JournalRequest, wall: WallTime
    ) throws(FileError) {
        let offset = try log.append {
            $0.writeDone(text, facts: facts, key: request.key, isOnce: request.isOnce, wall: wall)
        }
        note(.journal(offset), of: request, facts: facts)
        if request.isOnce { log.syncSoon() }
    }

    /// Notes a result that only this start has use for.
    ///
    /// - Parameters:
    ///   - text: The result, or those of its parts that differ from the origin's.
    ///   - facts: What a run counts of it.
    ///   - request: The request.
    ///   - wall: The present time.
    ///   - origin: The result that the other parts are taken from; nil for a whole one.
    /// - Throws: ``FileError`` when the system refuses.
    package mutating func appendScratch(
        _ text: ResultText, facts: ResultFacts, of request: JournalRequest, wall: WallTime, origin: JournalPlace? = nil
    ) throws(FileError) {
        let scratch = try openScratch()
        record.writeDone(text, facts: facts, key: request.key, isOnce: false, wall: wall, origin: origin)
        let place = JournalPlace.scratch(try scratch.append(record))
        if facts.source == .duplicate {
            put(place, at: request.index)
        } else {
            note(place, of: request, facts: facts)
        }
    }

    private mutating func openScratch() throws(FileError) -> Scratch {
        if let scratch { return scratch }
        let made = try Scratch(in: scratchFolder)
        scratch = made
        return made
    }

    /// Takes the kept result of a request.
    ///
    /// - Parameters:
    ///   - item: What the ledger knows of the request.
    ///   - index: The request's place in the manifest.
    package mutating func keep(_ item: Ledger.Item, at index: Int) {
        put(item.place, at: index)
        ledger.update(item.key) { $0.state.insert([.met, .answered]) }
    }

    /// Keeps the failure of a request after all that would have been asked again, where it has one.
    ///
    /// - Parameter key: The request.
    package mutating func keepFailure(of key: JournalKey) {
        ledger.update(key) { item in
            if item.state.contains(.suspect) { item.state.insert([.kept, .failed]) }
        }
    }

    private mutating func put(_ place: JournalPlace, at index: Int) {
        if index >= places.count {
            places.append(contentsOf: repeatElement(Self.nowhere, count: index + 1 - places.count))
        }
        places[index] = place.reference
    }

    private mutating func note(_ place: JournalPlace, of request: JournalRequest, facts: ResultFacts) {
        put(place, at: request.index)
        ledger.update(request.key) { item in
            item.place = place
            item.state.insert(.met)
            if facts.isFinal || facts.source != nil || !facts.sends.isEmpty { item.state.insert(.answered) }
        }
    }

    /// Reads a result.
    ///
    /// - Parameter place: Where it lies.
    /// - Returns: The result.
    /// - Throws: ``FileError`` when the system refuses, or what lies there is no result.
    package mutating func result(at place: JournalPlace) throws(FileError) -> JournalResult {
        let line: ArraySlice<UInt8>
        switch place {
        case .journal(let offset):
            let log = log
            line = try window.line(at: offset) { offset, count throws(FileError) in
                try log.read(at: offset, count: count)
            }
        case .scratch(let offset):
            guard let scratch else { throw FileError("Can't read", log.path, code: EBADF) }
            line = try scratchWindow.line(at: offset) { offset, count throws(FileError) in
                try scratch.read(at: offset, count: count)
            }
        }
        guard let result = JournalResult(line: line) else {
            throw FileError(
                "Can't read", log.path,
                because: "the result that was written there is not as it was: start a new run with --fresh")
        }
        return result
    }

    /// Reads results in the manifest's order.
    ///
    /// - Parameters:
    ///   - range: The places of their requests in the manifest; nil for all.
    ///   - body: Takes one result after another, and throws what it likes of ``FileError``.
    /// - Throws: ``FileError`` when the system refuses, or what the body throws.
    package mutating func forEachResult(
        in range: Range<Int>? = nil, _ body: (ProjectedResult) throws(FileError) -> Void
    ) throws(FileError) {
        for index in range?.clamped(to: places.indices) ?? places.indices where places[index] != Self.nowhere {
            var projected = ProjectedResult(try result(at: JournalPlace(reference: places[index])))
            while let origin = projected.origin { projected.add(try result(at: origin)) }
            try body(projected)
        }
    }

    /// Notes what ends the start before its run, or may do so.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - wall: The present time.
    /// - Throws: ``FileError`` when the system refuses.
    package func note(_ reason: JournalStop, wall: WallTime) throws(FileError) {
        guard folder != nil else { return }
        try log.append { $0.write(reason, wall: wall) }
    }

    /// Notes that the start ends before its run does, and makes all of it durable.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - wall: The present time.
    /// - Throws: ``FileError`` when the system refuses.
    package func stop(_ reason: JournalStop, wall: WallTime) throws(FileError) {
        guard folder != nil else { return }
        try note(reason, wall: wall)
        try log.sync()
    }

    /// Removes the journal from its folder, where its lock stays; the run is finished.
    ///
    /// - Throws: ``FileError`` when a power cut might bring it back.
    package consuming func discard() throws(FileError) {
        try folder?.removeJournal()
    }
}

/// A file that only the present start has use for.
private final class Scratch {
    private let file: OpenFile
    private var length = 0
    private var line: [UInt8] = []

    init(in folder: String) throws(FileError) {
        file = try OpenFile(namelessIn: folder)
    }

    func append(_ record: JournalRecord) throws(FileError) -> Int {
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: record.bytes)
        line.append(contentsOf: "}\n".utf8)
        try file.write(line)
        defer { length += line.count }
        return length
    }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try file.read(at: offset, count: count)
    }
}
