/// What the check of a manifest found.
package struct ManifestCheck: Sendable {
    /// The manifest; nil where it can't be used.
    package var manifest: Manifest?
    /// The problems by their places, at most a hundred.
    package var diagnostics: [Diagnostic]
    /// How many more problems there are.
    package var furtherProblems: Int
    /// What kind of failure the errors are, taken together; nil where there is none.
    package var failure: ManifestError.Kind?

    /// The problems as they are printed, each with its source line, and the number of those left out.
    package var report: String {
        var lines = diagnostics.map(\.description)
        if furtherProblems > 0 { lines.append("… and \(furtherProblems) more") }
        return lines.joined(separator: "\n")
    }

    /// How many lines of the list are bad, by what is wrong with them.
    package var badRows: [RowFault: Int]
    /// Whether the file is no manifest but a JSON Schema, as one may lie beside manifests.
    package var isSchema: Bool

    /// How many problems are told where a mail shall stay short.
    private static let briefLimit = 10

    /// The first ten problems, one line each; where there are more, how many, and the bad lines of the list by what is wrong with them.
    package var brief: String {
        var lines = diagnostics.prefix(Self.briefLimit).map(\.headline)
        let left = diagnostics.count + furtherProblems - lines.count
        guard left > 0 else { return lines.joined(separator: "\n") }
        let count = badRows.values.reduce(0, +)
        if count > 0 {
            let causes = RowFault.allCases.compactMap { fault in badRows[fault].map(fault.words) }
            lines.append(
                "… \(DurationWords.telling(count)) bad lines in all, each a failed result: "
                    + causes.joined(separator: ", "))
        }
        if left > count { lines.append("… and \(DurationWords.telling(left - count)) more") }
        return lines.joined(separator: "\n")
    }

    /// The manifest where it can be used.
    ///
    /// - Returns: The manifest.
    /// - Throws: ``ManifestError`` with the problems when it can't.
    package func get() throws(ManifestError) -> Manifest {
        guard let manifest else {
            throw ManifestError(failure ?? .invalid, report, diagnostics: diagnostics)
        }
        return manifest
    }
}
