package import HTTPPipeline

/// Requests that wait, lane by lane, by their places in the manifest; nothing else of them is kept.
package struct SetAside: Sendable {
    /// The requests of one lane, in the manifest's order.
    private struct Queue: Sendable {
        var indices: [Int32] = []
        var taken = 0
        /// Where the first request stands that may change something at the server.
        var firstChange: Int?

        mutating func append(_ index: Int32, isChange: Bool) {
            if isChange, firstChange == nil { firstChange = indices.count }
            indices.append(index)
        }
    }

    private var queues: [Lane: Queue] = [:]
    /// The place of the first request that was set aside; nil for none.
    package private(set) var first: Int?

    /// Creates an empty list.
    package init() {}

    /// Whether no request is left.
    package var isEmpty: Bool { queues.isEmpty }

    /// The lanes of the requests that are left.
    package var lanes: Set<Lane> { Set(queues.keys) }

    /// Whether a request to a lane is left.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: Whether one is.
    package func holds(_ lane: Lane) -> Bool { queues[lane] != nil }

    /// Whether a request is left that may change something at the server of a lane.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: Whether one is.
    package func holdsChange(on lane: Lane) -> Bool { queues[lane]?.firstChange != nil }

    /// Sets a request aside.
    ///
    /// - Parameters:
    ///   - index: Its place in the manifest; requests come in the manifest's order.
    ///   - lane: Its lane.
    ///   - isChange: Whether it may change something at the server.
    package mutating func append(_ index: Int, of lane: Lane, isChange: Bool = false) {
        if first == nil { first = index }
        queues[lane, default: Queue()].append(Int32(index), isChange: isChange)
    }

    /// Decides on the next request of the manifest.
    ///
    /// - Parameters:
    ///   - index: Its place.
    ///   - lane: Its lane; nil for a request that reaches no server.
    /// - Returns: Whether it was set aside and is to be taken up; it is taken off the list then.
    package mutating func takes(_ index: Int, of lane: Lane?) -> Bool {
        guard let lane, let queue = queues[lane], queue.indices[queue.taken] == Int32(index) else { return false }
        queues[lane]?.taken += 1
        if queue.taken + 1 == queue.indices.count { queues[lane] = nil }
        return true
    }

    /// Chooses the request with which to try a lane in trouble: the first that waits, the last, one in the middle, and so on, so that
    /// one that always fails doesn't speak for all.
    ///
    /// None is chosen beyond a request that may change something, since it was to be asked after that.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - number: How often the lane was tried before.
    /// - Returns: Its place in the manifest; nil where none of the lane is left.
    package func probe(of lane: Lane, number: Int) -> Int? {
        guard let queue = queues[lane] else { return nil }
        let end = max(queue.taken + 1, queue.firstChange ?? queue.indices.count)
        let place =
            switch number % 3 {
            case 0: queue.taken
            case 1: end - 1
            default: queue.taken + (end - queue.taken) / 2
            }
        return Int(queue.indices[place])
    }
}
