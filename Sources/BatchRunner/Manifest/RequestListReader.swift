import HTTPPipeline
import JSONText

/// Reads the requests of a list one by one.
struct RequestListReader {
    private enum Source {
        case lines(LineReader)
        case table(TableReader)
        case nothing
    }

    private let list: RequestList
    private var source = Source.nothing
    /// Knows the manifest's secrets; nil where it names none.
    private var redaction: Redaction?

    /// The bytes it reads, for their hash.
    let bytes: SequentialBytes

    init(_ list: RequestList, endsWithTask: Bool = false) {
        self.list = list
        bytes = SequentialBytes(list.file, endsWithTask: endsWithTask)
    }

    /// How many rows so far held nothing to ask.
    var leftOutCount: Int {
        if case .table(let reader) = source { reader.leftOutCount } else { 0 }
    }

    /// Looks at the encoding and at the header row of a table; errors are noted in the context.
    ///
    /// - Returns: The names of the columns that ISBNs were found in, where the manifest names none.
    mutating func start(in context: inout ManifestContext) throws(JSONSourceError) -> [String] {
        if let problem = ListEncoding.problem(of: try list.file.read(at: 0, count: 4)) {
            context.diagnostics.report(problem, at: JSONPosition(), in: list.file)
            return []
        }
        let secrets = context.secrets.values
        if !secrets.isEmpty { redaction = Redaction(secrets: secrets.flatMap(\.spellings)) }
        switch list.form {
        case .text, .ndjson:
            source = .lines(LineReader(bytes))
            return []
        case .table(let columns):
            guard let table = try ListTableFinder(list: list, columns: columns).find(in: &context) else { return [] }
            source = .table(TableReader(bytes, table))
            return table.found
        }
    }

    /// The next line's request; nil at the end.
    mutating func next(in context: inout ManifestContext) throws(JSONSourceError) -> RequestList.Entry? {
        switch source {
        case .nothing: return nil
        case .table(var reader):
            defer { source = .table(reader) }
            return try reader.next().map { $0.hidingSecrets(in: Array($0.text.utf8), by: redaction) }
        case .lines(var reader):
            defer { source = .lines(reader) }
            while let line = try reader.next() {
                if let entry = entry(of: line, in: &context) {
                    return entry.hidingSecrets(in: line.bytes, by: redaction)
                }
            }
            return nil
        }
    }

    private func entry(of line: TextLine, in context: inout ManifestContext) -> RequestList.Entry? {
        do throws(RowProblem) {
            if case .ndjson = list.form { return try jsonEntry(of: line, in: &context) }
            return try draft(of: line).map { RequestList.Entry(draft: $0) }
        } catch {
            return RequestList.Entry(error)
        }
    }

    /// The identifier of a line; nil where there is none but a comment.
    private func draft(of line: TextLine) throws(RowProblem) -> RequestDraft? {
        let space: [UInt8] = [0x20, 0x09]
        guard let first = line.bytes.firstIndex(where: { !space.contains($0) }), line.bytes[first] != UInt8(ascii: "#")
        else { return nil }
        var text = line.bytes[first...]
        // A number sign after white space begins a comment; no identifier has one.
        let mark = text.indices.dropFirst().first { text[$0] == UInt8(ascii: "#") && space.contains(text[$0 - 1]) }
        if let mark { text = text[..<mark] }
        while let last = text.last, space.contains(last) { text = text.dropLast() }
        var position = line.start
        position.column += first
        position.offset += first
        guard !line.isCut else { throw RowProblem.tooLong(at: position) }
        guard let identifier = String(validating: text, as: UTF8.self) else {
            throw RowProblem(
                message: "the line holds bytes that are not UTF-8: save the list as UTF-8", fault: .encoding,
                position: position)
        }
        return try RequestDraft(listed: identifier, at: position)
    }

    private func jsonEntry(
        of line: TextLine, in context: inout ManifestContext
    ) throws(RowProblem) -> RequestList.Entry? {
        guard line.bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
        guard !line.isCut else { throw RowProblem.tooLong(at: line.start) }
        let value: JSONValue
        do throws(JSONTextError) {
            value = try JSONValue(parsing: line.bytes, startingAt: line.start)
        } catch {
            throw RowProblem(message: error.message, fault: .malformed, position: error.position)
        }
        var inner = context
        inner.diagnostics = DiagnosticList()
        inner.file = list.file
        let draft = RequestReader.read(value, in: &inner)
        context.secrets = inner.secrets
        // A secret that is missing is no fault of the line.
        for diagnostic in inner.diagnostics.items where diagnostic.kind == .secretMissing {
            context.diagnostics.add(diagnostic)
        }
        if let draft { return RequestList.Entry(draft: draft) }
        let problems = inner.diagnostics.items.filter { $0.kind != .secretMissing }
        let message = problems.map(\.message).joined(separator: "; ")
        return RequestList.Entry(
            draft: RequestDraft(invalid: message, text: value["id"]?.text ?? "", position: value.position),
            problems: problems.map {
                RequestList.Problem(
                    message: $0.message, position: JSONPosition(line: $0.line, column: $0.column), excerpt: $0.excerpt)
            }, fault: .request)
    }
}

extension RowProblem {
    fileprivate static func tooLong(at position: JSONPosition) -> RowProblem {
        RowProblem(message: "the line is longer than 1 MiB", fault: .malformed, position: position)
    }
}
