import BatchRunner

/// What a check of one manifest found.
struct CheckedManifest: Sendable {
    /// The problems, one block each, ready to print; empty where there are none.
    var text: String
    /// The code to exit with.
    var status: ExitStatus
    /// What would be sent and the least time it takes, one sentence a lane.
    var plan: [String]

    /// Checks a manifest.
    ///
    /// - Parameters:
    ///   - path: The manifest's path; `-` for standard input.
    ///   - environment: The variables that placeholders are read from.
    ///   - isStrict: Whether a bad line of a list makes it invalid.
    init(path: String, environment: [String: String], isStrict: Bool) {
        text = "\(path): error: not built\n"
        status = .bug
        plan = []
    }
}
