import CTestSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file descriptor that is closed when it is no longer used.
package final class Descriptor: Sendable {
    /// The descriptor.
    package let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Makes a pipe whose ends no child inherits.
    ///
    /// - Returns: The two ends.
    /// - Throws: ``ChildProcess/Failure`` when the system refuses.
    package static func pipe() throws(ChildProcess.Failure) -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard ctest_pipe(&ends) == 0 else { throw ChildProcess.Failure("pipe", errno) }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// A pseudo terminal of 80 columns that passes line breaks as they are.
    static func terminal() throws(ChildProcess.Failure) -> (master: Descriptor, slave: Descriptor) {
        let master = Descriptor(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
        guard master.number >= 0 else { throw ChildProcess.Failure("open /dev/ptmx", errno) }
        let name = try nameOfSlave(of: master.number)
        let slave = Descriptor(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC))
        guard slave.number >= 0 else { throw ChildProcess.Failure("open", errno) }
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(slave.number, UInt(TIOCSWINSZ), &size)
        var settings = termios()
        tcgetattr(slave.number, &settings)
        settings.c_oflag &= ~tcflag_t(OPOST)
        tcsetattr(slave.number, TCSANOW, &settings)
        return (master, slave)
    }

    /// Unlocks the other end of a pseudo terminal and names it.
    private static func nameOfSlave(of master: Int32) throws(ChildProcess.Failure) -> String {
        #if os(Linux)
            // Without _GNU_SOURCE the C library's module lacks unlockpt and ptsname; these are TIOCSPTLCK and TIOCGPTN.
            var isLocked: Int32 = 0
            var number: Int32 = 0
            guard ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
                throw ChildProcess.Failure("ioctl", errno)
            }
            return "/dev/pts/\(number)"
        #else
            guard grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
                throw ChildProcess.Failure("unlockpt", errno)
            }
            return String(cString: name)
        #endif
    }

    /// Takes the bytes that are there.
    ///
    /// - Parameter milliseconds: How long to wait for them at the most.
    /// - Returns: The bytes; nil at the end of the stream.
    package func available(within milliseconds: Int32) -> [UInt8]? {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(number, &bytes, bytes.count)
        // A terminal whose last writer left fails with EIO instead of an end.
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
