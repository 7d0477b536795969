/// Exponential backoff with jitter: the pause before the next attempt.
package struct Backoff: Sendable, Hashable {
    /// Which part of the current bound a pause is drawn from.
    package enum Jitter: Sendable, Hashable {
        /// From just above zero to the bound ("full jitter"), so that clients that failed together don't return together.
        case full
        /// From just above its half to the bound, where a server that is pressed has to be left alone for a while.
        case half
    }

    /// The bound of the first pause.
    package var base: Duration
    /// The bound of every pause.
    package var cap: Duration
    /// Which part of the bound a pause is drawn from.
    package var jitter: Jitter

    /// Creates a backoff.
    ///
    /// - Parameters:
    ///   - base: The bound of the first pause.
    ///   - cap: The bound of every pause.
    ///   - jitter: Which part of the bound a pause is drawn from.
    package init(base: Duration, cap: Duration, jitter: Jitter) {
        self.base = base
        self.cap = cap
        self.jitter = jitter
    }

    /// The pauses of a client that a server told to slow down without saying until when.
    package static let throttled = Backoff(base: .seconds(5), cap: .seconds(60), jitter: .half)

    /// The largest number of doublings; it takes any base of a nanosecond or more beyond any sensible cap.
    private static let mostDoublings = 64

    /// The upper bound of the pause after an attempt: the base, doubled with each attempt, up to the cap.
    ///
    /// - Parameter attempt: The number of the attempt that failed, from 1.
    /// - Returns: The bound; zero where base or cap are not positive.
    package func bound(afterAttempt attempt: Int) -> Duration {
        var bound = max(.zero, min(base, cap))
        for _ in 0..<min(max(0, attempt - 1), Self.mostDoublings) where bound < cap {
            // The cap is met before a doubling can overflow.
            bound = bound >= cap / 2 ? cap : bound * 2
        }
        return bound
    }

    /// Draws the pause after an attempt.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that failed, from 1.
    ///   - generator: The source of randomness.
    /// - Returns: The pause: more than zero and at most the bound; zero only where the bound is.
    package func pause(afterAttempt attempt: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let bound = bound(afterAttempt: attempt).saturatingNanoseconds
        guard bound > 0 else { return .zero }
        let least = jitter == .full ? 1 : bound / 2 + 1
        return .nanoseconds(Int64.random(in: min(least, bound)...bound, using: &generator))
    }
}

extension Duration {
    /// The duration in whole nanoseconds, at most what an `Int64` holds (292 years).
    fileprivate var saturatingNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? .max : nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
    }
}
