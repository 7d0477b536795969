#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A descriptor that may be a terminal.
struct Terminal: Sendable {
    /// The descriptor.
    let descriptor: Int32

    /// Standard output.
    static let output = Terminal(descriptor: 1)
    /// Standard error.
    static let error = Terminal(descriptor: 2)

    /// Whether it is a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// How many columns it has; 80 where it doesn't say.
    var width: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Whether this process may draw on it; one in the background would draw over the shell's line.
    var isInForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group == -1 || group == getpgrp()
    }
}
