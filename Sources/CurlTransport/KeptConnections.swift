package import HTTPPipeline

/// Which kept connections are too old to be relied on, by what was found of those before.
///
/// A server that closes an idle connection just when a request is on its way costs that request. Where the pace is near the
/// time for which the server keeps connections, it would be every other one.
package struct KeptConnections: Sendable {
    private struct Entry: Sendable {
        var lastUse: Int64
        var deadAfter: Int64?
    }

    private var entries: [Origin: Entry] = [:]
    /// A connection that breaks sooner says nothing of how long the server keeps one, in nanoseconds.
    private static let shortestLife: Int64 = 100_000_000

    /// Creates the knowledge of no connection.
    package init() {}

    /// Whether a request may go over a kept connection.
    ///
    /// - Parameters:
    ///   - request: The request; one that must not be sent twice gets a connection of its own.
    ///   - now: The present time.
    /// - Returns: Whether it may.
    package func mayCarry(_ request: HTTPRequest, at now: Int64) -> Bool {
        guard request.isIdempotent else { return false }
        guard let entry = entries[request.url.origin], let deadAfter = entry.deadAfter else { return true }
        return now - entry.lastUse < deadAfter / 10 * 9
    }

    /// Notes an exchange.
    ///
    /// - Parameters:
    ///   - origin: Where it went.
    ///   - begin: When it began.
    ///   - end: When it ended.
    ///   - isDead: Whether its kept connection was found dead.
    package mutating func note(_ origin: Origin, from begin: Int64, to end: Int64, foundDead isDead: Bool) {
        var entry = entries[origin] ?? Entry(lastUse: begin)
        let idle = begin - entry.lastUse
        if isDead, idle >= Self.shortestLife { entry.deadAfter = min(entry.deadAfter ?? idle, idle) }
        entry.lastUse = end
        entries[origin] = entry
    }
}
