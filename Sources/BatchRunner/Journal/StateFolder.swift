#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import HTTPPipeline

/// The folder in which a run keeps what it needs to be resumed: its lock and its journal.
package struct StateFolder: Sendable, Hashable {
    /// The folder.
    package let path: String

    /// Whether its place was found rather than named, so that someone else may have made it before.
    private let isFound: Bool
    /// Whether it holds no more than the lock, by whose content nothing is decided.
    private let holdsLockAlone: Bool

    /// The folder of an output: a hidden one beside it.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - holdsLockAlone: Whether the run keeps its journal elsewhere, or none.
    package init(beside output: OutputTarget, holdsLockAlone: Bool = false) {
        path = FilePath.join(output.folder, ".\(FilePath.name(of: output.resolved)).runner")
        isFound = true
        self.holdsLockAlone = holdsLockAlone
    }

    /// A folder that was named for it.
    ///
    /// - Parameter path: The folder.
    package init(_ path: String) {
        self.path = path
        isFound = false
        holdsLockAlone = false
    }

    /// The journal is for its owner alone: it holds all answers.
    private static let journalMode: mode_t = 0o600

    /// The journal of an unfinished run.
    package var journal: String { FilePath.join(path, "journal.ndjson") }
    /// The lock.
    package var lock: String { FilePath.join(path, "lock") }

    /// Whether a folder has the name of one beside an output, be it of this run or another's.
    ///
    /// - Parameter path: The folder.
    /// - Returns: Whether it has.
    package static func isOne(_ path: String) -> Bool {
        let name = FilePath.name(of: path)
        return name.hasPrefix(".") && name.hasSuffix(".runner")
    }

    /// Whether a path is that of the folder or leads into it.
    ///
    /// - Parameter path: The path.
    /// - Returns: Whether it does.
    package func holds(_ path: String) -> Bool {
        let way = FilePath.way(to: path, from: self.path)
        return FilePath.isSameFile(path, self.path) || !(way + "/").hasPrefix("../")
    }

    /// Makes the folder, for its owner alone, and sees that files can be made in it.
    ///
    /// - Throws: ``FileError`` when they can't.
    package func prepare() throws(FileError) {
        try FilePath.requireWorkingFolder(of: path, to: "Can't create files in")
        // The system would tell a link that leads nowhere as no folder, and another user's as a lack of permission.
        try refuseIfOthers()
        switch FilePath.kind(of: path) {
        case .folder: break
        case .file, .stream:
            throw FileError("Can't create files in", path, because: "it is a file where a folder is due")
        case nil:
            let above = FilePath.folder(of: path)
            try FilePath.makeFolder(above)
            try FilePath.makeFolder(path, mode: 0o700)
            // The umask may have taken from the owner what later starts need.
            chmod(path, 0o700)
        }
        try refuseIfOthers()
        guard FilePath.kind(of: path) == .folder else {
            throw FileError(
                "Can't create files in", path, because: "it is no folder: name another one with --state-dir")
        }
        guard access(path, W_OK | X_OK) == 0 else { throw FileError("Can't create files in", path) }
    }

    /// Refuses a folder that is there and in which someone else could put a journal of their own making.
    private func refuseIfOthers() throws(FileError) {
        var status = stat()
        guard isFound, lstat(path, &status) == 0 else { return }
        // A group may share the folder, as a volume's does.
        let trust = FileTrust(
            type: S_IFDIR, owners: holdsLockAlone ? nil : FileTrust.ownOrRoot, writers: holdsLockAlone ? 0 : S_IWOTH,
            wayAround: ", or name another folder with --state-dir")
        try trust.check(path, status)
    }

    /// Refuses a journal that someone else could have written: its answers would be published as a server's.
    ///
    /// - Throws: ``FileError`` that says what is wrong with it.
    func refuseForeignJournal() throws(FileError) {
        var status = stat()
        // What is no regular file is no journal, and is moved aside.
        guard lstat(journal, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        try Self.journalTrust.check(journal, status)
    }

    private static var journalTrust: FileTrust {
        FileTrust(
            type: S_IFREG, owners: FileTrust.ownOrRoot, writers: S_IWOTH, wayAround: ", or start a new run with --fresh"
        )
    }

    /// Removes the journal of a run that is finished or dropped, and what was cut from it.
    ///
    /// - Throws: ``FileError`` when a power cut might bring it back, as a run that is not finished.
    package func removeJournal() throws(FileError) {
        guard FilePath.kind(of: journal) != nil else { return }
        guard unlink(journal) == 0 || errno == ENOENT else { throw FileError("Can't remove", journal) }
        for name in FilePath.names(in: path) where name.hasPrefix("journal.ndjson.torn-") {
            FilePath.remove(FilePath.join(path, name))
        }
        try FilePath.syncFolder(path)
    }

    /// The journal's name is durable with its content, and so is the folder's: an earlier start may have been killed before.
    private var isNamed: JournalLog.Durability { .contentAndName(in: [path, FilePath.folder(of: path)]) }

    /// Whether a run works on the journal, which is locked by whoever writes it: the file of the lock may have been removed.
    ///
    /// - Returns: Whether one does.
    /// - Throws: ``FileError`` when the journal can't be locked.
    func hasJournalInUse() throws(FileError) -> Bool {
        // One that can't be opened, or is none, is told of when it is read.
        guard let file = try? OpenFile(journal, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK), file.isRegular else {
            return false
        }
        return try !file.tryLock()
    }

    /// Begins an empty journal, in place of one that is there.
    ///
    /// - Parameter run: The run's id.
    /// - Returns: The journal.
    /// - Throws: ``FileError`` when it can't be made.
    package func beginJournal(of run: String) throws(FileError) -> JournalLog {
        try removeJournal()
        let file = try OpenFile(journal, flags: O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW)
        try file.lock()
        // The umask may have taken from the owner what later starts need; a file system may know no such thing.
        try? file.setMode(Self.journalMode)
        return JournalLog(
            file, length: 0, checksum: JournalTail.beginning(of: run), durability: isNamed)
    }

    /// Goes on with a journal after its valid lines, once they and the cut behind them are durable.
    ///
    /// - Parameter scan: What was read of it.
    /// - Returns: The journal.
    /// - Throws: ``FileError`` when the system refuses.
    package func continueJournal(after scan: borrowing JournalScan) throws(FileError) -> JournalLog {
        let file = try OpenFile(journal, flags: O_RDWR | O_APPEND | O_NOFOLLOW)
        try file.lock()
        try file.check(Self.journalTrust)
        // What a cache of CI restored may be open to others.
        try? file.setMode(Self.journalMode)
        try file.truncate(to: scan.validLength)
        // What a killed start left in the kernel's memory is not durable yet, but the next lines will say that it is.
        try file.sync()
        return JournalLog(file, length: scan.validLength, checksum: scan.checksum, durability: isNamed)
    }

    /// Reads the journal.
    ///
    /// - Parameter scan: Takes what is read.
    /// - Returns: What the journal is found to be; nil where there is none.
    /// - Throws: ``FileError`` when the system refuses, or the task is cancelled.
    package func read(with scan: inout JournalScan) throws(FileError) -> JournalScan.Finding? {
        let file: OpenFile
        do throws(FileError) {
            file = try OpenFile(journal, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            switch error.code {
            case ENOENT: return nil
            case ENXIO, ELOOP: return .foreign
            default: throw error
            }
        }
        guard file.isRegular else { return .foreign }
        try file.check(Self.journalTrust)
        var chunk: [UInt8] = []
        while case let count = try file.read(into: &chunk, count: 1 << 20), count > 0 {
            guard !Task.isCancelled else { throw FileError("Can't read", journal, code: ECANCELED) }
            scan.read(chunk[..<count])
        }
        return scan.finish()
    }

    /// Copies the end of the journal to a file beside it.
    ///
    /// - Parameters:
    ///   - offset: Where the end begins.
    ///   - now: The present time, for the name.
    /// - Returns: The copy's path.
    /// - Throws: ``FileError`` when the system refuses.
    func copyTail(from offset: Int, now: WallTime) throws(FileError) -> String {
        let path = aside("torn", now: now)
        let source = try OpenFile(journal, flags: O_RDONLY | O_NOFOLLOW)
        let copy = try OpenFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
        var offset = offset
        while case let bytes = try source.read(at: offset, count: 1 << 20), !bytes.isEmpty {
            try copy.write(bytes)
            offset += bytes.count
        }
        try copy.sync()
        try FilePath.syncFolder(self.path)
        return path
    }

    /// Gives the journal another name, since it is none.
    ///
    /// - Parameter now: The present time, for the name.
    /// - Returns: The path under which it lies.
    /// - Throws: ``FileError`` when the system refuses.
    func moveAside(now: WallTime) throws(FileError) -> String {
        let path = aside("foreign", now: now)
        guard rename(journal, path) == 0 else { throw FileError("Can't move", journal) }
        try FilePath.syncFolder(self.path)
        return path
    }

    private func aside(_ mark: String, now: WallTime) -> String {
        let time = now.rfc3339(fractionDigits: 3).filter { $0.isASCII && ($0.isNumber || $0 == "T" || $0 == "Z") }
        return "\(journal).\(mark)-\(time)"
    }
}
