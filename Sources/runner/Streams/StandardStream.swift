#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A standard stream of the process, for commands whose output is their product.
struct StandardStream: Sendable {
    /// Standard output.
    static let output = StandardStream(descriptor: 1)
    /// Standard error.
    static let error = StandardStream(descriptor: 2)

    private let descriptor: Int32

    /// Writes text and waits until it is taken.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it arrived; a reader who left, as `head` does, has what was wanted and counts as served.
    @discardableResult
    func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let (count, error) = rest.withUnsafeBytes { bytes in
                (systemWrite(descriptor, bytes.baseAddress, bytes.count), errno)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if error == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            } else if error != EINTR {
                return error == EPIPE
            }
        }
        return true
    }

    /// Makes a write to a reader who left fail instead of ending the process.
    static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Has a write beyond the limit of a file's size fail with an error of its own instead of ending the process in the middle.
    static func ignoreSizeLimits() {
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Takes the descriptors 0 to 2 where they are closed, so that no file is opened as one of them and written over.
    ///
    /// What takes the place can't be used in the stream's direction, so that its use still fails.
    static func occupyClosed() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest free number is given, and all below are taken.
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
