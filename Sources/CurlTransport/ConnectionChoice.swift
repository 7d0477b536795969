/// Over which connection an exchange goes.
package enum ConnectionChoice: Sendable, Hashable {
    /// One that was kept, where there is one, and it is kept.
    case kept
    /// A new one, which is kept.
    case new
    /// A new one, which is closed at the end.
    case own
}
