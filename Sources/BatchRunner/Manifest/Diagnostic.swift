import HTTPPipeline

/// One problem of a manifest or a list of requests, and where it is.
package struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    /// How bad a problem is.
    package enum Severity: String, Sendable, Hashable {
        /// Nothing can be sent.
        case error
        /// It is worth knowing.
        case warning
    }

    /// The file's name as it was given.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The column in Unicode scalars, from 1.
    package var column: Int
    /// How bad the problem is.
    package var severity: Severity
    /// The kind of failure that the problem is, where it is an error.
    package var kind: ManifestError.Kind
    /// One sentence without a full stop.
    package var message: String
    /// The source line; nil where it can't be shown.
    package var excerpt: SourceExcerpt?

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - message: One sentence without a full stop.
    ///   - file: The file's name as it was given.
    ///   - line: The line, from 1.
    ///   - column: The column in Unicode scalars, from 1.
    ///   - severity: How bad the problem is.
    ///   - kind: The kind of failure that the problem is, where it is an error.
    ///   - excerpt: The source line.
    package init(
        _ message: String,
        file: String,
        line: Int,
        column: Int,
        severity: Severity = .error,
        kind: ManifestError.Kind = .invalid,
        excerpt: SourceExcerpt? = nil
    ) {
        self.message = Self.shortened(message)
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.kind = kind
        self.excerpt = excerpt
    }

    /// A sentence without the middle of an overlong name or value that it quotes.
    private static func shortened(_ message: String) -> String {
        guard message.utf8.count > 1_000 else { return message }
        let scalars = message.unicodeScalars
        return "\(String(scalars.prefix(500)))…\(String(scalars.suffix(200)))"
    }

    /// The problem as it may be shown: its secrets masked, and a source line that holds one left out.
    ///
    /// - Parameter redaction: Knows the secrets.
    /// - Returns: The problem.
    func masked(by redaction: Redaction) -> Diagnostic {
        var masked = self
        if redaction.findsSecret(in: Array(message.utf8)) { masked.message = redaction.masked(message) }
        if let excerpt, redaction.findsSecret(in: Array(excerpt.text.utf8)) { masked.excerpt = nil }
        return masked
    }

    /// The problem in one line of the compilers' form: `books.json:14:15: error: …`.
    package var headline: String {
        let sentence = message.unicodeScalars.reduce(into: "") { text, scalar in
            text.unicodeScalars.append(SourceExcerpt.isShown(scalar) ? scalar : SourceExcerpt.substitute)
        }
        return "\(file):\(line):\(column): \(severity.rawValue): \(sentence)"
    }

    /// The problem in the compilers' form, with the source line, and a caret below the place.
    package var description: String {
        guard let excerpt else { return headline }
        return "\(headline)\n\(excerpt.text)\n\(excerpt.indent)^"
    }
}
