package import HTTPPipeline

/// What happens in a run, for a live line, a log or a mail.
package enum RunEvent: Sendable {
    /// What is to be sent and the least time it takes, one sentence a lane, and the same in figures; before the first send.
    case planned(requests: Int, sentences: [String], paces: [LanePace] = [])
    /// What the manifest's check complains of without refusing it, ready with its line breaks: all of it, and in few lines.
    case diagnostics(String, brief: String)
    /// Something a person should know; each is given once.
    case warning(String)
    /// The run goes on with an earlier start's work: when that run began, and how many of its results are kept at the most.
    case resuming(startedAt: WallTime, kept: Int)
    /// What failed in the finished results is asked again, and so many of them are kept at the most.
    case retrying(output: String, kept: Int)
    /// Nothing failed in the finished results, so that nothing is asked and they stay as they are.
    case upToDate(output: String)
    /// A result of an earlier start is kept; the lane is that of its request.
    case kept(Outcome, lane: String? = nil)
    /// A request begins.
    case began(id: String)
    /// The run waits before a send.
    case waiting(WaitReason, lane: String, duration: Duration)
    /// Nothing is left but requests to servers in trouble: the run waits until one of them may be tried again.
    case waitingForProbe(lane: String, duration: Duration)
    /// An attempt ended; its URL is masked.
    case attempted(AttemptRecord)
    /// A request ended; the lane is where it began, nil for one that shares the answer of another.
    case finished(
        id: String, outcome: Outcome, reason: OutcomeReason?, message: String?, total: Duration, lane: String? = nil)
}

/// Watches a run; called on the run's task, so it must not block.
package protocol RunObserver: Sendable {
    /// Takes note of an event.
    ///
    /// - Parameter event: What happens.
    func observe(_ event: RunEvent)
}
