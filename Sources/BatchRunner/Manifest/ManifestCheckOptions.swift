/// What the caller of a manifest's check allows and knows.
package struct ManifestCheckOptions: Sendable {
    /// The names that `api` may have.
    package var knownAPIs: [String]
    /// Whether a bad line of `requestsFrom` is an error of the whole manifest.
    package var strict: Bool
    /// The environment variables that `${env:NAME}` is looked up in.
    package var environment: [String: String]

    /// Creates options.
    ///
    /// - Parameters:
    ///   - knownAPIs: The names that `api` may have.
    ///   - strict: Whether a bad line of `requestsFrom` is an error of the whole manifest.
    ///   - environment: The environment variables that `${env:NAME}` is looked up in.
    package init(knownAPIs: [String], strict: Bool = false, environment: [String: String] = [:]) {
        self.knownAPIs = knownAPIs
        self.strict = strict
        self.environment = environment
    }
}
