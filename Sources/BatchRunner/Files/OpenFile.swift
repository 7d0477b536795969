#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// A file that is open; it is closed when its owner lets it go.
///
/// A FIFO, a socket or a terminal may let its user wait for ever, and the system resumes a call that a signal has broken.
/// So such a file is waited for in slices, between which a cancel of the task is seen.
package struct OpenFile: ~Copyable, Sendable {
    /// The descriptor.
    package let descriptor: Int32
    /// The path, for messages.
    package let path: String
    private let isOwned: Bool
    /// Whether a call may wait for someone else.
    private let mayWait: Bool
    /// How often a file is made anew that has lost its name before it was locked; others remove one now and then, but not each.
    static let mostTries = 100
    /// How long no cancel is seen, in milliseconds.
    private static let slice: Int32 = 100

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - flags: Flags of open(2); close-on-exec is added.
    ///   - mode: The permissions of a file that is created, before the umask.
    /// - Throws: ``FileError`` when the system refuses.
    package init(_ path: String, flags: Int32, mode: mode_t = 0o600) throws(FileError) {
        // The system would take what stands before it for the whole name.
        guard !path.utf8.contains(0) else { throw FileError("Can't open", path, because: "its name has a zero byte") }
        let descriptor = open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw FileError(flags & O_CREAT == 0 ? "Can't open" : "Can't create", path)
        }
        self.init(taking: descriptor, path: path)
    }

    /// Opens a stream to write to; a FIFO is waited for until someone reads it.
    ///
    /// - Parameter path: The path of a FIFO or a device.
    /// - Throws: ``FileError`` when the system refuses or the task is cancelled.
    package init(stream path: String) throws(FileError) {
        var descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        // POSIX has ENXIO for a FIFO without a reader.
        while descriptor < 0, errno == EINTR || errno == ENXIO && Self.isFIFO(path) {
            guard !Task.isCancelled else { throw FileError("Can't open", path, code: ECANCELED) }
            poll(nil, 0, Self.slice)
            descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw FileError("Can't open", path) }
        self.init(taking: descriptor, path: path)
    }

    /// Makes an empty file without a name, to write and to read; it is gone when it is closed.
    ///
    /// - Parameter folder: The folder that it lies in.
    /// - Throws: ``FileError`` when the system refuses.
    package init(namelessIn folder: String) throws(FileError) {
        self.init(taking: try Self.nameless(in: folder), path: "a temporary file in \(folder)")
    }

    private static func nameless(in folder: String) throws(FileError) -> Int32 {
        #if os(Linux)
            // O_TMPFILE, whose definition Swift can't import. A file system without it says so, and then a name is there for a moment.
            let descriptor = open(folder, 0o20000000 | O_DIRECTORY | O_RDWR | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return descriptor }
        #endif
        let path = TemporaryFile.path(in: folder, tag: RandomTag.make())
        let named = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard named >= 0 else { throw FileError("Can't create a temporary file in", folder) }
        unlink(path)
        return named
    }

    /// Takes a descriptor over; it is closed as if it had been opened here.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - path: Its name in messages.
    package init(taking descriptor: Int32, path: String) {
        self.init(descriptor, path: path, isOwned: true)
    }

    /// Takes a descriptor that someone else closes, as standard output.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - path: Its name in messages.
    package init(borrowing descriptor: Int32, path: String) {
        self.init(descriptor, path: path, isOwned: false)
    }

    private init(_ descriptor: Int32, path: String, isOwned: Bool) {
        self.descriptor = descriptor
        self.path = path
        self.isOwned = isOwned
        var status = stat()
        mayWait = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Writes all bytes, at the file's position.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: ``FileError`` when the system refuses, or the task is cancelled and nobody takes the bytes; part of them may be written then.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        // A pipe that polls as writable takes this much without waiting (POSIX, write).
        let most = mayWait ? Int(PIPE_BUF) : bytes.count
        var rest = bytes[...]
        while !rest.isEmpty {
            if mayWait { try wait(for: POLLOUT, to: "Can't write") }
            let (count, code) = rest.prefix(most).withUnsafeBytes { buffer in
                let count = systemWrite(descriptor, buffer.baseAddress, buffer.count)
                return (count, errno)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if code != EINTR, code != EAGAIN {
                throw FileError("Can't write", path, code: code)
            }
        }
    }

    /// Writes all bytes at a place, and leaves the file's position as it is.
    ///
    /// - Parameters:
    ///   - bytes: The bytes; as many as a block are put there by one call.
    ///   - offset: The offset from the beginning.
    /// - Throws: ``FileError`` when the system refuses; part of them may be written then.
    package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let (count, code) = rest.withUnsafeBytes { buffer in
                (pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset + rest.startIndex)), errno)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if code != EINTR {
                throw FileError("Can't write", path, code: code)
            }
        }
    }

    /// Reads into a buffer, from the file's position.
    ///
    /// - Parameters:
    ///   - buffer: Where the bytes go; its first `count` elements are replaced.
    ///   - count: How many bytes to read at the most.
    /// - Returns: How many bytes were read; zero at the end.
    /// - Throws: ``FileError`` when the system refuses, or the task is cancelled and the file is none of a disk's.
    package func read(into buffer: inout [UInt8], count: Int) throws(FileError) -> Int {
        if buffer.count < count { buffer.append(contentsOf: repeatElement(0, count: count - buffer.count)) }
        while true {
            if mayWait {
                // A source without an end is always ready.
                guard !Task.isCancelled else { throw FileError("Can't read", path, code: ECANCELED) }
                try wait(for: POLLIN, to: "Can't read")
            }
            let received = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, count) }
            if received >= 0 { return received }
            guard errno == EINTR || errno == EAGAIN else { throw FileError("Can't read", path) }
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

    /// Forces what was written to the disk, where the file system can do that.
    ///
    /// - Throws: ``FileError`` when the system refuses; what was written must then be taken for lost.
    package func sync() throws(FileError) {
        guard fsync(descriptor) == 0 || Self.knowsNoSync else { throw FileError("Can't write", path) }
    }

    /// Whether a sync has failed just now because the file system has none: nothing better can be done there.
    private static var knowsNoSync: Bool { [EINVAL, ENOSYS, ENOTSUP].contains(errno) }

    /// Forces what was written to the disk, and of its times only what reading it again takes.
    ///
    /// - Throws: ``FileError`` when the system refuses; what was written must then be taken for lost.
    package func syncData() throws(FileError) {
        #if canImport(Darwin)
            try sync()
        #else
            guard fdatasync(descriptor) == 0 || Self.knowsNoSync else { throw FileError("Can't write", path) }
        #endif
    }

    /// Cuts the file, or extends it by zeros.
    ///
    /// - Parameter length: Its new length.
    /// - Throws: ``FileError`` when the system refuses.
    package func truncate(to length: Int) throws(FileError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw FileError("Can't cut", path) }
    }

    /// Takes the lock of the file, which goes with the last descriptor of this opening.
    ///
    /// - Returns: Whether it is taken; false where another opening of the file holds it.
    /// - Throws: ``FileError`` when the file can't be locked.
    package func tryLock() throws(FileError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw FileError("Can't lock", path) }
        }
        return true
    }

    /// Takes the lock of the file, as ``tryLock()`` does, where nobody else can be meant to have it.
    ///
    /// - Throws: ``FileError`` when another opening of the file holds it, or it can't be locked.
    package func lock() throws(FileError) {
        guard try tryLock() else { throw FileError(heldByAnother: path) }
    }

    /// Gives the lock of the file back.
    package func unlock() {
        _ = flock(descriptor, LOCK_UN)
    }

    /// The names of what lies in the folder that this is.
    ///
    /// - Returns: The names that are UTF-8: no other file is ours.
    /// - Throws: ``FileError`` when it is no folder or can't be read.
    package func names() throws(FileError) -> [String] {
        // The stream closes its descriptor, and two readings through one would go on where the other is.
        let reading = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard reading >= 0, let folder = fdopendir(reading) else {
            let error = FileError("Can't read", path)
            if reading >= 0 { close(reading) }
            throw error
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The file's size in bytes; nil where it can't be told.
    package var size: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether this is a regular file: no folder, FIFO or device.
    package var isRegular: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether this is a regular file of the user who runs the process.
    package var isOwnRegularFile: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
    }

    /// Whether this is a regular file of the user who runs the process that has no second name elsewhere.
    var isOwnAndOnlyHere: Bool {
        var status = stat()
        return isOwnRegularFile && fstat(descriptor, &status) == 0 && status.st_nlink == 1
    }

    /// Sees that nobody else can have put something into the file.
    ///
    /// - Parameter trust: What must hold of it.
    /// - Throws: ``FileError`` that says what is wrong and what to do about it.
    func check(_ trust: FileTrust) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("Can't look at", path) }
        try trust.check(path, status)
    }

    /// Whether a path names this file still.
    ///
    /// - Parameter path: The path; links are not followed.
    /// - Returns: Whether it does.
    package func stands(at path: String) -> Bool {
        var (mine, other) = (stat(), stat())
        guard fstat(descriptor, &mine) == 0, lstat(path, &other) == 0 else { return false }
        return mine.st_dev == other.st_dev && mine.st_ino == other.st_ino
    }

    /// Sets the permissions.
    ///
    /// - Parameter mode: The permissions.
    /// - Throws: ``FileError`` when the system refuses.
    package func setMode(_ mode: mode_t) throws(FileError) {
        guard fchmod(descriptor, mode) == 0 else { throw FileError("Can't set the permissions of", path) }
    }

    /// Waits until a call would not wait; a failing `poll` leaves it to the call to tell why.
    private func wait(for events: Int32, to attempt: String) throws(FileError) {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let count = poll(&entry, 1, Self.slice)
            if count > 0 || count < 0 && errno != EINTR { return }
            guard !Task.isCancelled else { throw FileError(attempt, path, code: ECANCELED) }
        }
    }

    private static func isFIFO(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}

// The libc functions of the same names as the methods above.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
