import JSONText

/// What the readers of a manifest's parts share: where problems go, which secrets are known, and what the caller allows.
struct ManifestContext {
    /// The problems found so far.
    var diagnostics = DiagnosticList()
    /// The secrets.
    var secrets: SecretStore
    /// What the caller allows.
    let options: ManifestCheckOptions
    /// The file that is being read, for the places of problems.
    var file: ManifestFile

    /// Notes an error.
    mutating func report(_ message: String, at position: JSONPosition, kind: ManifestError.Kind = .invalid) {
        diagnostics.report(message, at: position, in: file, kind: kind)
    }

    /// The text with its secrets put in; nil, and an error noted, where one is missing.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - position: Where it stands.
    ///   - encode: Turns a secret's value into what is put in, given the text before it and what is written after it.
    /// - Returns: The text.
    mutating func expand(
        _ text: PlaceholderText,
        at position: JSONPosition,
        encode: (_ value: String, _ before: String, _ after: String) -> String = { value, _, _ in value }
    ) -> String? {
        var expanded = ""
        var isComplete = true
        for (index, part) in text.parts.enumerated() {
            switch part {
            case .literal(let literal): expanded += literal
            case .secret(let name):
                do {
                    expanded += encode(try secrets.value(of: name), expanded, text.canonical(from: index + 1))
                } catch {
                    report("${\(name)}: \(error.message)", at: position, kind: .secretMissing)
                    isComplete = false
                }
            }
        }
        return isComplete ? expanded : nil
    }

    /// Splits a text at its placeholders; nil, and an error noted, where one is malformed.
    mutating func placeholders(in text: String, at position: JSONPosition) -> PlaceholderText? {
        do {
            return try PlaceholderText(text)
        } catch {
            report(error.message, at: position)
            return nil
        }
    }

    /// Whether the name of a member has no placeholder in it, which would be sent as it is written; else an error is noted.
    mutating func isFreeOfPlaceholders(_ member: JSONValue.Member, called kind: String) -> Bool {
        guard PlaceholderText.looksLikePlaceholder(member.key) else { return true }
        report("\(kind) takes no placeholder: only values do", at: member.keyPosition)
        return false
    }
}
