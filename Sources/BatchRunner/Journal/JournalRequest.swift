/// A request of the manifest as the journal's records are about it.
package struct JournalRequest: Sendable, Hashable {
    /// What the journal knows it by.
    package let key: JournalKey
    /// Its place in the manifest.
    package let index: Int
    /// Whether it must not be sent twice.
    package let isOnce: Bool

    /// Names a request.
    ///
    /// - Parameters:
    ///   - key: What the journal knows it by.
    ///   - index: Its place in the manifest.
    ///   - isOnce: Whether it must not be sent twice.
    package init(_ key: JournalKey, index: Int, isOnce: Bool = false) {
        self.key = key
        self.index = index
        self.isOnce = isOnce
    }
}
