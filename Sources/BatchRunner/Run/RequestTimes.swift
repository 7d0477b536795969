package import HTTPPipeline

/// Where the time of a request went, in whole microseconds; the parts add up to the total.
package struct RequestTimes: Sendable, Hashable {
    /// From beginning to end.
    package var total = Duration.zero
    /// In the cache.
    package var cache = Duration.zero
    /// Waits for the lane's pace.
    package var pace = Duration.zero
    /// Waits that the server ordered.
    package var server = Duration.zero
    /// Pauses before repeats.
    package var backoff = Duration.zero
    /// On the network.
    package var network = Duration.zero
    /// All else.
    package var other = Duration.zero

    /// Creates times of zero.
    package init() {}

    /// Sums up a record.
    ///
    /// - Parameters:
    ///   - record: The record of the request.
    ///   - end: When the request ended.
    package init(of record: RequestRecord, until end: Moment) {
        let waits = record.waits
        cache = record.cacheTime.counted
        pace = waits.pace.counted
        server = waits.server.counted
        backoff = waits.backoff.counted
        network = record.networkTime.counted
        let parts = cache + pace + server + backoff + network
        // The network is timed by a clock that stops in suspend, the whole by one that doesn't, so the parts can't exceed
        // the whole by more than the clocks' granularity.
        total = max(record.started.duration(to: end).counted, parts)
        other = total - parts
    }

    /// Adds the times of another request.
    ///
    /// - Parameters:
    ///   - sum: The times so far.
    ///   - times: The times to add.
    package static func += (sum: inout RequestTimes, times: RequestTimes) {
        sum.total += times.total
        sum.cache += times.cache
        sum.pace += times.pace
        sum.server += times.server
        sum.backoff += times.backoff
        sum.network += times.network
        sum.other += times.other
    }
}

extension Duration {
    /// The duration cut to whole microseconds; one below zero, which only a bad clock gives, is none.
    fileprivate var counted: Duration { max(.zero, .microseconds(wholeMicroseconds)) }
}
