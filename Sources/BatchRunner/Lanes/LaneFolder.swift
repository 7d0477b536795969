package import HTTPPipeline

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folder of the lanes' files, which is its owner's alone.
package final class LaneFolder: Sendable {
    /// The folder's path.
    package let path: String
    private let folder: OpenFile

    /// The folder that the environment names: `lanes` in `RUNNER_STATE_DIR`, else in `runner` in `XDG_STATE_HOME`, else in `runner` in
    /// `.local/state` at home.
    ///
    /// - Parameter environment: The environment; an empty variable counts as absent, and so does a relative `XDG_STATE_HOME`
    ///   (XDG Base Directory Specification).
    /// - Returns: The path; nil where no variable leads to one.
    package static func path(in environment: [String: String]) -> String? {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let folder = value("RUNNER_STATE_DIR") { return FilePath.join(folder, "lanes") }
        if let state = value("XDG_STATE_HOME"), state.hasPrefix("/") { return FilePath.join(state, "runner/lanes") }
        return value("HOME").map { FilePath.join($0, ".local/state/runner/lanes") }
    }

    /// The error where no variable leads to a folder.
    package static let unnamed = FileError(
        "Can't choose a folder for", "the lanes", because: "set RUNNER_STATE_DIR, XDG_STATE_HOME or HOME")

    private static let wayAround = ", or name another folder with RUNNER_STATE_DIR"

    /// Opens the folder, and makes it where asked.
    ///
    /// - Parameters:
    ///   - path: The folder's path.
    ///   - creates: Whether it is made where it is not there.
    /// - Throws: ``FileError`` when it can't be had, isn't the user's own, or others may write to it.
    package init(at path: String, creates: Bool) throws(FileError) {
        // What stands in place of bytes that make no character: several folders would be taken for one.
        guard !path.unicodeScalars.contains("\u{FFFD}") else {
            throw FileError("Can't open", path, because: "its name is not UTF-8\(Self.wayAround)")
        }
        if creates { try FilePath.makeFolder(path, mode: 0o700) }
        let trust = FileTrust(type: S_IFDIR, owners: [geteuid()], writers: 0o022, wayAround: Self.wayAround)
        var status = stat()
        // The system's word for a link would be that it is no folder.
        if lstat(path, &status) == 0 { try trust.check(path, status) }
        folder = try OpenFile(path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        self.path = path
        guard fstat(folder.descriptor, &status) == 0 else { throw FileError("Can't look at", path) }
        try trust.check(path, status)
    }

    /// Opens the file of a lane.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - creates: Whether an empty one is made where there is none.
    /// - Returns: The file; nil where there is none.
    /// - Throws: ``FileError`` when it can't be had or isn't the user's own regular file.
    package func file(of lane: Lane, creates: Bool) throws(FileError) -> LaneFile? {
        try file(named: LaneFileName.name(of: lane), creates: creates)
    }

    /// Opens the file of a lane's turn, and makes it where there is none.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: The file, whose lock is the turn.
    /// - Throws: ``FileError`` when it can't be had or isn't the user's own regular file.
    package func turn(of lane: Lane) throws(FileError) -> LaneFile? {
        try file(named: LaneFileName.nameOfTurn(of: lane), creates: true)
    }

    private func file(named name: String, creates: Bool) throws(FileError) -> LaneFile? {
        // Not to hang on a FIFO that someone put there.
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (creates ? O_CREAT : 0)
        let descriptor = openat(folder.descriptor, name, flags, mode_t(0o600))
        let full = FilePath.join(path, name)
        guard descriptor >= 0 else {
            if errno == ENOENT, !creates { return nil }
            throw FileError("Can't open", full)
        }
        let file = OpenFile(taking: descriptor, path: full)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("Can't look at", full) }
        try FileTrust(type: S_IFREG, owners: [geteuid()], writers: 0o022, wayAround: "").check(full, status)
        return LaneFile(file)
    }

    /// The lanes that have a file, by their names.
    ///
    /// - Returns: The lanes.
    /// - Throws: ``FileError`` when the folder can't be read.
    package func lanes() throws(FileError) -> [Lane] {
        try folder.names().compactMap(LaneFileName.lane).sorted { $0.name < $1.name }
    }

    /// Whether the folder is where other runs find it, neither removed nor moved nor hidden behind a link.
    package var isInPlace: Bool { folder.stands(at: path) }

    /// Removes the files of a lane; to be called under its lock.
    ///
    /// - Parameter lane: The lane.
    /// - Throws: ``FileError`` when they can't be removed.
    package func remove(_ lane: Lane) throws(FileError) {
        try remove(LaneFileName.name(of: lane))
        do throws(FileError) {
            try removeTurn(of: lane)
        } catch {
            // A lane whose interval is short has none.
            guard error.code == ENOENT else { throw error }
        }
    }

    /// Removes the file of a lane's turn; to be called under the lane's lock.
    ///
    /// Whoever has the turn loses it.
    ///
    /// - Parameter lane: The lane.
    /// - Throws: ``FileError`` when it can't be removed.
    package func removeTurn(of lane: Lane) throws(FileError) {
        try remove(LaneFileName.nameOfTurn(of: lane))
    }

    private func remove(_ name: String) throws(FileError) {
        guard unlinkat(folder.descriptor, name, 0) == 0 else {
            throw FileError("Can't remove", FilePath.join(path, name))
        }
    }

    /// Frees a lane: what is known of it is forgotten.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: Whether there was such a lane.
    /// - Throws: ``FileError`` when it can't be locked or removed, or another process has it for longer than a moment.
    package func clear(_ lane: Lane) throws(FileError) -> Bool {
        guard let file = try file(of: lane, creates: false) else { return false }
        guard try file.lock() else { throw file.isHeld }
        if file.isLinked { try remove(lane) }
        return true
    }

    /// Removes the files of lanes that were not used for long, and turns that nobody has on lanes without a file.
    ///
    /// Whoever opened such a file meanwhile finds, under the lock, that it has no name any more and opens another.
    ///
    /// - Parameter time: The present time.
    package func sweep(at time: LaneTime) {
        guard let lanes = try? lanes() else { return }
        for lane in lanes where isOld(lane, at: time) {
            guard let file = try? file(of: lane, creates: false), (try? file.tryLock()) == true, file.isLinked else {
                continue
            }
            // A file that says nothing is as old as its last change, which was looked at.
            if case .record(let record) = file.read(), !record.isForgettable(at: time) { continue }
            try? remove(lane)
        }
        guard let names = try? folder.names() else { return }
        for lane in Set(names.compactMap(LaneFileName.laneOfTurn)).subtracting(names.compactMap(LaneFileName.lane)) {
            guard let turn = try? turn(of: lane), (try? turn.tryLock()) == true, turn.isLinked else { continue }
            try? removeTurn(of: lane)
        }
    }

    /// Whether a file was not written for long, as far as the wall clock can tell; that spares opening the others.
    private func isOld(_ lane: Lane, at time: LaneTime) -> Bool {
        var status = stat()
        guard fstatat(folder.descriptor, LaneFileName.name(of: lane), &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return false
        }
        #if canImport(Darwin)
            let changed = Int64(status.st_mtimespec.tv_sec)
        #else
            let changed = Int64(status.st_mtim.tv_sec)
        #endif
        return changed <= time.wall / 1_000_000_000 - LaneRecord.memory.components.seconds
    }
}
