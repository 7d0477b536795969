/// A difficulty that the sample library puts in the way of a run.
package struct SampleFault: Sendable {
    /// What meets it: `ISBN 9780451524935` or a path.
    package let target: String
    /// One sentence on what happens.
    package let summary: String
    let effect: Effect

    /// What the server does.
    enum Effect: Sendable, Hashable {
        /// The first request is answered with 503.
        case unavailableOnce
        /// The first request is answered with 429 and `Retry-After: 1`.
        case throttledOnce
        /// Every answer is held back.
        case slow(milliseconds: Int)
        /// The record stands for another one that it was merged into.
        case merged(into: String)
        /// The ordinary answer is instructive as it is.
        case ordinary
    }

    /// The number that meets the fault; nil where a path does.
    var isbn: String? {
        target.hasPrefix("ISBN ") ? String(target.dropFirst(5)) : nil
    }
}
