import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Waits for the signals that ask the process to end, on a thread of its own.
///
/// A handler writes the signal's number into a pipe and does nothing else, so that nothing runs between two instructions
/// of the program, and so that the signals reach a process whose id is 1, for which the kernel drops those without one.
final class SignalWatch: Sendable {
    /// The writing end of the pipe; the handler can reach nothing but a global.
    private static let pipeEnd = Atomic<Int32>(-1)

    private let escalation = Mutex(SignalEscalation())
    /// How long the process may take after the second signal to write what it has.
    private static let lastWord = DispatchTimeInterval.seconds(1)

    /// Creates a watch that doesn't listen yet.
    init() {}

    /// The signal that came first; nil while none came.
    var caught: TerminationSignal? { escalation.withLock(\.first) }

    /// Begins to listen; to be called once in a process.
    ///
    /// A signal that the parent ignores stays ignored: `nohup` does so with SIGHUP, and a shell without job control with SIGINT for
    /// what it starts in the background (POSIX.1-2024, Shell & Utilities, section 2.12). A second after the second signal the
    /// process ends wherever it is, which does no more harm than a kill; the third signal ends it at once.
    ///
    /// - Parameter act: Is told the first and the second signal, and what to do about it.
    func listen(_ act: @escaping @Sendable (TerminationSignal, SignalEscalation.Step) -> Void) {
        guard let end = Self.openPipe() else { return }
        for signal in TerminationSignal.allCases { Self.handle(signal) }
        DispatchQueue(label: "signals").async { @Sendable in
            while let signal = Self.nextSignal(from: end) {
                let step = self.escalation.withLock { $0.note(signal) }
                switch step {
                case .cancel: break
                case .abort: Self.die(by: self.caught ?? signal, after: Self.lastWord)
                case .die: Self.die(by: signal)
                }
                act(signal, step)
            }
        }
    }

    /// Ends the process by a signal, so that whoever started it sees that; by exit code where the signal has no effect.
    ///
    /// - Parameter number: The signal.
    static func die(by number: TerminationSignal) -> Never {
        _ = signal(number.rawValue, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number.rawValue)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number.rawValue)
        exit(number.exitCode)
    }

    /// Ends the process by a signal after a while, unless it has ended by then.
    private static func die(by number: TerminationSignal, after delay: DispatchTimeInterval) {
        DispatchQueue(label: "last word").asyncAfter(deadline: .now() + delay) { @Sendable in die(by: number) }
    }

    private static func handle(_ number: TerminationSignal) {
        let previous = signal(number.rawValue) { number in
            let error = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = systemWrite(SignalWatch.pipeEnd.load(ordering: .relaxed), &byte, 1)
            errno = error
        }
        if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            _ = signal(number.rawValue, SIG_IGN)
        }
    }

    /// Opens the pipe and makes its writing end known to the handler.
    ///
    /// - Returns: The reading end; nil where the process has no descriptor left, so that signals keep their effect.
    private static func openPipe() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must not block, whatever is in the pipe.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        pipeEnd.store(ends[1], ordering: .relaxed)
        return ends[0]
    }

    private static func nextSignal(from end: Int32) -> TerminationSignal? {
        var byte: UInt8 = 0
        while true {
            let count = read(end, &byte, 1)
            if count == 1 { return TerminationSignal(rawValue: Int32(byte)) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }
}
