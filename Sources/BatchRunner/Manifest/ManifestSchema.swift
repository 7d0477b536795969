import JSONText

/// The manifest's form as a JSON Schema (draft-07), made from the tables that the reader goes by.
///
/// What the schema refuses, the reader refuses too. The reader also refuses what a schema can't say: a wrong check digit, an id that
/// comes twice, a file that isn't there.
package enum ManifestSchema {
    /// Whatever is no white space of Unicode, spelt out since readers of regular expressions differ in what they count as such.
    private static let visible = #"[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"#
    private static let placeholder = #"\$\{(env|file):"#

    /// The schema's text, indented, with a line break at its end.
    ///
    /// - Parameter apis: The names of the APIs.
    /// - Returns: The text.
    static func text(apis: [String]) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("$schema", "http://json-schema.org/draft-07/schema#")
        writer.member("title", "A manifest of runner, version 1")
        writeObject(.manifest, to: &writer)
        writer.key("definitions")
        writer.beginObject()
        for object in ManifestObject.all.dropFirst() {
            writer.key(object.name)
            writer.beginObject()
            writeObject(object, to: &writer)
            writer.endObject()
        }
        writer.key("api")
        writer.beginObject()
        writer.writeChoice(apis)
        writer.endObject()
        writer.key("text")
        writer.beginObject()
        writer.member("type", "string")
        writer.member("pattern", visible)
        writer.key("not")
        writer.beginObject()
        writer.member("pattern", placeholder)
        writer.endObject()
        writer.endObject()
        writer.key("names")
        writer.raw(
            ##"{"anyOf":[{"$ref":"#/definitions/text"},{"type":"array","items":{"$ref":"#/definitions/text"},"minItems":1}]}"##
        )
        writer.key("duration")
        writer.raw(
            #"{"anyOf":[{"type":"string","pattern":"^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$"},"#
                + #"{"type":"number","minimum":0,"maximum":3153600000}]}"#
        )
        writer.key("someTime")
        writer.raw(
            ##"{"allOf":[{"$ref":"#/definitions/duration"}],"##
                + #""anyOf":[{"type":"string","pattern":"[1-9]"},{"type":"number","minimum":0.001}]}"#
        )
        writer.endObject()
        writer.endObject()
        return JSONText.indented(writer.bytes).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
    }

    private static func writeObject(_ object: ManifestObject, to writer: inout JSONWriter) {
        writer.member("type", "object")
        writer.key("additionalProperties")
        writer.value(false)
        writeRules(of: object, to: &writer)
        writer.key("properties")
        writer.beginObject()
        writer.key("$schema")
        writer.raw(#"{"type":"string"}"#)
        writer.key("comment")
        writer.raw("{}")
        for field in object.fields {
            writer.key(field.name)
            writer.beginObject()
            writer.member("description", field.summary)
            writeType(field.type, to: &writer)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func writeRules(of object: ManifestObject, to writer: inout JSONWriter) {
        switch object.name {
        case ManifestObject.manifest.name:
            writer.key("oneOf")
            writer.raw(#"[{"required":["requests"]},{"required":["requestsFrom"]}]"#)
            // A request of a book or a path needs an API, its own or the manifest's.
            writer.key("anyOf")
            writer.raw(
                #"[{"required":["api"]},{"properties":{"requests":{"items":{"anyOf":[{"required":["api"]},"#
                    + #"{"required":["url"]}]}}}}]"#
            )
        case ManifestObject.request.name:
            writer.key("oneOf")
            writer.raw(
                #"[{"required":["isbn"]},{"required":["title"]},{"required":["path"]},{"required":["url"]}]"#
            )
            writer.key("dependencies")
            writer.beginObject()
            writer.key("author")
            writer.raw(#"["title"]"#)
            for name in RequestReader.rawOnly {
                writer.key(name)
                let target = #""anyOf":[{"required":["url"]},{"required":["path"]}]"#
                let method = #""required":["method"],"properties":{"method":{"not":{"enum":["GET","HEAD"]}}}"#
                writer.raw("{\(target)\(name == "body" || name == "json" ? "," + method : "")}")
            }
            writer.endObject()
            writer.key("not")
            writer.raw(#"{"required":["body","json"]}"#)
        case ManifestObject.pace.name:
            writer.key("not")
            writer.raw(#"{"required":["minInterval","rate"]}"#)
        case ManifestObject.requestsFrom.name:
            writer.key("required")
            writer.raw(#"["file"]"#)
            writer.key("dependencies")
            writer.beginObject()
            for name in ["columns", "carry", "separator"] {
                writer.key(name)
                writer.raw(#"{"properties":{"file":{"pattern":"\\.[cCtT][sS][vV]$"}}}"#)
            }
            writer.endObject()
        case ManifestObject.columns.name:
            writer.key("dependencies")
            writer.raw(#"{"author":["title"]}"#)
        default: break
        }
    }

    private static func writeType(_ type: ManifestFieldType, to writer: inout JSONWriter) {
        switch type {
        case .text: writer.references("text")
        case .rule(let rule):
            if rule.takesSecrets { writer.member("type", "string") } else { writer.references("text") }
            writer.member("pattern", rule.pattern)
        case .openText: writer.member("type", "string")
        case .names: writer.references("names")
        case .flag: writer.member("type", "boolean")
        case .wholeNumber(let range):
            writer.member("type", "integer")
            writer.key("minimum")
            writer.value(range.lowerBound)
            writer.key("maximum")
            writer.value(range.upperBound)
        case .choice(let words): writer.writeChoice(words)
        case .duration: writer.references("duration")
        case .someTime: writer.references("someTime")
        case .rate:
            writer.member("type", "string")
            writer.member("pattern", #"^(?=[0-9.]*[1-9])[0-9]+(\.[0-9]+)?/(s|m|h|d)$"#)
        case .failures:
            writer.key("anyOf")
            writer.raw(#"[{"type":"string","pattern":"^0*(100|[1-9]?[0-9])%$"},{"type":"integer","minimum":0}]"#)
        case .apis:
            writer.key("anyOf")
            writer.raw(
                ##"[{"$ref":"#/definitions/api"},{"type":"array","items":{"$ref":"#/definitions/api"},"minItems":1,"maxItems":1}]"##
            )
        case .headers: writeHeaders(to: &writer)
        case .query:
            writer.member("type", "object")
            writer.key("additionalProperties")
            writer.raw(
                #"{"type":["string","number","boolean","array"],"items":{"type":["string","number","boolean"]}}"#
            )
        case .statuses:
            writer.member("type", "array")
            writer.key("minItems")
            writer.value(1)
            writer.key("items")
            writer.raw(#"{"type":"integer","minimum":200,"maximum":599}"#)
        case .json: break
        case .requests:
            writer.member("type", "array")
            writer.key("minItems")
            writer.value(1)
            writer.key("items")
            writer.beginObject()
            writer.references(ManifestObject.request.name)
            writer.endObject()
        case .requestsFrom:
            writer.key("anyOf")
            writer.beginArray()
            writer.beginObject()
            writeType(.rule(.listPath), to: &writer)
            writer.endObject()
            writer.raw(##"{"$ref":"#/definitions/requestsFrom"}"##)
            writer.endArray()
        case .cache:
            writer.key("anyOf")
            writer.raw(##"[{"const":false},{"$ref":"#/definitions/cache"}]"##)
        case .object(let name): writer.references(name)
        }
    }

    /// A header's name is a token (RFC 9110 section 5.6.2), and none that the transport sets itself; case doesn't count.
    private static func writeHeaders(to writer: inout JSONWriter) {
        let managed = HeaderField.managed.map { name in
            String(name.flatMap { $0.isLetter ? "[\($0)\($0.uppercased())]" : "\($0)" })
        }
        writer.member("type", "object")
        writer.key("propertyNames")
        writer.beginObject()
        writer.member("pattern", #"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"#)
        writer.key("not")
        writer.beginObject()
        writer.member("pattern", "^(\(managed.joined(separator: "|")))$")
        writer.endObject()
        writer.endObject()
        writer.key("additionalProperties")
        writer.beginObject()
        writer.member("type", "string")
        writer.member("pattern", #"^[^\u0000-\u0008\u000a-\u001f\u007f]*$"#)
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: String, _ text: String) {
        self.key(key)
        value(text)
    }

    fileprivate mutating func writeChoice(_ words: [String]) {
        key("enum")
        beginArray()
        for word in words { value(word) }
        endArray()
    }

    /// A reference by `allOf`, since draft-07 ignores whatever stands beside a bare `$ref`.
    fileprivate mutating func references(_ definition: String) {
        key("allOf")
        raw(##"[{"$ref":"#/definitions/\##(definition)"}]"##)
    }
}
