/// What each further signal does.
package struct SignalEscalation: Sendable {
    /// What to do about a signal.
    package enum Step: Sendable, Hashable {
        /// Stop in good order.
        case cancel
        /// Give up the request on the wire too, and be done soon.
        case abort
        /// End the process as if nobody listened.
        case die
    }

    /// The signal that came first; it is the one the process ends by.
    package private(set) var first: TerminationSignal?
    private var count = 0

    /// Creates an escalation at its beginning.
    package init() {}

    /// Takes note of a signal.
    ///
    /// - Parameter signal: The signal.
    /// - Returns: What to do about it.
    package mutating func note(_ signal: TerminationSignal) -> Step {
        count += 1
        first = first ?? signal
        switch count {
        case 1: return .cancel
        case 2: return .abort
        default: return .die
        }
    }
}
