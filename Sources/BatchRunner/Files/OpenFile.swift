#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// A file that is open; it is closed when its owner lets it go.
package struct OpenFile: ~Copyable, Sendable {
    /// The descriptor.
    package let descriptor: Int32
    /// The path, for messages.
    package let path: String
    private let isOwned: Bool

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - flags: Flags of open(2); close-on-exec is added.
    ///   - mode: The permissions of a file that is created, before the umask.
    /// - Throws: ``FileError`` when the system refuses.
    package init(_ path: String, flags: Int32, mode: mode_t = 0o600) throws(FileError) {
        let descriptor = open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw FileError(flags & O_CREAT == 0 ? "Can't open" : "Can't create", path)
        }
        self.descriptor = descriptor
        self.path = path
        isOwned = true
    }

    /// Makes an empty file without a name, to write and to read; it is gone when it is closed.
    ///
    /// - Parameter folder: The folder that it lies in.
    /// - Throws: ``FileError`` when the system refuses.
    package init(namelessIn folder: String) throws(FileError) {
        var template = Array(FilePath.join(folder, ".runner.XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError("Can't create a temporary file in", folder) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.descriptor = descriptor
        path = "a temporary file in \(folder)"
        isOwned = true
    }

    /// Takes a descriptor over; it is closed as if it had been opened here.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - path: Its name in messages.
    package init(taking descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        isOwned = true
    }

    /// Takes a descriptor that someone else closes, as standard output.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - path: Its name in messages.
    package init(borrowing descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        isOwned = false
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Writes all bytes, at the file's position.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: ``FileError`` when the system refuses; part of the bytes may be written then.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        let code = bytes.withUnsafeBytes { buffer -> Int32 in
            var offset = 0
            while offset < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
                let count = systemWrite(descriptor, rest.baseAddress, rest.count)
                if count >= 0 {
                    offset += count
                } else if errno == EAGAIN || errno == EWOULDBLOCK {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&waiting, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        guard code == 0 else { throw FileError("Can't write", path, code: code) }
    }

    /// Reads into a buffer, from the file's position.
    ///
    /// - Parameters:
    ///   - buffer: Where the bytes go; its first `count` elements are replaced.
    ///   - count: How many bytes to read at the most.
    /// - Returns: How many bytes were read; zero at the end.
    /// - Throws: ``FileError`` when the system refuses.
    package func read(into buffer: inout [UInt8], count: Int) throws(FileError) -> Int {
        if buffer.count < count { buffer.append(contentsOf: repeatElement(0, count: count - buffer.count)) }
        while true {
            let received = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, count) }
            if received >= 0 { return received }
            guard errno == EINTR else { throw FileError("Can't read", path) }
        }
    }

    /// Reads bytes from a place and leaves the file's position as it is.
    ///
    /// - Parameters:
    ///   - offset: The offset from the beginning.
    ///   - count: How many bytes to read at the most.
    /// - Returns: The bytes; none at the end.
    /// - Throws: ``FileError`` when the system refuses.
    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result: Int
            repeat {
                result = pread(descriptor, buffer.baseAddress, count, off_t(offset))
            } while result < 0 && errno == EINTR
            failure = result < 0 ? errno : 0
            filled = max(0, result)
        }
        guard failure == 0 else { throw FileError("Can't read", path, code: failure) }
        return bytes
    }

    /// Moves the file's position to its beginning.
    ///
    /// - Throws: ``FileError`` when the file can't seek.
    package func rewind() throws(FileError) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileError("Can't rewind", path) }
    }

    /// Forces what was written to the disk.
    ///
    /// - Throws: ``FileError`` when the system refuses; what was written must then be taken for lost.
    package func sync() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError("Can't write", path) }
    }

    /// Sets the permissions.
    ///
    /// - Parameter mode: The permissions.
    /// - Throws: ``FileError`` when the system refuses.
    package func setMode(_ mode: mode_t) throws(FileError) {
        guard fchmod(descriptor, mode) == 0 else { throw FileError("Can't set the permissions of", path) }
    }
}

// The libc functions of the same names as the methods above.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
