/// Why a manifest can't be used.
package struct ManifestError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure; each has an exit code of its own.
    package enum Kind: Sendable, Hashable {
        /// A file can't be opened (66).
        case unreadable
        /// What the manifest says is wrong (65).
        case invalid
        /// A secret that the manifest names is missing or empty (78).
        case secretMissing
        /// The second reading differs from the first (65).
        case changed
        /// The task was cancelled while it read (75).
        case interrupted
        /// Reading failed midway, or a temporary file can't be written (74).
        case io
    }

    /// The kind of failure.
    package var kind: Kind
    /// One sentence with the file's name, without a full stop.
    package var message: String
    /// The problems with their places, where the failure has any.
    package var diagnostics: [Diagnostic]

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of failure.
    ///   - message: One sentence with the file's name, without a full stop.
    ///   - diagnostics: The problems with their places.
    package init(_ kind: Kind, _ message: String, diagnostics: [Diagnostic] = []) {
        self.kind = kind
        self.message = message
        self.diagnostics = diagnostics
    }

    /// The sentence.
    package var description: String { message }
}
