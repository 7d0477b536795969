import JSONText

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is read more than once through one descriptor, so that a rename in between changes nothing, nor what is appended.
///
/// What can't seek, as a pipe, is copied to a nameless temporary file first. A device is refused, since it may have no end.
package final class ManifestFile: Sendable {
    /// The name in messages: the path as it was given, `<stdin>` for the standard input.
    package let name: String
    private let file: OpenFile
    /// Where the content begins: a standard input may have been read from already.
    private let start: Int
    /// Where the content ends.
    private let end: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path; `-` for the standard input.
    ///   - copyLimit: How much is taken from a pipe.
    /// - Throws: ``ManifestError`` when it can't be opened, is a directory or a device, can't be copied, or the task is
    ///   cancelled meanwhile.
    package init(path: String, copyLimit: Int = 1 << 30) throws(ManifestError) {
        let name = path == "-" ? "<stdin>" : path
        self.name = name
        guard !path.utf8.contains(0) else { throw ManifestError(.unreadable, "a path can't contain NUL") }
        do throws(FileError) {
            let file = try Self.open(path)
            var information = stat()
            guard fstat(file.descriptor, &information) == 0 else { throw FileError("Can't read", path) }
            switch information.st_mode & S_IFMT {
            case S_IFREG where information.st_size > 0:
                start = max(0, Int(lseek(file.descriptor, 0, SEEK_CUR)))
                end = Int(information.st_size)
                self.file = file
            case S_IFDIR:
                throw FileError("Can't read", path, code: EISDIR)
            case S_IFCHR, S_IFBLK:
                throw FileError("Can't read", path, because: "it is a device, not a file or a pipe")
            default:
                // The kernel's own files, as those in /proc, say that they are empty, and are not.
                start = 0
                self.file = try Self.copy(of: file, limit: copyLimit)
                end = self.file.size ?? 0
            }
        } catch {
            let hint = path.contains("\\") && error.code == ENOENT ? "; folders are parted by /" : ""
            throw ManifestError(error.path == path ? .unreadable : .io, "\(name): \(error.reason)\(hint)")
        }
    }

    private init(name: String, copy: consuming OpenFile) {
        self.name = name
        start = 0
        end = copy.size ?? 0
        file = copy
    }

    /// Reads bytes from a place.
    ///
    /// - Parameters:
    ///   - offset: The offset from the beginning.
    ///   - count: How many bytes to read at most.
    /// - Returns: The bytes; none at the end.
    /// - Throws: ``JSONSourceError`` when the system can't read.
    func read(at offset: Int, count: Int) throws(JSONSourceError) -> [UInt8] {
        let count = min(count, end - start - offset)
        guard count > 0 else { return [] }
        return try Self.telling { () throws(FileError) in try file.read(at: start + offset, count: count) }
    }

    /// A file of the same name in messages, with another content.
    ///
    /// - Parameter next: Gives the content piece by piece; nil at its end.
    /// - Returns: The file, which has no name of its own.
    /// - Throws: ``JSONSourceError`` when the content can't be had or written.
    func copy(_ next: () throws(JSONSourceError) -> [UInt8]?) throws(JSONSourceError) -> ManifestFile {
        let copy = try Self.telling { () throws(FileError) in
            try Self.keeping(name) { () throws(FileError) in try OpenFile(namelessIn: FilePath.temporaryFolder) }
        }
        while let bytes = try next() {
            try Self.telling { () throws(FileError) in
                try Self.keeping(name) { () throws(FileError) in try copy.write(bytes) }
            }
        }
        return ManifestFile(name: name, copy: copy)
    }

    private static func telling<T: ~Copyable>(_ body: () throws(FileError) -> T) throws(JSONSourceError) -> T {
        do throws(FileError) {
            return try body()
        } catch {
            throw JSONSourceError(error.reason)
        }
    }

    private static func open(_ path: String) throws(FileError) -> OpenFile {
        // Without the flag, the opening of a FIFO would wait for a writer, and no cancel would end it.
        guard path == "-" else { return try OpenFile(path, flags: O_RDONLY | O_NONBLOCK) }
        let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw FileError("Can't read", path) }
        return OpenFile(taking: copy, path: path)
    }

    private static func copy(of source: borrowing OpenFile, limit: Int) throws(FileError) -> OpenFile {
        let copy = try keeping(source.path) { () throws(FileError) in
            try OpenFile(namelessIn: FilePath.temporaryFolder)
        }
        var buffer: [UInt8] = []
        var size = 0
        while case let count = try source.read(into: &buffer, count: 1 << 16), count > 0 {
            size += count
            guard size <= limit else {
                let most = limit >= 1 << 30 ? "\(limit >> 30) GiB" : "\(limit >> 10) KiB"
                throw FileError(
                    "Can't read", source.path, because: "a pipe may bring \(most) at the most: save it as a file")
            }
            try keeping(source.path) { () throws(FileError) in try copy.write(Array(buffer[..<count])) }
        }
        return copy
    }

    /// Says of a copy that fails where it was to lie, which is not the place of what is copied.
    private static func keeping<T: ~Copyable>(
        _ path: String, _ body: () throws(FileError) -> T
    ) throws(FileError) -> T {
        do throws(FileError) {
            return try body()
        } catch {
            var failure = FileError(
                "Can't read", path,
                because:
                    "its copy in \(FilePath.temporaryFolder) fails: \(error.reason): name another folder with TMPDIR")
            failure.code = error.code
            throw failure
        }
    }
}
