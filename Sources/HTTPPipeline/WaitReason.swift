/// What a wait before a send is charged to.
public enum WaitReason: String, Sendable, Hashable, CaseIterable {
    /// The lane's own interval.
    case pace
    /// The pause before a repeat.
    case backoff
    /// A time that the server named.
    case server
}
