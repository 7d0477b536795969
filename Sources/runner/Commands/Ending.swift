package import BatchRunner

/// How the process ends.
package enum Ending: Sendable, Hashable {
    /// With an exit code.
    case status(ExitStatus)
    /// By a signal.
    case signal(TerminationSignal)

    /// Decides; a signal goes before every code but those of a finished run, of which it has stopped nothing.
    ///
    /// - Parameters:
    ///   - status: The code that the work calls for.
    ///   - signal: The signal that came; nil for none.
    package init(_ status: ExitStatus, signal: TerminationSignal?) {
        let isFinished = status == .success || status == .failures
        self = (isFinished ? nil : signal).map(Ending.signal) ?? .status(status)
    }

    /// The signal by which the process ends; nil for none.
    package var signal: TerminationSignal? {
        if case .signal(let signal) = self { signal } else { nil }
    }

    /// Whether it is success.
    package var isSuccess: Bool { self == .status(.success) }
}
