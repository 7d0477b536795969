import HTTPPipeline

/// Has the journal made durable while the run waits, and passes all events on.
struct JournalingObserver: RunObserver {
    private let base: any RunObserver
    private let log: JournalLog

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - base: Is told what happens.
    ///   - log: The journal.
    init(_ base: any RunObserver, log: JournalLog) {
        self.base = base
        self.log = log
    }

    /// Takes note of an event.
    ///
    /// - Parameter event: What happens.
    func observe(_ event: RunEvent) {
        switch event {
        case .waiting, .waitingForProbe: log.syncSoon()
        default: break
        }
        base.observe(event)
    }
}
