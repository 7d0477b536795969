package import HTTPPipeline
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The lanes that the runs of a user share, one small file each, changed under its lock.
///
/// A lane whose file fails is this run's own from then on, and so is every lane where there is no folder, and one whose name
/// must not be written anywhere. The folder is not touched before the first lane is asked for, and made again where someone
/// removed it. A store serves one pipeline.
package final class FileLaneStore: LaneStore {
    /// What this run has of a lane.
    private struct Entry {
        /// Where the lane's file was opened.
        var folder: LaneFolder?
        /// The lane's file; nil where it was not opened, or there is none.
        var file: LaneFile?
        /// The claim that is open, under the lock of the file.
        var claim: LaneRecord?
        /// When the lane was last used before that claim.
        var sendBefore: LaneRecord.Stamp?
        /// The interval that counted for the claim.
        var counted: LaneInterval?
        /// The file of the lane's turn while this run has the turn or waits for it.
        var turn: LaneFile?
        /// What this run wrote at its last send, which says enough for a moment.
        var latest: LaneRecord?
        /// The interval that this run asked for last, and when; nil where another's counted, which is longer.
        var declaration: (interval: Int64, declared: Int64)?
        /// Since when the lock is another's each time it is asked for.
        var busySince: Moment?
        /// Whether the lane's name is a secret.
        var isSecret = false
        /// What went wrong with the lane's file.
        var failure: FileError?
        /// The number of the lane's last use among the uses of all lanes.
        var lastUse = 0

        /// Whether the lane is this run's own.
        var isOwn: Bool { isSecret || failure != nil }
    }

    /// What all lanes need.
    private struct Common {
        var day: LocalDay?
        var folder: LaneFolder?
        /// Why there is no folder.
        var failure: FileError?
        /// When it was last seen at its path.
        var lookedAt: Moment?
    }

    private struct State {
        var entries: [Lane: Entry] = [:]
        var common = Common()
        /// The lanes whose files are open.
        var open: [Lane] = []
        /// How often a lane was used.
        var uses = 0
        var hasFailed = false
        var hasSecretLane = false
    }

    /// What the file of a lane gives under its lock.
    private enum Access {
        case locked(LaneFile)
        case busy
        case failed
    }

    private let path: String?
    private let boot: String
    private let origin: Int64
    private let now: @Sendable () -> Moment
    private let wall: @Sendable () -> WallTime
    private let isSecret: @Sendable (Lane) -> Bool
    private let rest: @Sendable (Duration) -> Void
    private let onFailure: @Sendable (FileError) -> Void
    private let state = Mutex(State())
    /// How long a lane whose lock another process holds is left alone; it holds it while it writes one head.
    private static let pause = Duration.milliseconds(1)
    /// Who holds a lock for this long was stopped in the middle of a send, and may never go on.
    private static let patience = Duration.seconds(2)
    /// A run that asks very many servers must not run out of descriptors.
    private static let mostOpenFiles = 16
    /// A run that ends is not held up for longer by who holds a lock.
    private static let lastPatience = LaneFile.leastPatience
    /// How often the folder is looked for at its path, where someone may have put another in its place.
    private static let lookPause = Duration.seconds(1)

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - path: The folder of the files; nil where none is known.
    ///   - boot: Which start of the machine it is.
    ///   - origin: The time from the machine's start to the origin of the pipeline's timeline.
    ///   - now: Reads the timeline.
    ///   - wall: Reads the wall clock.
    ///   - isSecret: Whether a lane's name must not be written anywhere.
    ///   - rest: Rests while another process holds a lock.
    ///   - onFailure: Is told once, of the first failure that leaves a lane to this run alone.
    package init(
        at path: String?,
        boot: String,
        origin: Duration,
        now: @escaping @Sendable () -> Moment,
        wall: @escaping @Sendable () -> WallTime = WallTime.current,
        isSecret: @escaping @Sendable (Lane) -> Bool = { _ in false },
        rest: @escaping @Sendable (Duration) -> Void = LaneFile.rest,
        onFailure: @escaping @Sendable (FileError) -> Void
    ) {
        self.path = path
        self.boot = boot
        self.origin = origin.boundedNanoseconds
        self.now = now
        self.wall = wall
        self.isSecret = isSecret
        self.rest = rest
        self.onFailure = onFailure
    }

    /// Whether every lane that was used is shared.
    package var isWhole: Bool { state.withLock { !$0.hasFailed && !$0.hasSecretLane } }

    /// What is known of a lane, without waiting for anyone.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: What is known; nil where the lane's file fails, or says what only a claim can put right.
    package func state(of lane: Lane) -> SharedLane? {
        with(lane) { entry, common in
            guard !entry.isOwn else { return nil }
            if let record = entry.latest, let send = record.send {
                let time = time(&common.day)
                // A quick server's client would read the file again for what others can have done in the meantime.
                if time.sinceBoot - send.sinceBoot < Self.pause.boundedNanoseconds {
                    return shared(record, at: time, common.day)
                }
            }
            // A file that was cleared says nothing any more.
            if entry.file?.isLinked == false { entry.file = nil }
            let content = open(&entry, &common, of: lane, creates: false)?.read() ?? .nothing
            guard entry.failure == nil, content != .unknown else { return nil }
            let time = time(&common.day)
            let record = content.record(at: time)
            return record.isCurrent(at: time) || content == .nothing ? shared(record, at: time, common.day) : nil
        }
    }

    /// Takes a lane for the head of one request; the lock of its file is kept after a grant alone.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - terms: What this run asks of the lane.
    /// - Returns: Whether the head may be written.
    package func claim(_ lane: Lane, terms: LaneTerms) -> LaneClaim {
        with(lane) { entry, common in
            let file: LaneFile
            switch access(&entry, &common, of: lane, lock: { file throws(FileError) in try file.tryLock() }) {
            case .locked(let locked): file = locked
            case .busy: return busy(&entry)
            case .failed: return .granted
            }
            let time = time(&common.day)
            let own = terms.interval.boundedNanoseconds
            let before = entry.declaration?.declared
            var isShared = false
            var sendBefore: LaneRecord.Stamp?
            let (record, decision) = change(&entry, file, at: time) { record in
                // Another's word on the same interval is overwritten here, and must outlast this run.
                isShared = record.declaredInterval(at: time) == own && record.declared != before
                record.settle(at: time)
                sendBefore = record.send
                return record.claim(terms, at: time)
            }
            entry.declaration = record.interval == own && !isShared ? (own, record.declared) : nil
            if decision == .granted, entry.failure == nil {
                (entry.claim, entry.sendBefore) = (record, sendBefore)
                entry.counted = record.interval(for: own, at: time)
                return .granted
            }
            file.unlock()
            switch decision {
            case .wait(let until, let reason) where entry.failure == nil: return .wait(until: moment(until), reason)
            case .quotaSpent where entry.failure == nil: return .quotaSpent(until: dayEnd(after: time, common.day))
            default: return .granted
            }
        }
    }

    /// Notes when the head was written, and gives the lock and the turn back.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - moment: When it was written.
    /// - Returns: The interval that counted; nil where the lane is this run's own.
    @discardableResult
    package func departed(_ lane: Lane, at moment: Moment) -> LaneInterval? {
        endClaim(of: lane, departedAt: sinceBoot(moment))
    }

    /// Gives the lock back after nothing was written, and has the lane as it was before the claim.
    ///
    /// - Parameter lane: The lane.
    package func release(_ lane: Lane) {
        _ = endClaim(of: lane, departedAt: nil)
    }

    /// Takes the lane's turn: the lock of a file of its own, which the kernel frees when its holder ends, in whatever way.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - isOverdue: Whether the one who has it had time enough, and loses it: the file gets a successor.
    /// - Returns: Whether this run has it, or needs none since the lane is its own.
    package func takeTurn(of lane: Lane, overdue isOverdue: Bool) -> Bool {
        with(lane) { entry, common in
            var isOverdue = isOverdue
            for _ in 0..<OpenFile.mostTries where !entry.isOwn {
                // A turn that can't be had, as on a full disk, costs connections and no pace.
                guard let turn = try? self.turn(&entry, &common, of: lane), let isTaken = try? turn.tryLock() else {
                    return true
                }
                if isTaken, turn.isLinked { return true }
                if turn.isLinked, !isOverdue || !dismiss(turn, &entry, &common, of: lane) { return false }
                // Whoever has the file's successor is not late.
                isOverdue = false
                entry.turn = nil
            }
            return true
        }
    }

    /// Gives the lane's turn back, or waits for it no more.
    ///
    /// - Parameter lane: The lane.
    package func endTurn(of lane: Lane) {
        with(lane) { entry, _ in entry.turn = nil }
    }

    /// Notes a try that failed before it left.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - moment: When it began.
    ///   - interval: What this run asks of the lane.
    package func noteTry(_ lane: Lane, at moment: Moment, keeping interval: Duration) {
        let began = sinceBoot(moment)
        note(lane) { $0.noteTry(at: began, keeping: interval.boundedNanoseconds, time: $1) }
    }

    /// Slows the lane down for all runs, for as long as an interval counts after it was last told.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - interval: The least time between two sends that the server tells.
    package func slow(_ lane: Lane, to interval: Duration) {
        let interval = interval.boundedNanoseconds
        // Some servers say so with each answer, which is not written down each time.
        let isKnown = with(lane) { entry, common in
            entry.latest?.knows(interval, at: time(&common.day)) ?? false
        }
        guard !isKnown else { return }
        note(lane) { $0.slow(to: interval, at: $1) }
    }

    /// Holds every request to a lane until a moment.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - moment: When the lane may be used again.
    package func hold(_ lane: Lane, until moment: Moment) {
        let end = sinceBoot(moment)
        note(lane) { $0.hold(until: end, at: $1) }
    }

    /// Takes back the intervals that this run asked for where no other run has asked for the same since, as the run ends.
    ///
    /// Else the slow pace of a run that is over would bind the next ones.
    package func leave() {
        for (lane, entry) in state.withLock(\.entries) {
            guard let (interval, declared) = entry.declaration else { continue }
            note(lane, within: Self.lastPatience, isLast: true) { record, _ in
                record.withdraw(interval, declaredAt: declared)
            }
        }
    }

    private func endClaim(of lane: Lane, departedAt moment: Int64?) -> LaneInterval? {
        with(lane) { entry, _ in
            guard var record = entry.claim, let file = entry.file else { return nil }
            if let moment { record.endClaim(departedAt: moment) } else { record.undoClaim(after: entry.sendBefore) }
            write(record, to: file, &entry)
            file.unlock()
            entry.claim = nil
            entry.latest = record
            if moment != nil { entry.turn = nil }
            return entry.counted
        }
    }

    private func note(
        _ lane: Lane, within patience: Duration = FileLaneStore.patience, isLast: Bool = false,
        _ body: (inout LaneRecord, LaneTime) -> Void
    ) {
        with(lane) { entry, common in
            let rest = rest
            let lock = { (file: LaneFile) throws(FileError) in try file.lock(within: patience, rest: rest) }
            switch access(&entry, &common, of: lane, lock: lock) {
            case .locked(let file):
                let time = time(&common.day)
                _ = change(&entry, file, at: time) { body(&$0, time) }
                file.unlock()
            case .busy:
                // The others can't be told, so this run can't keep the pace together with them from here on.
                if !isLast { entry.failure = entry.file?.isHeld }
            case .failed: break
            }
        }
    }

    private func with<Result>(_ lane: Lane, _ body: (inout Entry, inout Common) -> Result) -> Result {
        let (result, failure) = state.withLock { state in
            var entry = state.entries[lane] ?? newEntry(of: lane, &state)
            let wasOpen = entry.file != nil
            let result = body(&entry, &state.common)
            state.uses += 1
            entry.lastUse = state.uses
            let failure = state.hasFailed ? nil : entry.failure
            state.hasFailed = state.hasFailed || failure != nil
            state.entries[lane] = entry
            if wasOpen != (entry.file != nil) { Self.countFile(of: lane, isOpen: !wasOpen, &state) }
            return (result, failure)
        }
        if let failure { onFailure(failure) }
        return result
    }

    /// Counts a file that was opened or left; of too many the one that was unused for longest is closed.
    private static func countFile(of lane: Lane, isOpen: Bool, _ state: inout State) {
        guard isOpen else { return state.open.removeAll { $0 == lane } }
        state.open.append(lane)
        guard state.open.count > mostOpenFiles else { return }
        // Closing the file of an open claim would give its lock away.
        let idle = state.open.filter { state.entries[$0]?.claim == nil }
            .min { state.entries[$0]?.lastUse ?? 0 < state.entries[$1]?.lastUse ?? 0 }
        guard let idle else { return }
        state.entries[idle]?.file = nil
        state.open.removeAll { $0 == idle }
    }

    /// What is had of a lane at first; the first lane of all has the folder opened and old files in it removed.
    private func newEntry(of lane: Lane, _ state: inout State) -> Entry {
        if isSecret(lane) {
            state.hasSecretLane = true
            return Entry(isSecret: true)
        }
        if state.common.folder == nil {
            openFolder(&state.common)
            state.common.folder?.sweep(at: time(&state.common.day))
        }
        return Entry(folder: state.common.folder, failure: state.common.failure)
    }

    private func openFolder(_ common: inout Common) {
        common.folder = nil
        common.failure = nil
        common.lookedAt = now()
        do throws(FileError) {
            guard let path else { throw LaneFolder.unnamed }
            common.folder = try LaneFolder(at: path, creates: true)
        } catch {
            common.failure = error
        }
    }

    /// Leaves a folder that is no more where the other runs look for it, as one that was removed.
    private func follow(_ entry: inout Entry, _ common: inout Common, hasGone: Bool = false) {
        let now = now()
        let isDue = common.lookedAt.map { $0.duration(to: now) >= Self.lookPause } ?? true
        if hasGone || isDue, let folder = common.folder {
            common.lookedAt = now
            if !folder.isInPlace { openFolder(&common) }
        }
        guard entry.folder !== common.folder, !entry.isOwn else { return }
        entry.folder = common.folder
        entry.failure = common.failure
        entry.file = nil
        entry.turn = nil
    }

    /// Waits a moment for whoever writes a head; one who takes far too long holds up this run no longer.
    private func busy(_ entry: inout Entry) -> LaneClaim {
        let now = now()
        let since = entry.busySince ?? now
        entry.busySince = since
        guard since.duration(to: now) >= Self.patience, let file = entry.file else {
            return .wait(until: now.advanced(by: Self.pause), .pace)
        }
        entry.failure = file.isHeld
        return .granted
    }

    private func write(_ record: LaneRecord, to file: LaneFile, _ entry: inout Entry) {
        do throws(FileError) {
            try file.write(record)
        } catch {
            entry.failure = error
        }
    }

    /// Changes the record of a locked file.
    private func change<Result>(
        _ entry: inout Entry, _ file: LaneFile, at time: LaneTime, _ body: (inout LaneRecord) -> Result
    ) -> (record: LaneRecord, result: Result) {
        let content = file.read()
        var record = content.record(at: time)
        let result = body(&record)
        guard content != .record(record) else { return (record, result) }
        if content == .unknown { file.clear() }
        write(record, to: file, &entry)
        return (record, result)
    }

    /// Locks the file of a lane; one that lost its name meanwhile is left, and another is opened.
    private func access(
        _ entry: inout Entry, _ common: inout Common, of lane: Lane, lock: (LaneFile) throws(FileError) -> Bool
    ) -> Access {
        guard entry.claim == nil else { return .busy }
        entry.latest = nil
        follow(&entry, &common)
        while !entry.isOwn, let file = open(&entry, &common, of: lane, creates: true) {
            do throws(FileError) {
                guard try lock(file) else { return .busy }
            } catch {
                entry.failure = error
                return .failed
            }
            entry.busySince = nil
            if file.isLinked { return .locked(file) }
            entry.file = nil
        }
        return .failed
    }

    private func open(_ entry: inout Entry, _ common: inout Common, of lane: Lane, creates: Bool) -> LaneFile? {
        if let file = entry.file { return file }
        do throws(FileError) {
            entry.file = try inFolder(&entry, &common) { folder throws(FileError) in
                try folder.file(of: lane, creates: creates)
            }
        } catch {
            entry.failure = error
        }
        return entry.file
    }

    /// Opens a file in the folder, once more in another folder where the first was removed.
    private func inFolder(
        _ entry: inout Entry, _ common: inout Common, _ open: (LaneFolder) throws(FileError) -> LaneFile?
    ) throws(FileError) -> LaneFile? {
        do throws(FileError) {
            return try entry.folder.flatMap { folder throws(FileError) in try open(folder) }
        } catch {
            guard error.code == ENOENT else { throw error }
            follow(&entry, &common, hasGone: true)
            if let failure = entry.failure { throw failure }
            return try entry.folder.flatMap { folder throws(FileError) in try open(folder) }
        }
    }

    private func turn(_ entry: inout Entry, _ common: inout Common, of lane: Lane) throws(FileError) -> LaneFile? {
        follow(&entry, &common)
        if entry.turn == nil {
            entry.turn = try inFolder(&entry, &common) { folder throws(FileError) in try folder.turn(of: lane) }
        }
        return entry.turn
    }

    /// Removes the file of a turn that is another's, under the lane's lock so that nobody removes its successor.
    private func dismiss(_ turn: LaneFile, _ entry: inout Entry, _ common: inout Common, of lane: Lane) -> Bool {
        switch access(&entry, &common, of: lane, lock: { file throws(FileError) in try file.tryLock() }) {
        case .locked(let file):
            if turn.isLinked { try? entry.folder?.removeTurn(of: lane) }
            file.unlock()
            return true
        case .busy: return false
        case .failed: return true
        }
    }

    private func shared(_ record: LaneRecord, at time: LaneTime, _ day: LocalDay?) -> SharedLane {
        SharedLane(
            lastSend: record.send.map { moment($0.sinceBoot) },
            interval: .nanoseconds(record.recentInterval(at: time)),
            notBefore: record.notBefore.map { moment($0.sinceBoot) },
            sendsToday: record.adopted(at: time).sends,
            dayEnds: dayEnd(after: time, day)
        )
    }

    private func time(_ day: inout LocalDay?) -> LaneTime {
        let wall = wall()
        let today = day.flatMap { $0.contains(wall) ? $0 : nil } ?? LocalDay(of: wall)
        day = today
        return LaneTime(
            boot: boot, sinceBoot: sinceBoot(now()), wall: wall.sinceEpoch.boundedNanoseconds, day: today.number)
    }

    private func dayEnd(after time: LaneTime, _ day: LocalDay?) -> Moment {
        let left = day.map { $0.ends.sinceEpoch.boundedNanoseconds - time.wall } ?? 0
        return moment(time.sinceBoot + left)
    }

    private func sinceBoot(_ moment: Moment) -> Int64 {
        origin + moment.sinceOrigin.boundedNanoseconds
    }

    private func moment(_ sinceBoot: Int64) -> Moment {
        Moment(sinceOrigin: .nanoseconds(sinceBoot - origin))
    }
}
