import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes messages to a descriptor; whatever goes wrong there never ends a run.
///
/// Text that nobody takes is lost rather than waited for: after a second the first time, then at once until the reader
/// is back, so that a stopped terminal holds up a run for a second and no more.
package final class ConsoleWriter: ConsoleSink {
    /// A pipe that polls as writable takes at least this much without blocking (POSIX, `PIPE_BUF`).
    private static let chunk = 512

    private let descriptor: Int32
    private let patience: Int32
    private let isStalled = Mutex(false)

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - descriptor: Where to write.
    ///   - patience: How many milliseconds a reader who stopped is waited for, once.
    package init(descriptor: Int32, patience: Int32 = 1_000) {
        self.descriptor = descriptor
        self.patience = patience
    }

    /// Whether text would be taken at once.
    package var isReady: Bool { Self.isWritable(descriptor, within: 0) }

    /// Writes text, or loses it where the descriptor is closed, full or stalled.
    ///
    /// - Parameter text: The text.
    package func write(_ text: String) {
        isStalled.withLock { isStalled in
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                isStalled = !Self.isWritable(descriptor, within: isStalled ? 0 : patience)
                guard !isStalled, let count = Self.write(rest.prefix(Self.chunk), to: descriptor) else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func isWritable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&entry, 1, milliseconds)
            // A closed descriptor is reported too, with other events.
            if count > 0 { return entry.revents & Int16(POLLOUT) != 0 }
            guard count < 0, errno == EINTR else { return false }
        }
    }

    /// Writes once; nil where the descriptor takes nothing any more.
    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
        let (count, error) = bytes.withUnsafeBytes { buffer in
            let count = systemWrite(descriptor, buffer.baseAddress, buffer.count)
            return (count, errno)
        }
        if count >= 0 { return count }
        return error == EINTR || error == EAGAIN ? 0 : nil
    }
}
