/// The options by their long names; the order is that of the help.
package enum OptionName: String, Sendable, Hashable, CaseIterable {
    /// Where results go.
    case output = "--output"
    /// Where the data file goes.
    case data = "--data"
    /// How results are written.
    case format = "--format"
    /// The ids to ask for.
    case only = "--only"
    /// How many requests to ask for.
    case limit = "--limit"
    /// The least time between two sends.
    case minInterval = "--min-interval"
    /// The same as a rate.
    case rate = "--rate"
    /// How many attempts each URL gets.
    case attempts = "--attempts"
    /// How long an attempt may take.
    case timeout = "--timeout"
    /// How long the run may take.
    case deadline = "--deadline"
    /// Where the state of an unfinished run is kept.
    case stateDir = "--state-dir"
    /// Drops an unfinished run.
    case fresh = "--fresh"
    /// Asks only for what failed.
    case retryFailed = "--retry-failed"
    /// How long to wait for another run.
    case lockWait = "--lock-wait"
    /// At what time of the day the run ends.
    case until = "--until"
    /// Neither reads nor fills the cache.
    case noCache = "--no-cache"
    /// What else counts as a failure.
    case failOn = "--fail-on"
    /// Whether a bad line of a list makes the manifest invalid.
    case strict = "--strict"
    /// The lane to free.
    case clear = "--clear"
    /// The port to serve on.
    case port = "--port"
    /// Only errors.
    case quiet = "--quiet"
    /// Each attempt and wait.
    case verbose = "--verbose"
    /// Whether progress is told.
    case progress = "--progress"
    /// Whether colours are used.
    case color = "--color"
    /// The help.
    case help = "--help"
    /// The version.
    case version = "--version"
}
