import HTTPPipeline

/// What the end of a start comes to: its exit code, and what a later start could do.
package struct RunEnding: Sendable, Hashable {
    /// Why the start ended early; nil where it didn't.
    package let stop: RunReport.Stop?
    /// Whether a server is left alone or refused the client: that is no row's fault, so what failed is asked again.
    package let metTrouble: Bool
    /// The code to exit with.
    package let status: ExitStatus
    /// Whether every request has its final result.
    package let isComplete: Bool
    /// Whether a later start could go on with the rest.
    package let isResumable: Bool
    /// Whether a later start could ask again for what failed.
    package let isRetryable: Bool

    /// Decides.
    ///
    /// - Parameters:
    ///   - stop: Why the start ended early; nil where it didn't.
    ///   - metTrouble: Whether a server is left alone or refused the client.
    ///   - summary: How the requests ended.
    ///   - hasState: Whether the run leaves a state that a later start finds.
    ///   - failOn: What counts as a failure besides failed requests.
    package init(
        _ stop: RunReport.Stop?, metTrouble: Bool = false, summary: RunSummary, hasState: Bool,
        failOn: Set<RunOptions.FailOn>
    ) {
        self.stop = stop
        self.metTrouble = metTrouble
        isComplete = stop == nil && summary[.deferred] == 0 && summary[.skipped] == 0
        isResumable = !isComplete && hasState
        isRetryable = isComplete && hasState && summary[.failed] > 0
        let isFailure =
            summary[.failed] > 0 || failOn.contains(.notFound) && summary[.notFound] > 0
            || failOn.contains(.stale) && summary[.stale] > 0
        status = isComplete ? isFailure ? .failures : .success : .unfinished
    }

    /// What the journal says of the end of a start that left something to do.
    package var journalStop: JournalStop {
        switch stop {
        case .maxFailures: .maxFailures
        case _ where metTrouble: .trouble
        case .interrupted: .interrupted
        case .deadline: .deadline
        case nil: .deferred
        }
    }
}
