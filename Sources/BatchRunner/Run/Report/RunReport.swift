package import HTTPPipeline

/// How a run ended.
package struct RunReport: Sendable {
    /// Why a run ended before its last request.
    package enum Stop: Sendable, Hashable {
        /// Its deadline passed.
        case deadline
        /// More requests failed than the manifest allows.
        case maxFailures(Int)
        /// It was cancelled, as by a signal.
        case interrupted
    }

    /// The code to exit with, where no signal ends the process.
    package var status: ExitStatus
    /// The counts and times.
    package var summary: RunSummary
    /// How many rows of the list held nothing to ask.
    package var leftOut = 0
    /// How many of the results earlier starts of the run left.
    package var kept = 0
    /// Whether the next start goes on where this one ended.
    package var isResumable = false
    /// Whether the next start can ask again for what failed alone.
    package var isRetryable = false
    /// How each lane was kept.
    package var lanes: [LaneReport]
    /// From start to end by the monotonic clock.
    package var duration: Duration
    /// How long it waited until servers in trouble could be tried again, which is no request's time.
    package var probeWait = Duration.zero
    /// Why it ended early; nil where it didn't.
    package var stop: Stop?
    /// Where the results are; nil where they went to standard output or were not published.
    package var output: String?
    /// Where the data are; nil where none were written.
    package var data: String?
    /// Where the partial results are; nil for a finished run.
    package var partial: String?
    /// The time at which the first deferred request may be asked again; nil where unknown or nothing is deferred.
    package var retryAt: WallTime?
    /// What kept the results from being written, one sentence; nil where they were.
    package var writeError: String?
    /// The failed, deferred and not-found requests by their reasons.
    package var notable: [NotableGroup] = []

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - status: The code to exit with.
    ///   - summary: The counts and times.
    ///   - lanes: How each lane was kept.
    ///   - duration: From start to end.
    package init(status: ExitStatus, summary: RunSummary, lanes: [LaneReport], duration: Duration) {
        self.status = status
        self.summary = summary
        self.lanes = lanes
        self.duration = duration
    }
}
