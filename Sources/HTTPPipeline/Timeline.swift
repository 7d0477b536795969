/// The clocks of a pipeline: a monotonic one for every wait and every deadline, and the wall's for reports.
///
/// All parts of a pipeline share one timeline, so that their moments compare. It never goes back: of two readings the later counts.
public struct Timeline<C: Clock>: Sendable where C.Duration == Duration {
    private let clock: C
    private let origin: C.Instant
    private let latest: LatestReading
    private let wall: @Sendable () -> WallTime
    /// How much before the moment of a send its wait ends, since a sleep ends late; the gate holds the rest exactly.
    let lead: Duration

    /// Creates a timeline that begins now.
    ///
    /// - Parameters:
    ///   - clock: The monotonic clock; it should count the time a machine sleeps.
    ///   - wall: Reads the wall clock.
    public init(clock: C, wall: @escaping @Sendable () -> WallTime) {
        let origin = clock.now
        self.init(clock, origin, LatestReading { origin.duration(to: clock.now) }, wall: wall, lead: .zero)
    }

    private init(
        _ clock: C, _ origin: C.Instant, _ latest: LatestReading, wall: @escaping @Sendable () -> WallTime,
        lead: Duration
    ) {
        self.clock = clock
        self.origin = origin
        self.latest = latest
        self.wall = wall
        self.lead = lead
    }

    /// The present moment.
    public var now: Moment { Moment(sinceOrigin: latest.now) }

    /// The present time by the wall clock.
    public var wallNow: WallTime { wall() }

    /// Waits until a moment.
    ///
    /// - Parameter moment: The moment; one that has passed is not waited for.
    /// - Throws: ``HTTPClientError`` of code ``HTTPClientError/Code/cancelled`` when the task is cancelled before or while it waits.
    public func sleep(until moment: Moment) async throws(HTTPClientError) {
        do {
            try Task.checkCancellation()
            guard moment > now else { return }
            try await clock.sleep(until: origin.advanced(by: moment.sinceOrigin), tolerance: .zero)
        } catch {
            throw HTTPClientError(.cancelled, "The wait was cancelled.")
        }
    }
}

extension Timeline where C == ContinuousClock {
    /// Creates a timeline on the machine's own clocks that begins now.
    public init() {
        let clock = ContinuousClock()
        let origin = clock.now
        // Read so often that the reading for any clock, which looks up its type each time, shows in a run's time.
        let latest = LatestReading { origin.duration(to: clock.now) }
        // Measured on Linux: a sleep of the toolchain's executor ends 0.1 to 0.4 ms late.
        self.init(clock, origin, latest, wall: WallTime.current, lead: .microseconds(250))
    }
}
