package import HTTPPipeline

/// When to ask again for what an earlier start has asked in vain: as late as the requests allow that change something.
///
/// What always fails, or is always put off, would otherwise be in the way of all else at each start.
package struct AskingOrder: Sendable {
    /// When a request is asked.
    package enum Turn: Sendable, Hashable {
        /// In the manifest's order.
        case own
        /// After all others.
        case last
        /// Not as a repeat: an earlier start has since sent what its answer would tell of. A failure stays as it is; what was only put
        /// off and never failed is asked in the manifest's order.
        case past
    }

    private var open: [Lane: Int] = [:]
    private var sent: [Lane: Int] = [:]

    /// Creates an order of requests none of which changes anything.
    package init() {}

    /// Takes note of a request that may change something at its server.
    ///
    /// - Parameters:
    ///   - index: Its place in the manifest; requests come in the manifest's order.
    ///   - lane: Its lane.
    ///   - wasSent: Whether an earlier start sent it, so that this one doesn't.
    package mutating func noteChange(_ index: Int, on lane: Lane, wasSent: Bool) {
        if wasSent { sent[lane] = index } else { open[lane] = index }
    }

    /// Decides on a request that an earlier start has asked in vain.
    ///
    /// - Parameters:
    ///   - index: Its place in the manifest.
    ///   - lane: Its lane.
    ///   - isChange: Whether it may itself change something.
    /// - Returns: When it is asked.
    package func turn(of index: Int, on lane: Lane, isChange: Bool) -> Turn {
        if index < sent[lane, default: -1] { return .past }
        return isChange || index < open[lane, default: -1] ? .own : .last
    }
}
