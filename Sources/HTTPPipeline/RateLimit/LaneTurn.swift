/// When a request asks for the turn of a lane that several runs share.
///
/// Those who wait for a lane are due at the same moment. On one with a long interval only the first of them can be served,
/// so that the others' connections would be made in vain: whoever has the turn connects alone.
enum LaneTurn {
    /// Below this interval nobody waits for a turn: the connections made meanwhile are used by the sends after.
    private static let leastInterval = Duration.seconds(1)
    /// How long before its departure a request asks.
    private static let lead = Duration.seconds(1)
    /// The same for the run that sent last: the others ask a few times before it, or it would always be the first.
    private static let leadOfLast = Duration.milliseconds(700)
    /// How often it asks again.
    static let pause = Duration.milliseconds(100)

    /// From when on a request asks for the turn.
    ///
    /// - Parameters:
    ///   - departure: When it may leave, by the lane and by its own holds.
    ///   - interval: The lane's interval, the largest of all runs.
    ///   - sentLast: Whether the lane's last send was this run's.
    /// - Returns: The moment; nil where the request needs no turn.
    static func begins(before departure: Moment, interval: Duration, sentLast: Bool) -> Moment? {
        interval < leastInterval ? nil : departure.advanced(by: .zero - (sentLast ? leadOfLast : lead))
    }
}
