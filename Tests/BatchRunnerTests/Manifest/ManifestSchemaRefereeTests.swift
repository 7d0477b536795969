import BatchRunner
import HTTPTestSupport
import JSONText
import Testing

/// The schema beside the reader, with a validator of someone else's as the referee.
@Suite struct ManifestSchemaRefereeTests {
    private static let hasReferee = canRun(
        "ManifestSchemaRefereeTests", ChildProcess.succeeds(["python3", "-c", "import jsonschema"]),
        "python3-jsonschema is not installed")

    /// What a schema can't say, by words of the reader's messages.
    private static let unsayable = [
        "is already used at line", "digit", "is not an ISBN", "a placeholder: its", "begins with", "one is expected",
        "is an IS", "an X before", "the URL is wrong", "the path is wrong", "\"baseDelay\"", "${", "placeholder",
        "No such file", "Is a directory", "a path can't", "the same", "is the manifest itself", "is a whole number;",
        "is neither",
        "is at least 1ms", "36500 days", "given twice", "has no column", "looks like an ISBN's",
        "\"contact\" is an e-mail", "needs an \"api\", its own", "control character", "becomes a file's name",
    ]

    @Test(.enabled(if: hasReferee))
    func `What the schema refuses the reader refuses, and what only the reader refuses no schema could say`()
        async throws
    {
        var random = SeededGenerator(seed: 275)
        let manifests = try (0..<1_500).map { number in
            var value = try JSONValue(parsing: Array(Self.bases[number % Self.bases.count].utf8))
            for _ in 0..<Int.random(in: 0...2, using: &random) { value = Self.changed(value, &random) }
            var writer = JSONWriter()
            writer.value(value)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let folder = try ManifestFolder(
            files: [
                "l.txt": "9780140328721\n", "l.csv": "ISBN,Title,Shelf\n9780140328721,a,b\n",
                "schema.json": ManifestSchema.text,
                "manifests": manifests.map { $0 + "\n" }.joined(),
                "referee.py": """
                import json, sys, jsonschema
                validator = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
                for line in open(sys.argv[2], encoding="utf-8", newline="\\n"):
                    print(int(validator.is_valid(json.loads(line))))
                """,
            ])
        let words = ["python3", "referee.py", "schema.json", "manifests"].map { $0 == "python3" ? $0 : folder.path($0) }
        let verdicts = try await ChildProcess(words).finish().output.split(separator: "\n").map { $0 == "1" }
        #expect(verdicts.count == manifests.count)
        var (taken, refused) = (0, 0)
        for (text, isValid) in zip(manifests, verdicts) {
            try folder.write(text, to: "books.json")
            let check = try folder.check(environment: ["TOKEN": "a-secret-value"])
            let errors = check.diagnostics.filter { $0.severity == .error }.map(\.message)
            if check.manifest != nil { taken += 1 } else { refused += 1 }
            #expect(isValid || check.manifest == nil, "the schema refuses \(text)")
            let isSayable = !errors.contains { message in Self.unsayable.contains { message.contains($0) } }
            #expect(!isValid || check.manifest != nil || !isSayable, "\(errors): the schema takes \(text)")
        }
        #expect(taken > 200 && refused > 700, "\(taken) taken, \(refused) refused")
    }

    private static let bases = [
        """
        {"version": 1, "name": "n", "api": "sample", "contact": "a@example.org", "headers": {"Accept": "*/*"}, "output": "o.json",
        "data": "d.json", "publish": "always", "resumeWithin": "1d", "maxFailures": "10%", "deadline": "2h",
        "pace": {"minInterval": "1s", "perDay": 5}, "retry": {"attempts": 2, "baseDelay": "1s", "maxDelay": 60, "retryAfterLimit": 0,
        "overLimit": "wait"}, "timeout": {"connect": 1, "idle": "2s", "attempt": "3s", "request": "4m"},
        "cache": {"ttl": 0, "notFoundTTL": "1h"}, "maxBody": 5000, "requests": [{"isbn": "9780140328721"}]}
        """,
        """
        {"userAgent": "me/1", "pace": {"rate": "3/s"}, "cache": false, "requests": [
        {"url": "http://a.example/${env:TOKEN}", "method": "POST", "headers": {"X-A": "${env:TOKEN}"}, "query": {"a": ["b", 1]},
        "body": "x", "expect": [200], "idempotent": true, "id": "u"},
        {"path": "/a", "api": "sample", "timeout": {"idle": 1}, "retry": {"attempts": 1}, "cache": {"ttl": "1s"}}]}
        """,
        """
        {"api": ["openlibrary"], "requestsFrom": {"file": "l.csv", "columns": {"isbn": ["ISBN"], "title": "Title", "id": "Shelf"},
        "carry": "Shelf", "separator": ","}}
        """,
        #"{"$schema": "s", "comment": 1, "api": "sample", "requestsFrom": "l.txt", "maxFailures": 3}"#,
        #"{"requests": [{"title": "a", "author": "b", "api": "sample"}, {"url": "https://b.example/", "method": "PUT", "json": {}}]}"#,
    ]

    private static let values = [
        "null", "true", "false", "0", "-1", "1", "1.5", "0.0001", "4000000000", "600", "250", "4.0", "[]", "{}",
        "[null]", "[5]",
        #"["sample"]"#, #"["sample", "openlibrary"]"#, #"["Shelf"]"#, #"{"file": "l.txt"}"#, #"{"ttl": "0s"}"#,
        #"{"Host": "x"}"#,
        #"{"a b": "x"}"#, #"{"A": "x", "a": "y"}"#, #"{"A": "a\nb"}"#, #"{"isbn": "Shelf"}"#, #"{"author": "Shelf"}"#,
    ]
    private static let texts = [
        "", " ", "\u{A0}", "x", "0s", "0.0h", "0ms", "0.5ms", "5s", "1.5", "-1s", "5x", "40000d", "0/s", "0.5/h", "3/s",
        "3/ms",
        "25%", "101%", "+5%", "-0%", "%", "sampel", "sample", "openlibrary", "/a", "//a", "/", "a", "/a b",
        "http://a.example/",
        "HTTPS://a.example", "ftp://a/", "${env:TOKEN}", "${env:NO}", "${file:x}", "$${", "${", "a\nb", "a\u{0}b",
        "GET", "POST",
        "DELETE", "TRACE", "a/", "-", "..", "a/..", ".x", "a/b", "l.txt", "l.csv", "L.TXT", "l.pdf", "none.csv",
        "9780140328721",
        "978014032872", "ISBN 0-14-032872-6", "٩٧٨٠١٤٠٣٢٨٧٢١", "080442957X", "a@b", "a@b@c", "a b@c", "me (x)", "é",
        "finished",
        "defer", ";", "tab", "ISBN", "isbn", "Nope",
    ]
    private static let keys = [
        "isbn", "title", "author", "path", "url", "id", "method", "body", "json", "headers", "query", "expect", "api",
        "cache",
        "requests", "requestsFrom", "columns", "carry", "separator", "file", "rate", "minInterval", "ttl", "x",
        "comment",
    ]

    /// A value with one of its parts changed.
    private static func changed(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        var left = Int.random(in: 0..<count(of: value), using: &random)
        return changed(value, &left, &random)
    }

    private static func count(of value: JSONValue) -> Int {
        switch value.content {
        case .array(let elements): elements.reduce(1) { $0 + count(of: $1) }
        case .object(let members): members.reduce(1) { $0 + count(of: $1.value) }
        default: 1
        }
    }

    private static func changed(_ value: JSONValue, _ left: inout Int, _ random: inout SeededGenerator) -> JSONValue {
        left -= 1
        if left == -1 { return replaced(value, &random) }
        switch value.content {
        case .array(let elements):
            return JSONValue(.array(elements.map { left < 0 ? $0 : changed($0, &left, &random) }))
        case .object(let members):
            return JSONValue(
                .object(
                    members.map { member in
                        left < 0
                            ? member
                            : JSONValue.Member(
                                key: member.key, keyPosition: JSONPosition(),
                                value: changed(member.value, &left, &random))
                    }))
        default: return value
        }
    }

    private static func replaced(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        if case .object(var members) = value.content, Int.random(in: 0..<4, using: &random) > 0 {
            let key = keys.randomElement(using: &random) ?? "x"
            let new = other(&random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where !members.isEmpty: members.remove(at: Int.random(in: 0..<members.count, using: &random))
            case 1 where !members.isEmpty:
                let place = Int.random(in: 0..<members.count, using: &random)
                members[place] = JSONValue.Member(key: key, keyPosition: JSONPosition(), value: members[place].value)
            default: members.append(JSONValue.Member(key: key, keyPosition: JSONPosition(), value: new))
            }
            // A key that comes twice is no matter of the schema.
            var seen: Set<String> = []
            return JSONValue(.object(members.filter { seen.insert($0.key).inserted }))
        }
        return other(&random)
    }

    private static func other(_ random: inout SeededGenerator) -> JSONValue {
        if Int.random(in: 0..<3, using: &random) > 0 {
            return JSONValue(.string(texts.randomElement(using: &random) ?? ""))
        }
        let text = values.randomElement(using: &random) ?? "null"
        return (try? JSONValue(parsing: Array(text.utf8))) ?? JSONValue(.null)
    }
}
