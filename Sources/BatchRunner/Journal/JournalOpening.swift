package import HTTPPipeline

/// What a start writes at its beginning.
package struct JournalOpening: Sendable, Hashable {
    /// The version of the journal's form.
    package static let version = 1

    /// The run's id, the same for all its starts.
    package var run: String
    /// When the run's first start began.
    package var runStartedAt: WallTime
    /// When this start began.
    package var startedAt: WallTime
    /// Which start of the machine its monotonic times count from.
    package var boot: String
    /// Whether the start asks again for what failed; a run's first one then begins with the answers of the results before.
    package var retriesFailed = false
    /// The way from the state folder to the output; empty where it was not noted.
    package var output = ""
    /// The run whose results the output held when the start began, empty for none; nil where it was not noted.
    ///
    /// Of a run's openings the first one's counts.
    package var replaces: String?
    /// The manifest's path as it was given.
    package var manifestPath: String
    /// The manifest's SHA-256 in hexadecimal.
    package var manifestDigest: String

    /// Creates the beginning of a start.
    ///
    /// - Parameters:
    ///   - run: The run's id, the same for all its starts.
    ///   - runStartedAt: When the run's first start began.
    ///   - startedAt: When this start began.
    ///   - boot: Which start of the machine its monotonic times count from.
    ///   - manifestPath: The manifest's path as it was given.
    ///   - manifestDigest: The manifest's SHA-256 in hexadecimal.
    package init(
        run: String, runStartedAt: WallTime, startedAt: WallTime, boot: String, manifestPath: String,
        manifestDigest: String
    ) {
        self.run = run
        self.runStartedAt = runStartedAt
        self.startedAt = startedAt
        self.boot = boot
        self.manifestPath = manifestPath
        self.manifestDigest = manifestDigest
    }
}
