/// What a pipeline does at this moment, for a live line or a log.
public enum PipelineEvent: Sendable {
    /// It waits for a lane before a send.
    case waiting(WaitReason, lane: Lane, until: Moment)
    /// It lets an attempt go.
    case attempting(AttemptRecord)
    /// An attempt ended; it is complete.
    case attempted(AttemptRecord)
}

/// Watches a pipeline; it is called on the pipeline's task and must not block.
public protocol PipelineObserver: Sendable {
    /// Takes note of an event.
    ///
    /// - Parameter event: What the pipeline does.
    func observe(_ event: PipelineEvent)
}
