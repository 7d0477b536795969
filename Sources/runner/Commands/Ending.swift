package import BatchRunner

/// How the process ends.
package enum Ending: Sendable, Hashable {
    /// With an exit code.
    case status(ExitStatus)
    /// By a signal.
    case signal(TerminationSignal)

    /// Decides; a signal goes before every code.
    ///
    /// - Parameters:
    ///   - status: The code that the work calls for.
    ///   - signal: The signal that came; nil for none.
    package init(_ status: ExitStatus, signal: TerminationSignal?) {
        self = signal.map(Ending.signal) ?? .status(status)
    }

    /// Whether it is success.
    package var isSuccess: Bool { self == .status(.success) }
}
