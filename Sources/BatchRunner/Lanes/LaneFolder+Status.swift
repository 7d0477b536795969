package import HTTPPipeline

extension LaneFolder {
    /// The interval that counts on a lane for a run that begins now; nothing is made for the question.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - own: What the run asks for.
    ///   - environment: Names the folder.
    ///   - time: The time.
    /// - Returns: The largest interval, and whose word it is; the run's own where nothing is known of the lane.
    package static func interval(
        of lane: Lane, for own: Duration, in environment: [String: String], at time: LaneTime = .current
    ) -> LaneInterval {
        guard let path = path(in: environment), let folder = try? LaneFolder(at: path, creates: false),
            let file = try? folder.file(of: lane, creates: false), case .record(let record) = file.read()
        else { return LaneInterval(own, by: .run) }
        return record.adopted(at: time).interval(for: own.boundedNanoseconds, at: time)
    }

    /// The lanes of the folder as they are at a time.
    ///
    /// - Parameter time: The time.
    /// - Returns: The lanes, by their names.
    /// - Throws: ``FileError`` when the folder can't be read.
    package func statuses(at time: LaneTime = .current) throws(FileError) -> [LaneStatus] {
        try lanes().compactMap { lane in
            guard let file = try? file(of: lane, creates: false) else { return nil }
            guard case .record(let record) = file.read() else { return LaneStatus(nil, of: lane, at: time) }
            return LaneStatus(record, of: lane, at: time)
        }
    }
}
