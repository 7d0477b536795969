import Books
import HTTPPipeline
import JSONText

/// Reads the object of one request.
struct RequestReader {
    /// The fields that go with `url` and `path` only.
    static let rawOnly = ["method", "query", "headers", "body", "json", "expect", "idempotent"]

    private static let kinds = ["isbn", "title", "path", "url"]

    private let fields: FieldReader

    /// Reads one request.
    ///
    /// - Returns: The request; nil, and errors noted, where it is not one.
    static func read(_ value: JSONValue, in context: inout ManifestContext) -> RequestDraft? {
        let before = context.diagnostics.errorCount
        guard let fields = FieldReader(value, as: .request, named: "a request", in: &context) else { return nil }
        let draft = RequestReader(fields: fields).draft(in: &context)
        return context.diagnostics.errorCount == before ? draft : nil
    }

    private func draft(in context: inout ManifestContext) -> RequestDraft? {
        let given = RequestReader.kinds.filter { fields[$0] != nil }
        let list = "\"isbn\", \"title\", \"path\" and \"url\""
        for extra in given.dropFirst() {
            guard let position = fields[extra]?.keyPosition, let first = given.first else { continue }
            context.report("a request has only one of \(list); \"\(first)\" is given already", at: position)
        }
        if given.isEmpty && !fields.hasUnknownKeys {
            context.report("a request needs one of \(list)", at: fields.position)
        }
        if let author = fields["author"], given.first != "title", !given.isEmpty {
            context.report("\"author\" goes with \"title\"", at: author.keyPosition)
        }
        let isRaw = fields["path"] != nil || fields["url"] != nil
        if !isRaw, !given.isEmpty {
            for name in RequestReader.rawOnly {
                guard let member = fields[name] else { continue }
                context.report("\"\(name)\" goes with \"url\" or \"path\"", at: member.keyPosition)
            }
        }
        var draft: RequestDraft?
        switch given.first {
        case "isbn": draft = isbn(in: &context)
        case "title": draft = title(in: &context)
        case "path": draft = path(in: &context)
        case "url": draft = url(in: &context)
        default: break
        }
        // What follows is read even where the target is bad, so that all problems are told at once.
        var rest = draft ?? RequestDraft(kind: .invalid(""), defaultID: "", position: fields.position)
        if isRaw { readRaw(&rest, in: &context) }
        readID(&rest, in: &context)
        rest.api = fields.apis("api", in: &context)?.first
        rest.overrides = PolicyOverrides(fields, in: &context)
        return draft == nil ? nil : rest
    }

    // MARK: Targets

    private func isbn(in context: inout ManifestContext) -> RequestDraft? {
        if let member = fields["isbn"], case .number(let number) = member.value.content {
            context.report("an ISBN is text: write it in double quotes, \"\(number)\"", at: member.value.position)
            return nil
        }
        guard let text = fields.text("isbn", in: &context), let member = fields["isbn"] else { return nil }
        do {
            return RequestDraft(isbn: try ISBN(text), text: text, position: fields.position)
        } catch {
            context.report(error.description, at: member.value.position)
            return nil
        }
    }

    private func title(in context: inout ManifestContext) -> RequestDraft? {
        let author = fields.text("author", in: &context)
        guard let title = fields.text("title", in: &context) else { return nil }
        return RequestDraft(title: title, author: author, position: fields.position)
    }

    private func path(in context: inout ManifestContext) -> RequestDraft? {
        let query = RequestQuery.read(fields, in: &context)
        guard let text = fields.text("path", in: &context), let member = fields["path"] else { return nil }
        guard text.hasPrefix("/"), !text.hasPrefix("//") else {
            context.report("\"path\" begins with one slash", at: member.value.position)
            return nil
        }
        let whole = query.added(to: text, encoded: true)
        do {
            // Any host will do: what is checked is the path.
            _ = try HTTPURL("http://localhost" + whole)
        } catch {
            context.report("the path is wrong: \(error)", at: member.value.position)
            return nil
        }
        return target(.path(whole), written: ("path", text), query: query, in: &context)
    }

    private func url(in context: inout ManifestContext) -> RequestDraft? {
        let query = RequestQuery.read(fields, in: &context)
        guard let text = fields.text("url", takesSecrets: true, in: &context), let member = fields["url"],
            let placeholders = context.placeholders(in: text, at: member.value.position)
        else { return nil }
        var hasSecretHost = false
        let expanded = context.expand(placeholders, at: member.value.position) { value, before, after in
            if RequestReader.isOfHost(value, before: before, after: after) { hasSecretHost = true }
            return RequestReader.isBareInURL(before: before, after: after) ? value : PercentEncoding.encode(value)
        }
        guard let expanded else { return nil }
        do {
            let url = try HTTPURL(query.added(to: expanded, encoded: true))
            guard !RequestReader.hasColonInUserName(url) else {
                context.report(
                    "the user name has a colon in it, and a server would take what follows for the password: "
                        + "write ${env:USER}:${env:PASS}@", at: member.value.position)
                return nil
            }
            var draft = target(.url(url), written: ("url", placeholders.canonical), query: query, in: &context)
            if hasSecretHost { draft.secretHost = url.host }
            return draft
        } catch {
            // A part of a secret is as secret, and a host or a scheme is quoted in small letters.
            let reason = placeholders.hasSecrets ? error.masked : error.description
            context.report("the URL is wrong: \(reason)", at: member.value.position)
            return nil
        }
    }

    /// Whether a secret's value goes into a URL as it is: it may bring a host and a path, but no end of a parameter or of credentials.
    private static func isBareInURL(before: String, after: String) -> Bool {
        if before.utf8.contains(UInt8(ascii: "?")) { return false }
        let isInAuthority = before.hasSuffix("://") || before.split(separator: "://").last?.contains("/") == false
        return !(isInAuthority && after.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.contains("@"))
    }

    /// Whether a secret's value brings the host of a URL or a part of it: not its credentials or its port, and nothing behind them.
    private static func isOfHost(_ value: String, before: String, after: String) -> Bool {
        guard let scheme = before.firstRange(of: "://") else { return value.contains("://") }
        let authority = before[scheme.upperBound...]
        if authority.contains(where: { "/?#".contains($0) }) { return false }
        if after.prefix(while: { !"/?#".contains($0) }).contains("@") { return false }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return host.hasPrefix("[") || !host.contains(":")
    }

    /// Whether a user name holds a colon, which can't be sent with the Basic scheme (RFC 7617 section 2).
    private static func hasColonInUserName(_ url: HTTPURL) -> Bool {
        let colon = UInt8(ascii: ":")
        guard let name = url.credentials?.utf8.prefix(while: { $0 != colon }) else { return false }
        return PercentEncoding.decode(name).contains(colon)
    }

    private func target(
        _ kind: RequestSpec.Kind,
        written: (key: String, text: String),
        query: RequestQuery,
        in context: inout ManifestContext
    ) -> RequestDraft {
        let whole = query.added(to: written.text, encoded: false)
        let shown = LiteralSecrets.replacing(in: whole) { _ in Redaction.mask }
        var draft = RequestDraft(kind: kind, defaultID: shown, position: fields.position)
        draft.canonicalTarget = LiteralSecrets.replacing(in: whole, with: RequestDraft.hidden)
        draft.sensitiveParameters = query.sensitiveNames.union(RequestQuery.sensitiveNames(in: written.text))
        draft.written = [(written.key, shown)]
        return draft
    }

    // MARK: The other fields

    private func readID(_ draft: inout RequestDraft, in context: inout ManifestContext) {
        guard let id = fields.text("id", in: &context), let member = fields["id"] else { return }
        guard id.unicodeScalars.allSatisfy(SourceExcerpt.isShown) else {
            context.report("an id can't have control characters in it", at: member.value.position)
            return
        }
        draft.id = id
        draft.idPosition = member.value.position
    }

    private func readRaw(_ draft: inout RequestDraft, in context: inout ManifestContext) {
        if let method = fields.choice("method", in: &context) {
            draft.method = HTTPMethod(method)
            draft.written.append(("method", method))
        }
        draft.headers = HeaderField.read(fields, in: &context)
        draft.isIdempotent = fields.flag("idempotent", in: &context) ?? false
        draft.expect = statuses(in: &context)
        readBody(&draft, in: &context)
    }

    private func statuses(in context: inout ManifestContext) -> Set<Int>? {
        guard let member = fields["expect"] else { return nil }
        guard let values = member.value.elements else {
            fields.reportType(of: member, in: &context)
            return nil
        }
        if values.isEmpty { context.report("\"expect\" is an empty list", at: member.value.position) }
        for value in values where value.int.map({ !(200...599).contains($0) }) ?? true {
            context.report("a status is a whole number from 200 to 599", at: value.position)
        }
        return Set(values.compactMap(\.int))
    }

    private func readBody(_ draft: inout RequestDraft, in context: inout ManifestContext) {
        let body = fields["body"]
        let json = fields["json"]
        if let body, let json {
            let later = max(body.keyPosition, json.keyPosition)
            context.report("a request has \"body\" or \"json\", not both", at: later)
        }
        guard let member = body ?? json else { return }
        // A method that is wrong is told already, and no other is known.
        let isMethodKnown = fields["method"].map { $0.value.text == draft.method.name } ?? true
        if isMethodKnown, draft.method == .get || draft.method == .head {
            context.report("a \(draft.method) request has no body: set \"method\"", at: member.keyPosition)
        }
        if let body {
            guard let text = body.value.text else { return fields.reportType(of: body, in: &context) }
            guard let placeholders = context.placeholders(in: text, at: body.value.position) else { return }
            draft.canonicalBody = placeholders.canonical
            draft.body = context.expand(placeholders, at: body.value.position).map { Array($0.utf8) }
        } else if let json {
            var expanded = JSONWriter()
            var canonical = JSONWriter()
            write(json.value, to: &expanded, canonical: &canonical, in: &context)
            draft.body = expanded.bytes
            draft.canonicalBody = String(decoding: canonical.bytes, as: UTF8.self)
            if !draft.headers.contains(where: { $0.name.equalsIgnoringASCIICase("Content-Type") }) {
                let type = "application/json"
                draft.headers.append(HeaderField(name: "Content-Type", value: type, canonical: type, hasSecret: false))
            }
        }
    }

    /// Writes a JSON body twice: with the secrets in its strings, and with their names.
    private func write(
        _ value: JSONValue,
        to expanded: inout JSONWriter,
        canonical: inout JSONWriter,
        in context: inout ManifestContext
    ) {
        switch value.content {
        case .string(let text):
            guard let placeholders = context.placeholders(in: text, at: value.position) else { return }
            expanded.value(context.expand(placeholders, at: value.position) ?? "")
            canonical.value(placeholders.canonical)
        case .array(let elements):
            expanded.beginArray()
            canonical.beginArray()
            for element in elements { write(element, to: &expanded, canonical: &canonical, in: &context) }
            expanded.endArray()
            canonical.endArray()
        case .object(let members):
            expanded.beginObject()
            canonical.beginObject()
            for member in members {
                guard context.isFreeOfPlaceholders(member, called: "a name in JSON") else { continue }
                expanded.key(member.key)
                canonical.key(member.key)
                write(member.value, to: &expanded, canonical: &canonical, in: &context)
            }
            expanded.endObject()
            canonical.endObject()
        case .null, .bool, .number:
            expanded.value(value)
            canonical.value(value)
        }
    }
}
