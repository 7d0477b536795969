import HTTPPipeline
import JSONText

/// One header field of the manifest with its secrets put in.
struct HeaderField: Sendable, Hashable {
    /// The name as it is written.
    var name: String
    /// The value to send.
    var value: String
    /// The value as it is written, secrets by their names.
    var canonical: String
    /// Whether the value holds a placeholder.
    var hasSecret: Bool

    /// The line that stands for the field in a cache identity; what looks like a secret is only told apart.
    var identity: String {
        let isLiteralSecret = !hasSecret && SecretName.isSecret(header: name)
        return "\(name.asciiLowercased): \(isLiteralSecret ? RequestDraft.hidden(canonical) : canonical)"
    }

    /// The secrets that are written as they are: the value of a header that says it holds one, without its scheme; none elsewhere.
    var literalSecrets: [String] {
        guard !hasSecret, SecretName.isSecret(header: name) else { return [] }
        let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
        return parts.count == 2 ? [value, parts[1]] : [value]
    }

    /// Fields that the transport sets itself, or that belong to one connection (RFC 9110 section 7.6.1).
    static let managed = [
        "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te",
        "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// Reads the value of `headers`.
    static func read(_ fields: FieldReader, in context: inout ManifestContext) -> [HeaderField] {
        guard let member = fields["headers"] else { return [] }
        guard case .object(let members) = member.value.content else {
            fields.reportType(of: member, in: &context)
            return []
        }
        var headers: [HeaderField] = []
        for member in members {
            guard HTTPHeaders.isValidName(member.key) else {
                context.report(
                    "\"\(member.key)\" can't be a header's name: it takes letters, digits and !#$%&'*+-.^_`|~",
                    at: member.keyPosition)
                continue
            }
            guard !managed.contains(member.key.asciiLowercased) else {
                context.report("the header \(member.key) is set by the runner itself", at: member.keyPosition)
                continue
            }
            guard !headers.contains(where: { $0.name.equalsIgnoringASCIICase(member.key) }) else {
                context.report("the header \(member.key) is given twice; case doesn't count", at: member.keyPosition)
                continue
            }
            guard let text = member.value.text else {
                context.report(
                    "a header's value is text in double quotes, not \(member.value.kindName)", at: member.value.position
                )
                continue
            }
            guard let placeholders = context.placeholders(in: text, at: member.value.position),
                let value = context.expand(placeholders, at: member.value.position)
            else { continue }
            guard !value.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else {
                let origin = placeholders.hasSecrets ? "with its secrets put in, " : ""
                context.report(
                    "\(origin)the value of \(member.key) has a line break or control character in it",
                    at: member.value.position)
                continue
            }
            headers.append(
                HeaderField(
                    name: member.key,
                    value: trimmed(value),
                    canonical: trimmed(placeholders.canonical),
                    hasSecret: placeholders.hasSecrets
                )
            )
        }
        return headers
    }

    private static func trimmed(_ text: String) -> String {
        var bytes = Array(text.utf8)[...]
        while bytes.first == 0x20 || bytes.first == 0x09 { bytes = bytes.dropFirst() }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
