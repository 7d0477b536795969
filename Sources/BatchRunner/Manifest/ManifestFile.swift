import JSONText

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system's `read` under a name that the methods below don't hide.
private let systemRead = read
/// The system's `write`, likewise.
private let systemWrite = write

/// A file that is read more than once through one descriptor, so that a rename in between changes nothing.
///
/// What can't seek, as a pipe, is copied to an unlinked temporary file first.
package final class ManifestFile: Sendable {
    /// The name in messages: the path as it was given, `<stdin>` for the standard input.
    package let name: String
    private let descriptor: Int32
    /// Where the content begins: a standard input may have been read from already.
    private let start: Int

    /// Opens a file.
    ///
    /// - Parameter path: The path; `-` for the standard input.
    /// - Throws: ``ManifestError`` when it can't be opened, is a directory, or can't be copied.
    package convenience init(path: String) throws(ManifestError) {
        if path == "-" {
            let copy = fcntl(0, F_DUPFD_CLOEXEC, 3)
            guard copy >= 0 else { throw ManifestError(.unreadable, "<stdin>: \(Self.systemError())") }
            try self.init(descriptor: copy, name: "<stdin>")
            return
        }
        guard !path.utf8.contains(0) else { throw ManifestError(.unreadable, "a path can't contain NUL") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ManifestError(.unreadable, "\(path): \(Self.systemError())") }
        try self.init(descriptor: descriptor, name: path)
    }

    private init(descriptor: Int32, name: String) throws(ManifestError) {
        self.name = name
        var information = stat()
        guard fstat(descriptor, &information) == 0 else {
            let error = Self.systemError()
            close(descriptor)
            throw ManifestError(.unreadable, "\(name): \(error)")
        }
        switch information.st_mode & S_IFMT {
        case S_IFREG:
            self.descriptor = descriptor
            start = max(0, Int(lseek(descriptor, 0, SEEK_CUR)))
        case S_IFDIR:
            close(descriptor)
            throw ManifestError(.unreadable, "\(name): it is a directory")
        default:
            defer { close(descriptor) }
            self.descriptor = try Self.copyToTemporaryFile(descriptor, name: name)
            start = 0
        }
    }

    deinit {
        close(descriptor)
    }

    /// Reads bytes from a place.
    ///
    /// - Parameters:
    ///   - offset: The offset from the beginning.
    ///   - count: How many bytes to read at most.
    /// - Returns: The bytes; none at the end.
    /// - Throws: ``JSONSourceError`` when the system can't read.
    func read(at offset: Int, count: Int) throws(JSONSourceError) -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result: Int
            repeat {
                result = pread(descriptor, buffer.baseAddress, count, off_t(start + offset))
            } while result < 0 && errno == EINTR
            failed = result < 0
            filled = max(0, result)
        }
        guard !failed else { throw JSONSourceError(Self.systemError()) }
        return bytes
    }

    private static func copyToTemporaryFile(_ source: Int32, name: String) throws(ManifestError) -> Int32 {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array("\(folder.isEmpty ? "/tmp" : folder)/runner.XXXXXX".utf8CString)
        let copy = mkstemp(&template)
        guard copy >= 0 else { throw ManifestError(.io, "no temporary file can be made for \(name): \(systemError())") }
        _ = unlink(template)
        _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = systemRead(source, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                let error = systemError()
                close(copy)
                throw ManifestError(.io, "\(name): \(error)")
            }
            guard count > 0 else { return copy }
            guard write(buffer[..<count], to: copy) else {
                let error = systemError()
                close(copy)
                throw ManifestError(.io, "\(name) can't be copied to a temporary file: \(error)")
            }
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = systemWrite(descriptor, rest.baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    /// What the system says of its last error.
    static func systemError() -> String {
        String(cString: strerror(errno))
    }
}
