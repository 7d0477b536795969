package import HTTPPipeline

/// Which kept connections are too old to be relied on, by what was found of those before.
///
/// A server that closes an idle connection just when a request is on its way costs that request. Where the pace is near the
/// time for which the server keeps connections, it would be every other one.
package struct KeptConnections: Sendable {
    private struct Entry: Sendable {
        /// When an exchange ended over the connection that is kept.
        var lastUse: Int64
        /// After how long the latest ones were found dead.
        var deaths: [Int64] = []
        /// How many exchanges have gone over new connections for that reason.
        var spared = 0
    }

    private var entries: [Origin: Entry] = [:]
    /// A connection that breaks sooner says nothing of how long the server keeps one, in nanoseconds.
    private static let shortestLife: Int64 = 100_000_000
    /// One death may be a server's restart.
    private static let deathsToBelieve = 2
    /// After so many new connections a kept one is tried again.
    private static let patience = 20

    /// Creates the knowledge of no connection.
    package init() {}

    /// Over which connection a request goes.
    ///
    /// - Parameters:
    ///   - request: The request; one that must not be sent twice gets a connection of its own.
    ///   - now: The present time.
    /// - Returns: The choice.
    package func choice(for request: HTTPRequest, at now: Int64) -> ConnectionChoice {
        guard request.isIdempotent else { return .own }
        guard let entry = entries[request.url.origin], entry.deaths.count >= Self.deathsToBelieve,
            let limit = entry.deaths.max(), entry.spared < Self.patience
        else { return .kept }
        return now - entry.lastUse < limit / 10 * 9 ? .kept : .new
    }

    /// Notes an exchange.
    ///
    /// - Parameters:
    ///   - origin: Where it went.
    ///   - choice: Over which connection.
    ///   - departed: When its head was written; nil where it was not.
    ///   - end: When it ended.
    ///   - isDead: Whether its kept connection was found dead.
    package mutating func note(
        _ origin: Origin, over choice: ConnectionChoice, departed: Int64?, end: Int64, foundDead isDead: Bool
    ) {
        guard choice != .own, let departed else { return }
        var entry = entries[origin] ?? Entry(lastUse: departed)
        if isDead, departed - entry.lastUse >= Self.shortestLife {
            entry.deaths = entry.deaths.suffix(Self.deathsToBelieve - 1) + [departed - entry.lastUse]
            entry.spared = 0
        }
        if choice == .new {
            entry.spared += 1
        } else if !isDead, entry.spared >= Self.patience {
            // The kept one held this time.
            (entry.deaths, entry.spared) = ([], 0)
        }
        entry.lastUse = end
        entries[origin] = entry
    }
}
