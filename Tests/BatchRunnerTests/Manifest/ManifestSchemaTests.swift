import BatchRunner
import JSONText
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct ManifestSchemaTests {
    /// The fields of the design, object by object.
    private static let designed = [
        "manifest": [
            "version", "name", "api", "contact", "userAgent", "headers", "output", "data", "publish", "resumeWithin",
            "maxFailures",
            "deadline", "pace", "retry", "timeout", "cache", "maxBody", "requests", "requestsFrom",
        ],
        "request": [
            "isbn", "title", "author", "path", "url", "id", "method", "query", "headers", "body", "json", "expect",
            "idempotent",
            "api", "timeout", "retry", "cache",
        ],
        "pace": ["minInterval", "rate", "perDay"],
        "retry": ["attempts", "baseDelay", "maxDelay", "retryAfterLimit", "overLimit"],
        "timeout": ["connect", "idle", "attempt", "request"],
        "cache": ["ttl", "notFoundTTL"],
        "requestsFrom": ["file", "columns", "carry", "separator"],
        "columns": ["isbn", "title", "author", "id"],
    ]

    @Test func `The reader's tables hold the fields of the design and no other`() {
        let tables = Dictionary(uniqueKeysWithValues: ManifestObject.all.map { ($0.name, $0.fields.map(\.name)) })
        #expect(tables == Self.designed)
    }

    @Test func `The schema holds the fields of the design, and the two keys that are free`() throws {
        let schema = try JSONValue(parsing: Array(ManifestSchema.text.utf8))
        for (name, fields) in Self.designed {
            let object = name == "manifest" ? schema : schema["definitions"]?[name]
            guard case .object(let members)? = object?["properties"]?.content else {
                Issue.record("the schema has no \(name)")
                continue
            }
            #expect(members.map(\.key) == ["$schema", "comment"] + fields)
            #expect(object?["additionalProperties"]?.content == .bool(false))
        }
    }

    @Test func `Every reference of the schema leads to a definition`() throws {
        let schema = try JSONValue(parsing: Array(ManifestSchema.text.utf8))
        let parts = ManifestSchema.text.split(separator: "#/definitions/").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(parts.count > 8)
        for name in parts { #expect(schema["definitions"]?[String(name)] != nil) }
    }

    @Test func `The schema in the repository is the one that the program prints`() throws {
        let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let stored = try String(contentsOfFile: "/\(folder)/manifests/manifest.schema.json", encoding: .utf8)
        #expect(stored == ManifestSchema.text)
    }
}
