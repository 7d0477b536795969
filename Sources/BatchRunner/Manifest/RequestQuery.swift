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
        var result = String(target.prefix { $0 != "#" })
        for parameter in parameters {
            let separator =
                result.utf8.contains(UInt8(ascii: "?"))
                ? (result.hasSuffix("?") || result.hasSuffix("&") ? "" : "&") : "?"
            let value =
                encoded ? RequestQuery.encoded(parameter.value) : RequestQuery.encodedAroundPlaceholders(parameter)
            result += separator + RequestQuery.encoded(parameter.name) + "=" + value
        }
        return result
    }

    /// A text with all but unreserved characters percent-encoded (RFC 3986 section 2.3): `+` too, which servers read as a space.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The decoded names of the parameters in a written URL whose values hold a placeholder.
    static func sensitiveNames(in written: String) -> Set<String> {
        guard let mark = written.firstIndex(of: "?") else { return [] }
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
        parameter.hasSecret ? parameter.canonical : encoded(parameter.value)
    }

    private static func decoded(_ name: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(name.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
