package import HTTPPipeline

/// What is known of a lane, for people.
package struct LaneStatus: Sendable, Hashable {
    /// The lane.
    package var lane: Lane
    /// When the last request left, or the last try that failed before it left began, by the wall clock; nil while there was none, or
    /// where the file can't be read.
    package var lastUse: WallTime?
    /// The largest interval of the runs that used the lane lately; nil where none did.
    package var interval: Duration?
    /// When the lane may be used again; nil where the server said nothing or the time has passed.
    package var notBefore: WallTime?
    /// How many requests left on this day.
    package var sendsToday: Int

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - record: The record; nil for a file that can't be read.
    ///   - lane: The lane.
    ///   - time: The present time.
    package init(_ record: LaneRecord?, of lane: Lane, at time: LaneTime) {
        self.lane = lane
        let record = record?.adopted(at: time)
        let interval = record?.recentInterval(at: time) ?? 0
        self.interval = interval > 0 ? .nanoseconds(interval) : nil
        // The monotonic times count: the wall clock may have been set since they were written.
        func wall(_ stamp: LaneRecord.Stamp) -> WallTime {
            WallTime(sinceEpoch: .nanoseconds(time.wall + stamp.sinceBoot - time.sinceBoot))
        }
        lastUse = record?.send.map(wall)
        notBefore = record?.notBefore.flatMap { $0.sinceBoot > time.sinceBoot ? wall($0) : nil }
        sendsToday = record?.sends ?? 0
    }
}
