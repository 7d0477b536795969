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
    /// - Parameter mark: What goes between stem and ending.
    /// - Returns: The path to name, and the target.
    /// - Throws: ``FileError`` when it is a folder or its links form a loop.
    package func sibling(_ mark: String) throws(FileError) -> OutputTarget {
        let (stem, ending) = FilePath.split(FilePath.name(of: resolved))
        return try OutputTarget(FilePath.join(FilePath.folder(of: resolved), "\(stem).\(mark)\(ending)"))
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
        // Its length doesn't depend on the target's name, which may be as long as the file system allows.
        let temporary = FilePath.join(folder, ".runner-\(tag).tmp")
        do throws(FileError) {
            let oldMode = FilePath.mode(of: resolved)
            let file = try OpenFile(
                temporary, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: oldMode == nil ? 0o666 : 0o600)
            // It tells a later run that the file is in use; where the file system knows no locks, none is looked for either.
            _ = try? file.tryLock()
            if let oldMode { try file.setMode(oldMode) }
            var sink = FileSink(file)
            try body(&sink)
            try sink.finish().sync()
            guard rename(temporary, resolved) == 0 else { throw FileError("Can't replace", path) }
        } catch {
            // A temporary file that this run did not make is not its to remove.
            if error.code != EEXIST { FilePath.remove(temporary) }
            throw error
        }
        try FilePath.syncFolder(folder)
    }

    /// Removes the temporary files that killed processes left in the target's folder.
    ///
    /// A file that is being written is locked by its writer, and one of another user is not ours: both stay.
    package func removeStaleTemporaryFiles() {
        guard !isStream else { return }
        for name in FilePath.names(in: folder) where name.hasPrefix(".runner-") && name.hasSuffix(".tmp") {
            let tag = name.dropFirst(8).dropLast(4)
            guard tag.utf8.count == 16, tag.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil }) else { continue }
            let path = FilePath.join(folder, name)
            guard let file = try? OpenFile(path, flags: O_WRONLY | O_NOFOLLOW | O_NONBLOCK), file.isOwnRegularFile,
                (try? file.tryLock()) == true
            else { continue }
            FilePath.remove(path)
        }
    }

    private func openStream() throws(FileError) -> OpenFile {
        path == "-"
            ? OpenFile(borrowing: STDOUT_FILENO, path: "standard output")
            : try OpenFile(stream: resolved)
    }
}
