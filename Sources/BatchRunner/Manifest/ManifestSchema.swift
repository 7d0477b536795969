import JSONText

/// The manifest's form as a JSON Schema (draft-07), made from the tables that the reader goes by.
package enum ManifestSchema {
    /// The schema's text, indented, with a line break at its end.
    package static var text: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("$schema", "http://json-schema.org/draft-07/schema#")
        writer.member("title", "A manifest of runner, version 1")
        writeObject(.manifest, to: &writer) { writer in
            writer.key("not")
            writer.raw(#"{"required":["requests","requestsFrom"]}"#)
            writer.key("anyOf")
            writer.raw(#"[{"required":["requests"]},{"required":["requestsFrom"]}]"#)
        }
        writer.key("definitions")
        writer.beginObject()
        for object in ManifestObject.all.dropFirst() {
            writer.key(object.name)
            writer.beginObject()
            writeObject(object, to: &writer) { writeRules(of: object, to: &$0) }
            writer.endObject()
        }
        writer.key("duration")
        writer.raw(
            #"{"anyOf":[{"type":"string","pattern":"^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$"},{"type":"number","minimum":0}]}"#
        )
        writer.endObject()
        writer.endObject()
        return JSONText.indented(writer.bytes).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
    }

    private static func writeObject(
        _ object: ManifestObject,
        to writer: inout JSONWriter,
        rules: (inout JSONWriter) -> Void
    ) {
        writer.member("type", "object")
        writer.key("additionalProperties")
        writer.value(false)
        rules(&writer)
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
                writer.raw(#"{"anyOf":[{"required":["url"]},{"required":["path"]}]}"#)
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
        default: break
        }
    }

    private static func writeType(_ type: ManifestFieldType, to writer: inout JSONWriter) {
        switch type {
        case .text: writer.member("type", "string")
        case .flag: writer.member("type", "boolean")
        case .wholeNumber(let range):
            writer.member("type", "integer")
            writer.key("minimum")
            writer.value(range.lowerBound)
            writer.key("maximum")
            writer.value(range.upperBound)
        case .choice(let words):
            writer.key("enum")
            writer.beginArray()
            for word in words { writer.value(word) }
            writer.endArray()
        case .duration: writer.references("duration")
        case .rate:
            writer.member("type", "string")
            writer.member("pattern", #"^[0-9]+(\.[0-9]+)?/(s|m|h|d)$"#)
        case .failures:
            writer.key("anyOf")
            writer.raw(#"[{"type":"string","pattern":"^[0-9]+%$"},{"type":"integer","minimum":0}]"#)
        case .apis:
            writer.key("anyOf")
            writer.raw(#"[{"type":"string"},{"type":"array","items":{"type":"string"},"minItems":1}]"#)
        case .headers:
            writer.member("type", "object")
            writer.key("additionalProperties")
            writer.raw(#"{"type":"string"}"#)
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
            writer.raw(##"[{"type":"string"},{"$ref":"#/definitions/requestsFrom"}]"##)
        case .cache:
            writer.key("anyOf")
            writer.raw(##"[{"const":false},{"$ref":"#/definitions/cache"}]"##)
        case .object(let name): writer.references(name)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: String, _ text: String) {
        self.key(key)
        value(text)
    }

    /// A reference by `allOf`, since draft-07 ignores whatever stands beside a bare `$ref`.
    fileprivate mutating func references(_ definition: String) {
        key("allOf")
        raw(##"[{"$ref":"#/definitions/\##(definition)"}]"##)
    }
}
