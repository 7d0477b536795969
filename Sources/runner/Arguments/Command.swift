package import BatchRunner

/// What a command line asks for.
package enum Command: Sendable {
    /// Run a manifest.
    case run(RunOptions, ConsoleOptions)
    /// Check manifests, each as a run of it with the same options would be.
    case check([RunOptions])
    /// List the lanes that runs share, or free the named ones.
    case lanes(cleared: [String])
    /// Serve the sample library; port 0 takes any free one.
    case serve(port: Int)
    /// Print the schema.
    case schema
    /// Print the help of a command; nil for the overview.
    case help(CommandName?)
    /// Print the version.
    case version
}

extension Command {
    /// Whether it works with threads and connections, for which the machine's limits must leave room.
    var needsThreads: Bool {
        switch self {
        case .run, .serve: true
        case .check, .lanes, .schema, .help, .version: false
        }
    }
}
