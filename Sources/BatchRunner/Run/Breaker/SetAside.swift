package import HTTPPipeline

/// Requests that wait for their lane's probe, by their places in the manifest; nothing else of them is kept.
package struct SetAside: Sendable {
    private var indices: [Int32] = []
    private var taken = 0
    /// The lanes of the requests.
    package private(set) var lanes: Set<Lane> = []

    /// Creates an empty list.
    package init() {}

    /// Whether no request is left.
    package var isEmpty: Bool { taken == indices.count }

    /// Sets a request aside.
    ///
    /// - Parameters:
    ///   - index: Its place in the manifest; requests come in the manifest's order.
    ///   - lane: Its lane.
    package mutating func append(_ index: Int, of lane: Lane) {
        indices.append(Int32(index))
        lanes.insert(lane)
    }

    /// Decides on the next request of the manifest.
    ///
    /// - Parameter index: Its place.
    /// - Returns: Whether it was set aside and is to be taken up; it is taken off the list then.
    package mutating func takes(_ index: Int) -> Bool {
        guard !isEmpty, indices[taken] == Int32(index) else { return false }
        taken += 1
        return true
    }
}
