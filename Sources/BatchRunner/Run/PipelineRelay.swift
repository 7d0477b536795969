import HTTPPipeline

/// Tells a run's observer what its pipeline does.
struct PipelineRelay<C: Clock>: PipelineObserver where C.Duration == Duration {
    let observer: any RunObserver
    let timeline: Timeline<C>
    let redaction: Redaction

    func observe(_ event: PipelineEvent) {
        switch event {
        case .waiting(let reason, let lane, let until):
            observer.observe(
                .waiting(reason, lane: redaction.masked(lane.name), duration: timeline.now.duration(to: until)))
        case .attempting:
            break
        case .attempted(let attempt):
            observer.observe(.attempted(attempt))
        }
    }
}
