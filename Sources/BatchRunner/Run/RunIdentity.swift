package import HTTPPipeline

/// Which run this is, and on which clock its moments count.
package struct RunIdentity: Sendable {
    /// The version of the runner.
    package static let version = "1.0.0"
    /// The version that servers are told.
    package static let agentVersion = version.split(separator: ".").prefix(2).joined(separator: ".")

    /// Sixteen hexadecimal digits, different for every run.
    package let id: String
    /// When the run began, by the wall clock.
    package let startedAt: WallTime
    /// When this start began its work, on the pipeline's timeline.
    package let begin: Moment
    /// Which start of the machine the monotonic times count from.
    package let boot: String
    /// The time from the machine's start to the origin of the pipeline's timeline.
    package let sinceBoot: Duration

    /// Names a run that begins now.
    package init() {
        id = RandomTag.make()
        startedAt = WallTime.current()
        begin = .origin
        boot = BootClock.identifier
        sinceBoot = BootClock.now
    }

    /// This start as one of a run that began before.
    ///
    /// - Parameters:
    ///   - id: The run's id.
    ///   - startedAt: When its first start began.
    /// - Returns: The run with this start's clock.
    package func resuming(id: String, startedAt: WallTime) -> RunIdentity {
        RunIdentity(id: id, startedAt: startedAt, begin: begin, boot: boot, sinceBoot: sinceBoot)
    }

    /// This start as one that had to wait before it could begin.
    ///
    /// - Parameters:
    ///   - moment: When it began, on the pipeline's timeline.
    ///   - startedAt: The same by the wall clock.
    /// - Returns: The run with its begin.
    package func beginning(at moment: Moment, startedAt: WallTime) -> RunIdentity {
        RunIdentity(id: id, startedAt: startedAt, begin: moment, boot: boot, sinceBoot: sinceBoot)
    }

    private init(id: String, startedAt: WallTime, begin: Moment, boot: String, sinceBoot: Duration) {
        self.id = id
        self.startedAt = startedAt
        self.begin = begin
        self.boot = boot
        self.sinceBoot = sinceBoot
    }
}
