/// The signals that ask a process to end.
package enum TerminationSignal: Int32, Sendable, Hashable, CaseIterable {
    /// The terminal is gone.
    case hangUp = 1
    /// A person pressed Ctrl-C.
    case interrupt = 2
    /// Another process asks for the end.
    case terminate = 15

    /// The name as `kill -l` knows it, with its prefix.
    package var name: String {
        switch self {
        case .hangUp: "SIGHUP"
        case .interrupt: "SIGINT"
        case .terminate: "SIGTERM"
        }
    }

    /// The exit code by which shells report the signal, for a process that can't be ended by it.
    package var exitCode: Int32 { 128 + rawValue }
}
