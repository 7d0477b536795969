/// What a lane's file says: who used the lane last and when it may be used again.
package struct LaneRecord: Sendable, Hashable {
    /// A point in time by both clocks, in nanoseconds; the wall's serves after a restart of the machine.
    package struct Stamp: Sendable, Hashable {
        /// The time since the machine's start.
        package var sinceBoot: Int64
        /// The time since 1970.
        package var wall: Int64

        /// Creates a stamp.
        ///
        /// - Parameters:
        ///   - sinceBoot: The time since the machine's start.
        ///   - wall: The time since 1970.
        package init(sinceBoot: Int64, wall: Int64) {
            self.sinceBoot = sinceBoot
            self.wall = wall
        }
    }

    /// Which start of the machine the monotonic times count from.
    package var boot: String
    /// When the last request left; nil while none did.
    package var send: Stamp?
    /// Whether ``send`` is that of a claim whose end is not written: the request left then, a little later or not at all.
    package var isClaimed = false
    /// The largest interval that was lately asked for.
    package var interval: Int64 = 0
    /// When it was asked for last, since the machine's start.
    package var declared: Int64
    /// The largest interval that the server lately told.
    package var told: Int64 = 0
    /// When it was told last, since the machine's start.
    package var toldAt: Int64
    /// The largest interval that any run kept here: for so long a send matters, whoever asked for less since.
    package var longest: Int64 = 0
    /// When the lane may be used again, by the word of the server.
    package var notBefore: Stamp?
    /// The local day of ``sends``.
    package var day: Int
    /// How many requests left on that day.
    package var sends = 0

    /// Creates the record of a lane that nobody used.
    ///
    /// - Parameter time: The present time.
    package init(unusedAt time: LaneTime) {
        boot = time.boot
        declared = time.sinceBoot
        toldAt = time.sinceBoot
        day = time.day
    }
}
