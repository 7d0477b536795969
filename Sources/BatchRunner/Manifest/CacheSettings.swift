/// Which answers are kept, as far as a manifest says it.
package struct CacheSettings: Sendable, Hashable {
    /// Whether the cache is asked and filled at all.
    package var isEnabled = true
    /// How long an answer is fresh; nil where the manifest says nothing.
    package var ttl: Duration?
    /// How long the answer that there is no such thing is fresh; nil where the manifest says nothing.
    package var notFoundTTL: Duration?

    /// Creates settings that say nothing.
    package init() {}
}
