/// Durations of waits by what they are charged to.
public struct Waits: Sendable, Hashable {
    /// Waits for the lane's interval.
    public var pace = Duration.zero
    /// Pauses before repeats.
    public var backoff = Duration.zero
    /// Waits that the server ordered.
    public var server = Duration.zero

    /// Creates waits of zero.
    public init() {}

    /// The waits charged to one reason.
    ///
    /// - Parameter reason: The reason.
    public subscript(reason: WaitReason) -> Duration {
        get {
            switch reason {
            case .pace: pace
            case .backoff: backoff
            case .server: server
            }
        }
        set {
            switch reason {
            case .pace: pace = newValue
            case .backoff: backoff = newValue
            case .server: server = newValue
            }
        }
    }
}
