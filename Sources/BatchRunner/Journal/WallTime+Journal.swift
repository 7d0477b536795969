import HTTPPipeline

extension WallTime {
    /// The milliseconds since 1970 that a journal's times lie in: the years 1 to 9999, give or take.
    static let countable = -62_135_596_800_000...253_402_300_800_000

    /// The time in whole milliseconds since 1970.
    var milliseconds: Int { sinceEpoch.microseconds / 1_000 }

    /// Creates a time from whole milliseconds since 1970.
    ///
    /// - Parameter milliseconds: The milliseconds.
    init(milliseconds: Int) {
        self.init(sinceEpoch: .milliseconds(milliseconds))
    }
}
