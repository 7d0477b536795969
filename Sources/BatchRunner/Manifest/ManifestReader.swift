import HTTPPipeline
import JSONText

/// Reads manifests: first all is checked and hashed, then the requests are streamed through the same descriptor.
package struct ManifestReader: Sendable {
    private let file: ManifestFile
    private let path: String

    /// Opens a manifest.
    ///
    /// - Parameter path: The path; `-` for the standard input.
    /// - Returns: The reader.
    /// - Throws: ``ManifestError`` when the file can't be opened.
    package static func open(path: String) throws(ManifestError) -> ManifestReader {
        ManifestReader(file: try ManifestFile(path: path), path: path)
    }

    /// Reads the whole manifest and its list and says what is wrong.
    ///
    /// - Parameter options: What the caller allows and knows.
    /// - Returns: The manifest, where it can be used, and all problems.
    /// - Throws: ``ManifestError`` of kind ``ManifestError/Kind/io`` when reading fails midway, of kind
    ///   ``ManifestError/Kind/interrupted`` when the task is cancelled.
    package func check(_ options: ManifestCheckOptions) throws(ManifestError) -> ManifestCheck {
        if isList { throw ManifestError(.invalid, adviceOnList) }
        let folder = path == "-" ? "." : FilePath.folder(of: path)
        var context = ManifestContext(
            secrets: SecretStore(environment: options.environment, folder: folder),
            options: options,
            file: file
        )
        do {
            var survey = RequestSurvey()
            let manifest = try read(in: &context, folder: folder, survey: &survey)
            let isUsable = context.diagnostics.errorCount == 0
            let redaction = Redaction(secrets: context.secrets.values.flatMap(\.spellings))
            return ManifestCheck(
                manifest: isUsable ? manifest : nil,
                diagnostics: context.diagnostics.sorted(manifest: file.name).map { $0.masked(by: redaction) },
                furtherProblems: context.diagnostics.further,
                failure: [.invalid, .unreadable, .secretMissing].first(where: context.diagnostics.kinds.contains),
                badRows: survey.badRows,
                isSchema: survey.isSchema
            )
        } catch {
            throw ManifestError(Task.isCancelled ? .interrupted : .io, "\(context.file.name): \(error.message)")
        }
    }

    private func read(
        in context: inout ManifestContext, folder: String, survey: inout RequestSurvey
    ) throws(JSONSourceError) -> Manifest? {
        let bytes = SequentialBytes(file, endsWithTask: true)
        let (members, isWhole) = try readMembers(of: bytes, into: &survey, in: &context)
        let sha256 = try bytes.finish()
        if ManifestReader.isSchema(members) {
            survey.isSchema = true
            context.report(
                "this is a JSON Schema, which says how manifests are written, and no manifest", at: JSONPosition())
            return nil
        }
        let fields = FieldReader(members, at: JSONPosition(), as: .manifest, in: &context)
        let stem = path == "-" ? "stdin" : FilePath.split(FilePath.name(of: path)).stem
        let settings = ManifestSettings(fields, path: path, folder: folder, defaultName: stem, in: &context)
        var listSHA256: String?
        if let list = settings.list {
            listSHA256 = try readList(list, into: &survey, in: &context)
        }
        guard isWhole else { return nil }
        survey.finish(fields, settings: settings, in: &context)
        var manifest = settings.manifest(
            path: file.name,
            sha256: sha256,
            plan: RequestPlan(
                file: file,
                list: settings.list,
                context: context,
                defaults: settings.defaults,
                givenIDs: survey.ids
            )
        )
        manifest.listSHA256 = listSHA256
        manifest.requestCount = survey.count
        manifest.invalidCount = survey.invalidCount
        manifest.columnsFound = survey.columnsFound
        manifest.leftOutCount = survey.leftOutCount
        manifest.repeatCount = survey.repeatCount
        manifest.bookRequests = survey.bookRequests(default: settings.defaults.api)
        manifest.pathRequests = survey.pathRequests(default: settings.defaults.api)
        manifest.urlRequests = survey.urlRequests
        manifest.sensitive = survey.sensitive
        manifest.secretHosts = survey.secretHosts
        manifest.literalSecrets = survey.literalSecrets.union(settings.defaults.headers.flatMap(\.literalSecrets))
        for field in settings.defaults.headers where field.hasSecret {
            manifest.sensitive.headers.insert(field.name.asciiLowercased)
        }
        manifest.secrets = context.secrets.values
        return manifest
    }

    /// Reads the members of the manifest's object; of `requests` one element at a time, and none is kept.
    ///
    /// - Returns: The members, and whether the text was JSON to its end.
    private func readMembers(
        of bytes: SequentialBytes,
        into survey: inout RequestSurvey,
        in context: inout ManifestContext
    ) throws(JSONSourceError) -> (members: [JSONValue.Member], isWhole: Bool) {
        var json = JSONReader(duplicateKeys: .collected, source: bytes.next)
        var members: [JSONValue.Member] = []
        do {
            guard try json.next() == .beginObject else {
                context.report("a manifest is an object: { … }", at: json.tokenStart)
                return ([], false)
            }
            while case .key(let key)? = try json.next() {
                let keyPosition = json.tokenStart
                guard let first = try json.next() else { break }
                let value: JSONValue
                if key == "requests", first == .beginArray {
                    value = JSONValue(.array([]), at: json.tokenStart)
                    while let token = try json.next(), token != .endArray {
                        let element = try json.value(beginningWith: token)
                        ManifestReader.reportDuplicates(of: &json, in: &context)
                        guard let draft = RequestReader.read(element, in: &context) else {
                            survey.count += 1
                            continue
                        }
                        survey.add(draft, in: &context)
                    }
                } else {
                    value = try json.value(beginningWith: first)
                }
                ManifestReader.reportDuplicates(of: &json, in: &context)
                members.append(JSONValue.Member(key: key, keyPosition: keyPosition, value: value))
            }
            // Text behind the object throws here.
            _ = try json.next()
            return (members, true)
        } catch {
            guard error.kind != .source else { throw JSONSourceError(error.message) }
            ManifestReader.reportDuplicates(of: &json, in: &context)
            context.report(error.message, at: error.position)
            return (members, false)
        }
    }

    /// Whether the members are those of a JSON Schema, which names the version of the language that it is written in.
    private static func isSchema(_ members: [JSONValue.Member]) -> Bool {
        let dialect = members.first { $0.key == "$schema" }?.value.text ?? ""
        return dialect.contains("://json-schema.org/") && !members.contains { $0.key.hasPrefix("requests") }
    }

    /// Whether the file is a list of requests, by its name and its first byte: a manifest may have any name.
    private var isList: Bool {
        let name = path.asciiLowercased
        if name.hasSuffix(".ndjson") { return true }
        guard [".txt", ".csv", ".tsv"].contains(where: name.hasSuffix),
            let head = try? file.read(at: 0, count: 1 << 16)
        else { return false }
        let first = head.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        return first != UInt8(ascii: "{")
    }

    private var adviceOnList: String {
        let name = FilePath.name(of: path)
        var quoted = JSONWriter()
        quoted.value(name)
        let manifest = FilePath.join(FilePath.folder(of: path), FilePath.split(name).stem + ".json")
        return """
            \(file.name): this is a list: name it in a manifest as requestsFrom. Two lines in \(manifest) will do:
            { "api": "openlibrary", "contact": "you@example.org",
              "requestsFrom": \(String(decoding: quoted.bytes, as: UTF8.self)) }
            """
    }

    private static func reportDuplicates(of json: inout JSONReader, in context: inout ManifestContext) {
        for duplicate in json.duplicates { context.report(duplicate.message, at: duplicate.position) }
        json.duplicates.removeAll()
    }

    private func readList(
        _ list: RequestList,
        into survey: inout RequestSurvey,
        in context: inout ManifestContext
    ) throws(JSONSourceError) -> String {
        var reader = RequestListReader(list, endsWithTask: true)
        survey.columnsFound = try reader.start(in: &context)
        while var entry = try reader.next(in: &context) {
            survey.add(&entry, of: list)
            for problem in entry.problems {
                context.diagnostics.add(problem, of: list.file, severity: context.options.strict ? .error : .warning)
            }
        }
        survey.leftOutCount = reader.leftOutCount
        return try reader.bytes.finish()
    }
}
