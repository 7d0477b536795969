/// The gaps between the sends of a lane, each held against the interval that was asked for when the later one left.
///
/// A pace may be changed between two starts of a run, so a gap says nothing about an interval of another time. What is told
/// is the gap that fell short the furthest; where none did, the least one of those at the largest interval.
struct LaneGaps: Sendable {
    /// The largest interval of a send of which there is no gap.
    private var largestAlone = Duration.zero
    private var largest = Duration.zero
    private var leastAtLargest: Duration?
    private var shortfall: (gap: Duration, asked: Duration)?

    /// Takes note of a send.
    ///
    /// - Parameters:
    ///   - gap: The time since the send before; nil for a lane's first one.
    ///   - interval: What was asked for when it left.
    mutating func note(_ gap: Duration?, asked interval: Duration) {
        guard let gap else {
            largestAlone = max(largestAlone, interval)
            return
        }
        if interval > largest { (largest, leastAtLargest) = (interval, nil) }
        if interval == largest { leastAtLargest = min(leastAtLargest ?? gap, gap) }
        guard gap < interval else { return }
        if shortfall.map({ interval - gap > $0.asked - $0.gap }) ?? true { shortfall = (gap, interval) }
    }

    /// The interval that ``least`` is to be held against.
    var asked: Duration { shortfall?.asked ?? (leastAtLargest == nil ? largestAlone : largest) }

    /// The gap to tell; nil where there is none.
    var least: Duration? { shortfall?.gap ?? leastAtLargest }
}
