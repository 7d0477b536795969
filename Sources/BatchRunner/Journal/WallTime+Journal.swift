import HTTPPipeline

extension WallTime {
    /// The milliseconds since 1970 that a journal's times lie in: the years 1 to 9999, give or take.
    static let countable = -62_135_596_800_000...253_402_300_800_000

    /// The time in whole milliseconds since 1970; one that a journal's times don't reach is the nearest that they do.
    var milliseconds: Int {
        min(max(sinceEpoch.wholeMicroseconds / 1_000, Self.countable.lowerBound), Self.countable.upperBound)
    }

    /// Creates a time from whole milliseconds since 1970.
    ///
    /// - Parameter milliseconds: The milliseconds.
    init(milliseconds: Int) {
        self.init(sinceEpoch: .milliseconds(milliseconds))
    }
}
