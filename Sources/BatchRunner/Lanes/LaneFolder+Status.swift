extension LaneFolder {
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
