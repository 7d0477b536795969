import HTTPPipeline

/// The gaps between the sends of a lane, each held against the interval that was asked for when the later one left.
///
/// A pace may be changed between two starts of a run, so a gap says nothing about an interval of another time. What is told
/// is the gap that fell short the furthest; where none did, the least one of those at the largest interval.
struct LaneGaps: Sendable {
    /// The largest interval of a send of which there is no gap.
    private var largestAlone = LaneInterval(.zero, by: .run)
    private var largest = LaneInterval(.zero, by: .run)
    private var leastAtLargest: Duration?
    private var shortfall: (gap: Duration, asked: LaneInterval)?

    /// Takes note of a send.
    ///
    /// - Parameters:
    ///   - gap: The time since the send before; nil for a lane's first one.
    ///   - interval: What was asked for when it left.
    mutating func note(_ gap: Duration?, asked interval: LaneInterval) {
        guard let gap else {
            if interval.duration > largestAlone.duration { largestAlone = interval }
            return
        }
        if interval.duration > largest.duration { (largest, leastAtLargest) = (interval, nil) }
        if interval.duration == largest.duration { leastAtLargest = min(leastAtLargest ?? gap, gap) }
        let missing = interval.duration - gap
        guard missing > .zero else { return }
        if shortfall.map({ missing > $0.asked.duration - $0.gap }) ?? true { shortfall = (gap, interval) }
    }

    /// The interval that ``least`` is to be held against.
    var asked: LaneInterval { shortfall?.asked ?? (leastAtLargest == nil ? largestAlone : largest) }

    /// The gap to tell; nil where there is none.
    var least: Duration? { shortfall?.gap ?? leastAtLargest }
}
