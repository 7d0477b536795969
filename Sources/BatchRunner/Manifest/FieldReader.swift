import HTTPPipeline
import JSONText

/// An object of fixed keys, whose fields are asked for one by one.
///
/// Unknown keys are reported when it is made, values of a wrong type when they are asked for.
struct FieldReader {
    /// The object's table.
    let object: ManifestObject
    /// Where the object begins.
    let position: JSONPosition
    /// Whether there are keys that the table doesn't know.
    private(set) var hasUnknownKeys = false
    private var members: [JSONValue.Member] = []

    /// Takes an object apart; nil, and an error noted, where the value is none.
    init?(_ value: JSONValue, as object: ManifestObject, named name: String, in context: inout ManifestContext) {
        guard case .object(let members) = value.content else {
            context.report("\(name) is an object, not \(value.kindName)", at: value.position)
            return nil
        }
        self.init(members, at: value.position, as: object, in: &context)
    }

    /// Takes the members of an object.
    init(
        _ members: [JSONValue.Member],
        at position: JSONPosition,
        as object: ManifestObject,
        in context: inout ManifestContext
    ) {
        self.object = object
        self.position = position
        for member in members {
            if object.names.contains(member.key) {
                // Of equal names, an error already, the first counts.
                if self[member.key] == nil { self.members.append(member) }
                continue
            }
            guard !ManifestObject.freeKeys.contains(member.key) else { continue }
            hasUnknownKeys = true
            let offer = Suggestion.offer(for: member.key, among: object.names)
            context.report("unknown field \"\(member.key)\" in \(object.phrase)\(offer)", at: member.keyPosition)
        }
        for member in members where member.key == "$schema" && member.value.text == nil {
            context.report(
                "\"$schema\" is text in double quotes, not \(member.value.kindName)", at: member.value.position)
        }
    }

    /// The member of a name; nil where the object has none.
    subscript(name: String) -> JSONValue.Member? {
        members.first { $0.key == name }
    }

    /// Notes that a field's value is of a wrong type.
    func reportType(of member: JSONValue.Member, in context: inout ManifestContext) {
        let phrase = object[member.key]?.type.phrase ?? "something else"
        context.report("\"\(member.key)\" is \(phrase), not \(member.value.kindName)", at: member.value.position)
    }

    /// A text that is not empty; placeholders may stand in it only where `takesSecrets` is set.
    func text(_ name: String, takesSecrets: Bool = false, in context: inout ManifestContext) -> String? {
        guard let member = self[name] else { return nil }
        guard let text = member.value.text else {
            reportType(of: member, in: &context)
            return nil
        }
        // The look at the bytes settles nearly every text; only one without a visible ASCII character takes the slow way.
        guard text.utf8.contains(where: { $0 > 0x20 && $0 < 0x7F }) || text.contains(where: { !$0.isWhitespace }) else {
            context.report("\"\(name)\" is empty", at: member.value.position)
            return nil
        }
        guard takesSecrets || !PlaceholderText.looksLikePlaceholder(text) else {
            let places = "\"headers\", \"query\", \"url\", \"body\" and \"json\""
            context.report("\"\(name)\" takes no placeholder: only \(places) do", at: member.value.position)
            return nil
        }
        return text
    }

    /// The members in the order in which they are written.
    var inOrder: [(key: String, value: JSONValue)] { members.map { ($0.key, $0.value) } }

    /// The name of a column, or a list of names; none where the object has no such field.
    func names(_ name: String, in context: inout ManifestContext) -> [ListColumns.Name] {
        guard let member = self[name] else { return [] }
        let values: [JSONValue]
        switch member.value.content {
        case .string: values = [member.value]
        case .array(let elements) where !elements.isEmpty: values = elements
        case .array:
            context.report("\"\(name)\" is an empty list", at: member.value.position)
            return []
        default:
            reportType(of: member, in: &context)
            return []
        }
        return values.compactMap { value in
            guard let text = value.text, !text.trimmed.isEmpty else {
                context.report("a column's name is text in double quotes that is not empty", at: value.position)
                return nil
            }
            return ListColumns.Name(text: text, position: value.position)
        }
    }

    /// A whole number within the bounds of its field.
    func wholeNumber(_ name: String, in context: inout ManifestContext) -> Int? {
        guard let member = self[name] else { return nil }
        guard case .wholeNumber(let range)? = object[name]?.type, case .number(let text) = member.value.content else {
            reportType(of: member, in: &context)
            return nil
        }
        guard let number = Int(text) else {
            let isWhole = text.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
            let problem = isWhole ? "is out of range" : "is no whole number"
            context.report("\"\(name)\" is a whole number; \(text) \(problem)", at: member.value.position)
            return nil
        }
        guard range.contains(number) else {
            let bounds = "from \(range.lowerBound) to \(range.upperBound)"
            context.report("\"\(name)\" is a whole number \(bounds), not \(number)", at: member.value.position)
            return nil
        }
        return number
    }

    /// `true` or `false`.
    func flag(_ name: String, in context: inout ManifestContext) -> Bool? {
        guard let member = self[name] else { return nil }
        guard case .bool(let flag) = member.value.content else {
            reportType(of: member, in: &context)
            return nil
        }
        return flag
    }

    /// One of the words of its field.
    func choice(_ name: String, in context: inout ManifestContext) -> String? {
        guard let member = self[name] else { return nil }
        guard case .choice(let words)? = object[name]?.type, let word = member.value.text else {
            reportType(of: member, in: &context)
            return nil
        }
        guard words.contains(word) else {
            let phrase = object[name]?.type.phrase ?? ""
            let offer = Suggestion.offer(for: word, among: words)
            context.report("\"\(name)\" is \(phrase), not \"\(word)\"\(offer)", at: member.value.position)
            return nil
        }
        return word
    }

    /// A duration of at least a minimum.
    func duration(
        _ name: String,
        atLeast minimum: Duration = .zero,
        in context: inout ManifestContext
    ) -> Duration? {
        guard let member = self[name] else { return nil }
        do throws(FieldValueError) {
            let duration: Duration
            switch member.value.content {
            case .string(let text): duration = try DurationText.parse(text)
            case .number(let text): duration = try DurationText.parse(seconds: text)
            default:
                reportType(of: member, in: &context)
                return nil
            }
            guard duration >= minimum else {
                throw FieldValueError("\"\(name)\" is at least \(DurationText.text(of: minimum))")
            }
            return duration
        } catch {
            context.report(error.message, at: member.value.position)
            return nil
        }
    }

    /// An object of fixed keys within this one.
    func nested(_ name: String, as object: ManifestObject, in context: inout ManifestContext) -> FieldReader? {
        guard let member = self[name] else { return nil }
        return FieldReader(member.value, as: object, named: "\"\(name)\"", in: &context)
    }

    /// The names of APIs; one in this version.
    func apis(_ name: String, in context: inout ManifestContext) -> [String]? {
        guard let member = self[name] else { return nil }
        let values: [JSONValue]
        switch member.value.content {
        case .string: values = [member.value]
        case .array(let elements): values = elements
        default:
            reportType(of: member, in: &context)
            return nil
        }
        guard let first = values.first else {
            context.report("\"\(name)\" is an empty list", at: member.value.position)
            return nil
        }
        var names: [String] = []
        for value in values {
            guard let api = value.text else {
                context.report("the name of an API is text in double quotes, not \(value.kindName)", at: value.position)
                continue
            }
            guard context.options.knownAPIs.contains(api) else {
                let known = context.options.knownAPIs.map { "\"\($0)\"" }.joined(separator: ", ")
                let offer = Suggestion.offer(for: api, among: context.options.knownAPIs)
                context.report(
                    "there is no API \"\(api)\"\(offer.isEmpty ? "; there are \(known)" : offer)", at: value.position)
                continue
            }
            names.append(api)
        }
        guard values.count == 1 else {
            context.report(
                "a chain of several APIs is not supported: name one",
                at: values.dropFirst().first?.position ?? first.position)
            return nil
        }
        return names.isEmpty ? nil : names
    }
}
