/// How many requests a server is asked, and how far apart, as far as it is known before.
package struct LanePace: Sendable, Hashable {
    /// The lane's name, which is not for showing.
    package let lane: String
    /// How many requests begin on it.
    package let count: Int
    /// The least time between two of them.
    package let interval: Duration

    /// Creates a pace.
    ///
    /// - Parameters:
    ///   - lane: The lane's name.
    ///   - count: How many requests begin on it.
    ///   - interval: The least time between two of them.
    package init(lane: String, count: Int, interval: Duration) {
        self.lane = lane
        self.count = count
        self.interval = interval
    }
}
