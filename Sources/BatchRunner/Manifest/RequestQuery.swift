import HTTPPipeline
import JSONText

/// The parameters of a request's `query`.
struct RequestQuery: Sendable {
    private struct Parameter: Sendable {
        var name: String
        var value: String
        var canonical: String
        var hasSecret: Bool
    }

    private var parameters: [Parameter] = []

    /// The names of the parameters that hold a placeholder.
    var sensitiveNames: Set<String> {
        Set(parameters.filter(\.hasSecret).map(\.name))
    }

    /// Reads `query`.
    static func read(_ fields: FieldReader, in context: inout ManifestContext) -> RequestQuery {
        var query = RequestQuery()
        guard let member = fields["query"] else { return query }
        guard case .object(let members) = member.value.content else {
            fields.reportType(of: member, in: &context)
            return query
        }
        for member in members {
            guard context.isFreeOfPlaceholders(member, called: "a parameter's name") else { continue }
            for value in member.value.elements ?? [member.value] {
                query.add(member.key, value, in: &context)
            }
        }
        return query
    }

    private mutating func add(_ name: String, _ value: JSONValue, in context: inout ManifestContext) {
        switch value.content {
        case .string(let text):
            guard let placeholders = context.placeholders(in: text, at: value.position),
                let expanded = context.expand(placeholders, at: value.position)
            else { return }
            let parameter = Parameter(
                name: name,
                value: expanded,
                canonical: placeholders.canonical,
                hasSecret: placeholders.hasSecrets
            )
            parameters.append(parameter)
        case .number(let text):
            parameters.append(Parameter(name: name, value: text, canonical: text, hasSecret: false))
        case .bool(let flag):
            parameters.append(Parameter(name: name, value: "\(flag)", canonical: "\(flag)", hasSecret: false))
        case .null, .array, .object:
            context.report(
                "a parameter is text, a number, true or false, or a list of them, not \(value.kindName)",
                at: value.position)
        }
    }

    /// The target with the parameters added: their values where it is encoded, else what is written, secrets by their names.
    func added(to target: String, encoded: Bool) -> String {
        // A fragment is never sent, and a query behind it would be part of it.
        var result = target.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(target[..<$0]) } ?? target
        for parameter in parameters {
            let separator =
                result.utf8.contains(UInt8(ascii: "?"))
                ? (result.hasSuffix("?") || result.hasSuffix("&") ? "" : "&") : "?"
            let value =
                encoded ? PercentEncoding.encode(parameter.value) : RequestQuery.encodedAroundPlaceholders(parameter)
            result += separator + PercentEncoding.encode(parameter.name) + "=" + value
        }
        return result
    }

    /// The decoded names of the parameters in a written URL whose values hold a placeholder.
    static func sensitiveNames(in written: String) -> Set<String> {
        guard PlaceholderText.looksLikePlaceholder(written), let mark = written.firstIndex(of: "?") else { return [] }
        var names: Set<String> = []
        for parameter in written[written.index(after: mark)...].split(separator: "&") {
            guard let equals = parameter.firstIndex(of: "=") else { continue }
            if PlaceholderText.looksLikePlaceholder(String(parameter[equals...])) {
                names.insert(decoded(parameter[..<equals]))
            }
        }
        return names
    }

    private static func encodedAroundPlaceholders(_ parameter: Parameter) -> String {
        parameter.hasSecret ? parameter.canonical : PercentEncoding.encode(parameter.value)
    }

    private static func decoded(_ name: Substring) -> String {
        let spaced = name.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: PercentEncoding.decode(spaced), as: UTF8.self)
    }
}
