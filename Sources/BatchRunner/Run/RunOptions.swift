/// What the command line says about one run; it goes before the manifest.
package struct RunOptions: Sendable {
    /// How results are written.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// One document.
        case json
        /// One result a line as soon as it and all before it are known, and nothing else.
        case ndjson
    }

    /// What else counts as a failure.
    package enum FailOn: String, Sendable, Hashable, CaseIterable {
        /// A request answered by "there is no such thing".
        case notFound = "not_found"
        /// A request answered from an out-of-date cache.
        case stale
    }

    /// The manifest's path; `-` for standard input.
    package var manifest: String
    /// Where results go, relative to the working directory; `-` for standard output; nil for the manifest's word.
    package var output: String?
    /// Where the data file goes; nil for the manifest's word.
    package var data: String?
    /// How results are written; nil for one document.
    package var format: Format?
    /// The least time between two sends to one lane, even below an API's own rule; nil for the manifest's word.
    package var minInterval: Duration?
    /// How many attempts each URL gets; nil for the manifest's word.
    package var attempts: Int?
    /// How long one attempt may take; nil for the manifest's word.
    package var timeout: Duration?
    /// Whether nothing is taken from or put into a cache.
    package var ignoresCache = false
    /// The ids to ask for; empty for all.
    package var only: [String] = []
    /// How many requests to ask for at the most; nil for all.
    package var limit: Int?
    /// How long the run may take; nil for the manifest's word.
    package var deadline: Duration?
    /// The time of the day at which the run ends; nil for none.
    package var until: LocalTime?
    /// What else counts as a failure.
    package var failOn: Set<FailOn> = []
    /// Whether a bad line of `requestsFrom` makes the manifest invalid.
    package var isStrict = false

    /// Where the state of an unfinished run is kept, relative to the working directory; nil for beside the results.
    package var stateFolder: String?
    /// Whether an unfinished run is dropped instead of resumed.
    package var startsFresh = false
    /// Whether only what failed in the finished results is asked for.
    package var retriesFailed = false
    /// How long to wait for another run of the same output; nil for not at all.
    package var lockWait: Duration?

    /// Creates the options of a plain run.
    ///
    /// - Parameter manifest: The manifest's path; `-` for standard input.
    package init(manifest: String) {
        self.manifest = manifest
    }

    /// Whether only a part of the manifest's requests is asked for.
    package var isSubset: Bool { !only.isEmpty || limit != nil }
}
