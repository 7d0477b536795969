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

    /// The longest name in bytes: file systems take 255, and what lies beside the file adds up to 22 to its name.
    private static let longestName = 233

    /// Looks at a place without touching it.
    ///
    /// - Parameter path: The path; `-` for standard output.
    /// - Throws: ``FileError`` when it is a folder or its links form a loop.
    package init(_ path: String) throws(FileError) {
        self.path = path
        let kind = path == "-" ? .stream : FilePath.kind(of: path)
        guard kind != .folder else { throw FileError("Can't create", path, code: EISDIR) }
        // The link that /dev/stdout is may name no path at all (`pipe:[4711]`), so a stream's links are left to the system.
        isStream = kind == .stream
        resolved = isStream ? path : try FilePath.resolvingLinks(path)
    }

    /// The folder that the file lies in.
    package var folder: String { FilePath.folder(of: resolved) }

    /// Makes the folder and sees that a file can be made there, before anything is asked of anyone.
    ///
    /// - Throws: ``FileError`` when it can't.
    package func prepare() throws(FileError) {
        guard !isStream else { return }
        guard FilePath.name(of: resolved).utf8.count <= Self.longestName else {
            throw FileError("Can't create", path, code: ENAMETOOLONG)
        }
        try FilePath.makeFolder(folder)
        guard access(folder, W_OK | X_OK) == 0 else { throw FileError("Can't create", path) }
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
    /// The bytes go to a temporary file beside the target, with the old file's permissions or the umask's, are forced to
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
        let oldMode = FilePath.mode(of: resolved)
        var tag = tag
        for _ in 0..<OpenFile.mostTries {
            let name = TemporaryFile.path(in: folder, tag: tag)
            let file = try OpenFile(
                name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: oldMode == nil ? 0o666 : 0o600)
            do throws(FileError) {
                // Where the file system knows no locks, none is looked for either.
                let isLocked = (try? file.tryLock()) ?? true
                // Another run that had the lock first takes the file for a stale one and removes it, perhaps only by and by:
                // so the next one has a name of its own.
                guard isLocked, file.stands(at: name) else {
                    tag = RandomTag.make()
                    continue
                }
                if let oldMode { try file.setMode(oldMode) }
                return file
            } catch {
                FilePath.remove(name)
                throw error
            }
        }
        throw FileError("Can't create", unsteady: path)
    }

    private func openStream() throws(FileError) -> OpenFile {
        path == "-"
            ? OpenFile(borrowing: STDOUT_FILENO, path: "standard output")
            : try OpenFile(stream: resolved)
    }
}
