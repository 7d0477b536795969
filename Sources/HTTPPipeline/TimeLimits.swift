/// How long the parts of a request may take.
public struct TimeLimits: Sendable, Hashable {
    /// Name look-up, TCP and TLS together.
    public var connect: Duration = .seconds(10)
    /// The longest time without a byte either way, the wait for the first one included.
    public var idle: Duration = .seconds(20)
    /// One exchange from look-up to last byte.
    public var attempt: Duration = .seconds(30)
    /// All attempts, hops and waits, except the waits for the lane's pace.
    public var request: Duration = .seconds(15 * 60)

    /// Creates the default limits: 10 s, 20 s, 30 s and 15 min.
    public init() {}
}
