import JSONText

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is read more than once through one descriptor, so that a rename in between changes nothing.
///
/// What can't seek, as a pipe, is copied to a nameless temporary file first.
package final class ManifestFile: Sendable {
    /// The name in messages: the path as it was given, `<stdin>` for the standard input.
    package let name: String
    private let file: OpenFile
    /// Where the content begins: a standard input may have been read from already.
    private let start: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path; `-` for the standard input.
    ///   - copyLimit: How much is copied of what can't seek; a device may have no end.
    /// - Throws: ``ManifestError`` when it can't be opened, is a directory, can't be copied, or the task is cancelled
    ///   meanwhile.
    package init(path: String, copyLimit: Int = .max) throws(ManifestError) {
        let name = path == "-" ? "<stdin>" : path
        self.name = name
        guard !path.utf8.contains(0) else { throw ManifestError(.unreadable, "a path can't contain NUL") }
        do throws(FileError) {
            let file = try Self.open(path)
            var information = stat()
            guard fstat(file.descriptor, &information) == 0 else { throw FileError("Can't read", path) }
            switch information.st_mode & S_IFMT {
            case S_IFREG:
                start = max(0, Int(lseek(file.descriptor, 0, SEEK_CUR)))
                self.file = file
            case S_IFDIR:
                throw FileError("Can't read", path, code: EISDIR)
            default:
                start = 0
                self.file = try Self.copy(of: file, limit: copyLimit)
            }
        } catch {
            throw ManifestError(error.path == path ? .unreadable : .io, "\(name): \(error.reason)")
        }
    }

    /// Reads bytes from a place.
    ///
    /// - Parameters:
    ///   - offset: The offset from the beginning.
    ///   - count: How many bytes to read at most.
    /// - Returns: The bytes; none at the end.
    /// - Throws: ``JSONSourceError`` when the system can't read.
    func read(at offset: Int, count: Int) throws(JSONSourceError) -> [UInt8] {
        do throws(FileError) {
            return try file.read(at: start + offset, count: count)
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
        let copy = try OpenFile(namelessIn: FilePath.temporaryFolder)
        var buffer: [UInt8] = []
        var left = limit
        while left > 0 {
            let count = try source.read(into: &buffer, count: min(left, 1 << 16))
            guard count > 0 else { break }
            try copy.write(Array(buffer[..<count]))
            left -= count
        }
        return copy
    }
}
