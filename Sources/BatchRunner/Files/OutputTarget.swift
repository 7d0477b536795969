#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A place to write to: a file that is replaced as a whole, or a stream.
package struct OutputTarget: Sendable, Hashable {
    /// The path to name to people; `-` for standard output.
    package let path: String
    /// The file itself, links followed; a stream as it was named.
    package let resolved: String
    /// Whether bytes are written to it as they are: standard output, a device, a FIFO.
    package let isStream: Bool

    /// How much longer than the file's name those of what lies beside it are.
    private static let longestAddition = 22

    /// Looks at a place without touching it.
    ///
    /// - Parameter path: The path; `-` for standard output.
    /// - Throws: ``FileError`` when it is a folder or no name of a file, or its links lead nowhere.
    package init(_ path: String) throws(FileError) {
        self.path = path
        try Self.refuseName(of: path)
        let kind = path == "-" ? .stream : FilePath.kind(of: path)
        guard kind != .folder else { throw FileError("Can't create", path, code: EISDIR) }
        // The link that /dev/stdout is may name no path at all (`pipe:[4711]`), so a stream's links are left to the system.
        isStream = kind == .stream
        resolved = isStream ? path : try FilePath.resolvingLinks(path)
    }

    private static func refuseName(of path: String) throws(FileError) {
        guard !path.utf8.contains(0) else { throw FileError("Can't create", path, because: "its name has a zero byte") }
        let name = FilePath.name(of: path)
        guard !["", ".", ".."].contains(name) else {
            let fault = path.isEmpty ? "the name is empty" : "that is a folder's name: add the name of a file"
            throw FileError("Can't create", path, because: fault)
        }
    }

    /// The folder that the file lies in.
    package var folder: String { FilePath.folder(of: resolved) }

    /// Makes the folder and sees that a file can be made there, before anything is asked of anyone.
    ///
    /// - Throws: ``FileError`` when it can't.
    package func prepare() throws(FileError) {
        guard !isStream else { return try prepareStream() }
        try FilePath.requireWorkingFolder(of: resolved, to: "Can't create")
        try FilePath.makeFolder(folder)
        let longest = pathconf(folder, Int32(_PC_NAME_MAX))
        guard FilePath.name(of: resolved).utf8.count + Self.longestAddition <= (longest > 0 ? longest : 255) else {
            throw FileError("Can't create", path, code: ENAMETOOLONG)
        }
        guard access(folder, W_OK | X_OK) == 0 else { throw FileError("Can't create", path) }
        try refuseAnothersPlace()
    }

    /// Refuses a file that the system doesn't let us replace although we may write to its folder: another user's in one like `/tmp`.
    ///
    /// - Throws: ``FileError`` when it is one.
    func refuseAnothersPlace() throws(FileError) {
        var (file, above) = (stat(), stat())
        let user = geteuid()
        guard user != 0, lstat(resolved, &file) == 0, stat(folder, &above) == 0 else { return }
        guard above.st_mode & S_ISVTX == 0 || file.st_uid == user || above.st_uid == user else {
            throw FileError(
                "Can't replace", path, because: "it is another user's, in a folder where only they may remove it")
        }
    }

    private func prepareStream() throws(FileError) {
        guard path != "-" else {
            // What was closed at the start is held open in the other direction.
            let flags = fcntl(STDOUT_FILENO, F_GETFL)
            guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
                throw FileError("Can't write", "standard output", because: "it is closed: name a file with --output")
            }
            return
        }
        var status = stat()
        if stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
            throw FileError("Can't write", path, because: "it is a socket: name a file or a pipe")
        }
        guard access(resolved, W_OK) == 0 else { throw FileError("Can't write", path) }
    }

    /// Whether a path leads through the file, as if it were a folder.
    ///
    /// - Parameter path: The path.
    /// - Returns: Whether it does; a stream is no file that anyone could take for a folder.
    package func isFolder(of path: String) -> Bool {
        guard !isStream else { return false }
        let own = FilePath.join(FilePath.real(folder), FilePath.name(of: resolved))
        return (FilePath.real(FilePath.folder(of: path)) + "/").hasPrefix(own + "/")
    }

    /// Whether what is written to another target would end up where this one's content goes.
    ///
    /// - Parameter other: Another target.
    /// - Returns: Whether both are one file, or both the standard output.
    package func isSamePlace(as other: OutputTarget) -> Bool {
        guard !isStream, !other.isStream else { return path == "-" && other.path == "-" }
        return FilePath.simplified(resolved) == FilePath.simplified(other.resolved)
            || FilePath.isSameFile(resolved, other.resolved)
    }

    /// A file of the same kind beside this one: `books.partial.json` for `books.json`.
    ///
    /// Nobody asked for it to be elsewhere, so a link in its place is replaced and not followed.
    ///
    /// - Parameter mark: What goes between stem and ending.
    /// - Returns: The target.
    /// - Throws: ``FileError`` when it is a folder.
    package func sibling(_ mark: String) throws(FileError) -> OutputTarget {
        let (stem, ending) = FilePath.split(FilePath.name(of: resolved))
        return try OutputTarget(itself: FilePath.join(FilePath.folder(of: resolved), "\(stem).\(mark)\(ending)"))
    }

    private init(itself path: String) throws(FileError) {
        guard FilePath.kind(of: path) != .folder else { throw FileError("Can't create", path, code: EISDIR) }
        self.path = path
        resolved = path
        isStream = false
    }

    /// Whether the name is that of a ``sibling(_:)``: `books.partial.json`.
    ///
    /// - Parameter mark: What goes between stem and ending.
    /// - Returns: Whether it is.
    package func isSibling(_ mark: String) -> Bool {
        FilePath.split(FilePath.name(of: resolved)).stem.hasSuffix(".\(mark)")
    }

    /// Replaces the file by what the body writes, or streams it.
    ///
    /// The bytes go to a temporary file beside the target, with the old file's permissions and group or the umask's, are forced to
    /// the disk and renamed, and the folder is forced to the disk too; on any failure the temporary file is removed and the old file stays.
    ///
    /// - Parameters:
    ///   - tag: Part of the temporary file's name, different for every run.
    ///   - body: Writes the content.
    /// - Throws: ``FileError`` when the system refuses, the body throws, or the task is cancelled while nobody reads the stream.
    package func write(
        tag: String, _ body: (inout FileSink) throws(FileError) -> Void
    ) throws(FileError) {
        guard !isStream else {
            var sink = FileSink(try openStream())
            try body(&sink)
            _ = try sink.finish()
            return
        }
        let temporary = try temporaryFile(tag: tag)
        let name = temporary.path
        do throws(FileError) {
            var sink = FileSink(temporary)
            try body(&sink)
            let file = try sink.finish()
            try file.sync()
            // With the file goes its lock, and until it has its name it would be taken for a stale one.
            let hasFailed = withExtendedLifetime(file) { rename(name, resolved) != 0 }
            guard !hasFailed else { throw FileError("Can't replace", path) }
        } catch {
            FilePath.remove(name)
            throw error
        }
        try FilePath.syncFolder(folder)
    }

    /// Makes the temporary file and locks it, which tells another run that it is in use.
    private func temporaryFile(tag: String) throws(FileError) -> OpenFile {
        let old = FilePermissions(of: resolved)
        var tag = tag
        for _ in 0..<OpenFile.mostTries {
            let name = TemporaryFile.path(in: folder, tag: tag)
            let file = try OpenFile(
                name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: old == nil ? 0o666 : 0o600)
            // Where the file system knows no locks, none is looked for either.
            let isLocked = (try? file.tryLock()) ?? true
            // Another run that had the lock first takes the file for a stale one and removes it, perhaps only by and by:
            // so the next one has a name of its own.
            guard isLocked, file.stands(at: name) else {
                tag = RandomTag.make()
                continue
            }
            old?.give(to: file)
            return file
        }
        throw FileError("Can't create", unsteady: path)
    }

    /// Opens a stream to write to; a FIFO is waited for until someone reads it.
    ///
    /// - Returns: The stream.
    /// - Throws: ``FileError`` when the system refuses or the task is cancelled.
    func openStream() throws(FileError) -> OpenFile {
        path == "-"
            ? OpenFile(borrowing: STDOUT_FILENO, path: "standard output")
            : try OpenFile(stream: resolved)
    }
}
