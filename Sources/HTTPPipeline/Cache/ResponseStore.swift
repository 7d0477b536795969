/// Keeps answers by their keys.
public protocol ResponseStore: ~Copyable {
    /// Looks an answer up.
    ///
    /// - Parameter key: What it is kept under.
    /// - Returns: The answer, fresh or stale; nil where there is none.
    mutating func response(for key: CacheKey) -> CachedResponse?

    /// Keeps an answer in place of the one that is there; a store may drop it, or others, to stay within its bounds.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - key: What it is kept under.
    mutating func store(_ response: CachedResponse, for key: CacheKey)

    /// Drops an answer; does nothing where there is none.
    ///
    /// - Parameter key: What it is kept under.
    mutating func removeResponse(for key: CacheKey)

    /// Drops every answer that came from a URL, or by way of it.
    ///
    /// - Parameter url: The URL, as ``CachedResponse/urls`` has it.
    mutating func removeResponses(from url: HTTPURL)
}
