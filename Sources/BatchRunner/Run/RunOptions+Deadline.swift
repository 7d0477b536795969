package import HTTPPipeline

extension RunOptions {
    /// When the run ends: after the time it may take or at the time of the day it may last until, whichever is earlier.
    ///
    /// - Parameters:
    ///   - manifest: How long the run may take by the manifest's word; the command line's goes before it.
    ///   - now: When the run begins.
    ///   - wallNow: The same by the wall clock.
    ///   - offset: How far local time is ahead of UTC at a time.
    /// - Returns: The moment; nil for a run without an end of that kind.
    package func deadline(
        manifest: Duration?, now: Moment, wallNow: WallTime,
        offset: (WallTime) -> Duration = LocalTime.systemOffset(at:)
    ) -> Moment? {
        let remaining = until.map { $0.next(after: wallNow, offset: offset).sinceEpoch - wallNow.sinceEpoch }
        return [deadline ?? manifest, remaining].compactMap(\.self).min().map { now.advanced(by: $0) }
    }
}
