package import HTTPPipeline

/// What the moments and the send numbers of one start count from.
package struct RunEpoch: Sendable, Hashable {
    /// The time from the machine's start to the origin of the start's timeline.
    package var sinceBoot: Duration
    /// How many sends the run's earlier starts numbered.
    package var sendsBefore: Int

    /// Creates an epoch.
    ///
    /// - Parameters:
    ///   - sinceBoot: The time from the machine's start to the origin of the timeline.
    ///   - sendsBefore: How many sends the run's earlier starts numbered.
    package init(sinceBoot: Duration = .zero, sendsBefore: Int = 0) {
        self.sinceBoot = sinceBoot
        self.sendsBefore = sendsBefore
    }

    /// A moment of the timeline in nanoseconds since the machine's start.
    ///
    /// - Parameter moment: The moment.
    /// - Returns: The nanoseconds.
    package func nanosecondsSinceBoot(of moment: Moment) -> Int {
        (moment.sinceOrigin + sinceBoot).wholeNanoseconds
    }

    /// The moment of the timeline at a time since the machine's start.
    ///
    /// - Parameter nanoseconds: The nanoseconds since the machine's start.
    /// - Returns: The moment, which may lie before the timeline's origin.
    package func moment(sinceBoot nanoseconds: Int) -> Moment {
        Moment(sinceOrigin: .nanoseconds(nanoseconds) - sinceBoot)
    }
}
