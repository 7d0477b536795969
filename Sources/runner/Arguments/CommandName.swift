/// The subcommands.
package enum CommandName: String, Sendable, Hashable, CaseIterable {
    /// Runs a manifest.
    case run
    /// Checks manifests and sends nothing.
    case check
    /// Lists or frees the lanes that runs share.
    case lanes
    /// Serves the sample library.
    case serve
    /// Prints the manifest's JSON schema.
    case schema

    /// How the command is called.
    package var usage: String {
        switch self {
        case .run: "runner [run] [OPTIONS] MANIFEST"
        case .check: "runner check [OPTIONS] MANIFEST..."
        case .lanes: "runner lanes [OPTIONS]"
        case .serve: "runner serve [OPTIONS]"
        case .schema: "runner schema"
        }
    }

    /// What the command does, in half a line.
    package var summary: String {
        switch self {
        case .run: "send the requests of a manifest and write the results"
        case .check: "check manifests without sending anything"
        case .lanes: "list the servers that your runs share, and when each may be asked again"
        case .serve: "serve the sample library on this machine, for trying things out"
        case .schema: "print the JSON schema of manifests"
        }
    }
}
