package import HTTPPipeline

extension FileLaneStore {
    /// Opens the lanes that the runs of this user share.
    ///
    /// - Parameters:
    ///   - environment: Names the folder.
    ///   - timeline: The pipeline's timeline.
    /// - Returns: The lanes.
    /// - Throws: ``FileError`` when there is no folder that could be used.
    package static func open(
        in environment: [String: String], timeline: Timeline<ContinuousClock>
    ) throws(FileError) -> FileLaneStore {
        guard let path = LaneFolder.path(in: environment) else { throw LaneFolder.unnamed }
        let folder = try LaneFolder(at: path, creates: true)
        return FileLaneStore(
            in: folder, boot: BootClock.identifier, origin: origin(of: timeline), now: { timeline.now })
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
