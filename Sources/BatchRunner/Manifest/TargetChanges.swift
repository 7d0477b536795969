import HTTPPipeline

/// Counts how often requests of a manifest may have changed a target, so that what is asked after a change is not answered by what
/// was asked before it (RFC 9111 section 4.4).
struct TargetChanges: Sendable {
    /// By the first bits of a hash: lists may change as many targets as they have requests.
    private var counts: [UInt64: UInt32] = [:]

    /// Counts the next request of the manifest.
    ///
    /// - Parameters:
    ///   - target: What it is about; nil for nothing that can be changed.
    ///   - method: Its method.
    /// - Returns: How many requests before it may have changed the target, whatever became of them.
    mutating func count(_ target: String?, by method: HTTPMethod) -> UInt32 {
        guard let target, !method.isSafe || !counts.isEmpty else { return 0 }
        let key = Fingerprint(of: target).high
        let before = counts[key, default: 0]
        if !method.isSafe { counts[key] = before + 1 }
        return before
    }
}
