package import HTTPPipeline

/// Why a lane is left alone, and until when.
package struct LaneTrouble: Sendable, Hashable {
    /// What opened the breaker.
    package enum Cause: Sendable, Hashable {
        /// So many requests in a row exhausted their attempts.
        case inARow(Int)
        /// So many of the last requests exhausted their attempts.
        case share(Int, of: Int)
    }

    /// What opened the breaker.
    package var cause: Cause
    /// How many probes failed since.
    package var failedProbes = 0
    /// When the next probe is due, or would be.
    package var nextProbe: Moment

    /// Creates the trouble of a lane that was not tried again.
    ///
    /// - Parameters:
    ///   - cause: What opened the breaker.
    ///   - nextProbe: When the first probe is due.
    package init(_ cause: Cause, nextProbe: Moment) {
        self.cause = cause
        self.nextProbe = nextProbe
    }

    /// What becomes of a request to the lane that is not asked in this run.
    ///
    /// - Parameter lane: The lane's name as it may be shown.
    /// - Returns: One sentence.
    package func sentence(about lane: String) -> String {
        "\(failures(of: lane)); it is left alone for the rest of the run."
    }

    /// What a person should know while the run goes on.
    ///
    /// - Parameters:
    ///   - lane: The lane's name as it may be shown.
    ///   - now: The present moment.
    /// - Returns: The words, without a full stop.
    package func warning(about lane: String, now: Moment) -> String {
        let wait = DurationWords.telling(max(.zero, now.duration(to: nextProbe)))
        return "\(failures(of: lane)); it is left alone for \(wait), and requests to it are set aside"
    }

    private func failures(of lane: String) -> String {
        let failures =
            switch cause {
            case .inARow(let count): "\(count) requests in a row to \(lane) failed"
            case .share(let count, let window): "\(count) of the last \(window) requests to \(lane) failed"
            }
        guard failedProbes > 0 else { return failures }
        return failures + ", and so did \(failedProbes) \(failedProbes == 1 ? "probe" : "probes") after that"
    }
}
