import JSONText

/// The problems found so far: the first hundred, and how many more.
struct DiagnosticList {
    /// How many are kept.
    static let limit = 100

    private(set) var items: [Diagnostic] = []
    /// How many were found beyond those kept.
    private(set) var further = 0
    /// How many errors were found, kept or not.
    private(set) var errorCount = 0
    /// The kinds of all errors, kept or not.
    private(set) var kinds: Set<ManifestError.Kind> = []

    /// Notes a problem at a place of a file.
    mutating func report(
        _ message: String,
        at position: JSONPosition,
        in file: ManifestFile,
        severity: Diagnostic.Severity = .error,
        kind: ManifestError.Kind = .invalid
    ) {
        add(
            Diagnostic(
                message,
                file: file.name,
                line: position.line,
                column: position.column,
                severity: severity,
                kind: kind,
                excerpt: items.count < DiagnosticList.limit ? SourceExcerpt(of: file, at: position) : nil
            )
        )
    }

    /// Notes a problem of a list.
    mutating func add(_ problem: RequestList.Problem, of file: ManifestFile, severity: Diagnostic.Severity) {
        guard problem.excerpt != nil || problem.isSecret else {
            return report(problem.message, at: problem.position, in: file, severity: severity)
        }
        let position = problem.position
        add(
            Diagnostic(
                problem.message, file: file.name, line: position.line, column: position.column, severity: severity,
                excerpt: problem.excerpt))
    }

    /// Notes a problem.
    mutating func add(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error {
            kinds.insert(diagnostic.kind)
            errorCount += 1
        }
        if items.count < DiagnosticList.limit { items.append(diagnostic) } else { further += 1 }
    }

    /// The problems in the order of their places; those of the manifest before those of its list.
    func sorted(manifest: String) -> [Diagnostic] {
        items.sorted { left, right in
            (left.file == manifest ? 0 : 1, left.line, left.column) < (
                right.file == manifest ? 0 : 1, right.line, right.column
            )
        }
    }
}
