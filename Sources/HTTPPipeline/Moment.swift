/// A point on a pipeline's monotonic timeline, counted from the timeline's origin.
public struct Moment: InstantProtocol, Sendable, Hashable {
    /// The time since the origin.
    public var sinceOrigin: Duration

    /// Creates a moment.
    ///
    /// - Parameter sinceOrigin: The time since the origin.
    public init(sinceOrigin: Duration) {
        self.sinceOrigin = sinceOrigin
    }

    /// The origin itself.
    public static let origin = Moment(sinceOrigin: .zero)

    /// The moment this much later.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The later moment.
    public func advanced(by duration: Duration) -> Moment {
        Moment(sinceOrigin: sinceOrigin + duration)
    }

    /// The time from this moment to another.
    ///
    /// - Parameter other: The other moment.
    /// - Returns: The time; negative where the other is earlier.
    public func duration(to other: Moment) -> Duration {
        other.sinceOrigin - sinceOrigin
    }

    /// Whether the left moment is the earlier one.
    public static func < (left: Moment, right: Moment) -> Bool {
        left.sinceOrigin < right.sinceOrigin
    }
}
