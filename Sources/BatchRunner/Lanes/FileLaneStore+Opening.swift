package import HTTPPipeline

extension FileLaneStore {
    /// Creates the store of the lanes that the runs of this user share.
    ///
    /// - Parameters:
    ///   - environment: Names the folder.
    ///   - timeline: The pipeline's timeline.
    ///   - redaction: Knows the secrets: a lane whose name holds one is this run's own.
    ///   - onFailure: Is told once, of the first failure that leaves a lane to this run alone.
    package convenience init(
        in environment: [String: String],
        timeline: Timeline<ContinuousClock>,
        redaction: Redaction,
        onFailure: @escaping @Sendable (FileError) -> Void
    ) {
        self.init(
            at: LaneFolder.path(in: environment), boot: BootClock.identifier, origin: Self.origin(of: timeline),
            now: { timeline.now }, isSecret: { Self.holdsSecret($0, by: redaction) }, onFailure: onFailure)
    }

    /// Whether a lane's name holds a secret, or is one without its `www.`.
    private static func holdsSecret(_ lane: Lane, by redaction: Redaction) -> Bool {
        [lane.name, "www.\(lane.name)"].contains { redaction.masked($0) != $0 }
    }

    /// The time from the machine's start to a timeline's origin, from the two readings that lie closest together.
    private static func origin(of timeline: Timeline<ContinuousClock>) -> Duration {
        let readings = (0..<5).map { _ in
            let before = BootClock.now
            let moment = timeline.now
            return (origin: before - moment.sinceOrigin, span: BootClock.now - before)
        }
        return readings.min { $0.span < $1.span }?.origin ?? .zero
    }
}
