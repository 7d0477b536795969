/// Names the requests of a manifest as the journal knows them, in the manifest's order.
package struct RequestKeys: Sendable {
    /// How often each request came that is sent at every occurrence.
    private var occurrences: [JournalKey: UInt32] = [:]
    private var changes = TargetChanges()

    /// Creates names for a manifest from its beginning.
    package init() {}

    /// Names the next request.
    ///
    /// - Parameter spec: The request.
    /// - Returns: The request as the journal knows it.
    package mutating func name(_ spec: RequestSpec) -> JournalRequest {
        // What is asked after a change is another request than what was asked before it.
        var key = JournalKey(spec.fingerprint, occurrence: changes.count(spec.target, by: spec.method))
        if !spec.isShareable {
            key.occurrence = 0
            let occurrence = occurrences[key, default: 0] + 1
            occurrences[key] = occurrence
            key.occurrence = occurrence
        }
        return JournalRequest(key, index: spec.index, isOnce: spec.isSentOnce)
    }
}
