import Books
import HTTPPipeline
import JSONText

/// A file of requests, as `requestsFrom` names it.
struct RequestList: Sendable {
    /// How the file is written.
    enum Form: Sendable, Hashable {
        /// One identifier a line.
        case text
        /// Comma-separated values with a header row, and the column that is named.
        case csv(column: String?)
        /// One request object a line.
        case ndjson
    }

    /// One line's request, and what is wrong with it.
    struct Entry {
        var draft: RequestDraft
        var problems: [Diagnostic] = []
        /// What a bad line is counted by.
        var fault: RowFault?
    }

    let file: ManifestFile
    let form: Form
    /// Where the manifest names the column, for problems with it.
    let columnPosition: JSONPosition?
}

/// Reads the requests of a list one by one.
struct RequestListReader {
    private enum Source {
        case lines(LineReader)
        case records(CSVReader)
    }

    private let list: RequestList
    private var source: Source
    private var columns: [Int] = []
    private var isEnded = false
    /// How many rows so far held nothing to ask.
    private(set) var leftOutCount = 0

    /// The bytes it reads, for their hash.
    let bytes: SequentialBytes

    init(_ list: RequestList, endsWithTask: Bool = false) {
        self.list = list
        bytes = SequentialBytes(list.file, endsWithTask: endsWithTask)
        switch list.form {
        case .text, .ndjson: source = .lines(LineReader(bytes))
        case .csv: source = .records(CSVReader(bytes))
        }
    }

    /// Looks at the encoding, reads the header row of a CSV file and finds the column; errors are noted in the context.
    ///
    /// - Returns: Whether requests can be read.
    mutating func start(in context: inout ManifestContext) throws(JSONSourceError) -> Bool {
        guard try !isWide() else {
            let message = "the list is not UTF-8, but seems to be UTF-16: save the text as UTF-8"
            context.diagnostics.report(message, at: JSONPosition(), in: list.file)
            return false
        }
        guard case .csv(let column) = list.form, case .records(var reader) = source else { return true }
        let header = try reader.next()
        source = .records(reader)
        if let (position, separator) = try foreignSeparator(of: header) {
            let message = "the columns of a .csv file are separated by commas, and these by \(separator)"
            context.diagnostics.report(message, at: position, in: list.file)
            return false
        }
        guard case .cells(let cells)? = header else {
            context.diagnostics.report("the header row can't be read", at: JSONPosition(), in: list.file)
            return false
        }
        let names = cells.map(\.text)
        if let column {
            if let index = names.firstIndex(of: column) {
                columns = [index]
            } else {
                let offer = Suggestion.offer(for: column, among: names)
                let rest = offer.isEmpty ? "; there are \(names.map { "\"\($0)\"" }.joined(separator: ", "))" : offer
                context.report(
                    "\(list.file.name) has no column \"\(column)\"\(rest)", at: list.columnPosition ?? JSONPosition())
            }
        } else {
            let words = names.map { name in
                String(decoding: name.asciiLowercased.utf8.filter { $0 >= 0x61 && $0 <= 0x7A }, as: UTF8.self)
            }
            columns = words.indices.filter { words[$0].hasPrefix("isbn") }
            if columns.isEmpty { columns = words.indices.filter { words[$0].contains("isbn") } }
            if columns.isEmpty {
                let message = "no column looks like an ISBN's: name one with \"column\" in the manifest"
                context.diagnostics.report(message, at: JSONPosition(), in: list.file)
            }
        }
        return !columns.isEmpty
    }

    /// Whether the file begins as one in UTF-16 or UTF-32 does: with their mark, or with a NUL beside a character of ASCII.
    private func isWide() throws(JSONSourceError) -> Bool {
        let first = try list.file.read(at: 0, count: 4)
        return first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) || first.contains(0)
    }

    /// Where the header row begins and what separates its columns, where that is no comma though they are more than one.
    private func foreignSeparator(
        of header: CSVReader.Record?
    ) throws(JSONSourceError) -> (position: JSONPosition, name: String)? {
        switch header {
        case .cells(let cells) where cells.count == 1: break
        // Text stands after a closing quote where the names are quoted and not separated by commas.
        case .bad: break
        default: return nil
        }
        let separators: [(scalar: Unicode.Scalar, name: String)] = [(";", "semicolons"), ("\t", "tabs")]
        for separator in separators {
            var reader = CSVReader(SequentialBytes(list.file), separator: separator.scalar)
            if case .cells(let cells)? = try reader.next(), cells.count > 1 {
                return (cells[0].position, separator.name)
            }
        }
        return nil
    }

    /// The next line's request; nil at the end.
    mutating func next(in context: inout ManifestContext) throws(JSONSourceError) -> RequestList.Entry? {
        guard !isEnded else { return nil }
        switch source {
        case .records(var reader):
            defer { source = .records(reader) }
            while !isEnded, let record = try reader.next() {
                if let entry = entry(of: record, in: &context) { return entry }
                if !isEnded { leftOutCount += 1 }
            }
            return nil
        case .lines(var reader):
            defer { source = .lines(reader) }
            while let line = try reader.next() {
                let entry = list.form == .ndjson ? jsonEntry(of: line, in: &context) : textEntry(of: line)
                if let entry { return entry }
            }
            return nil
        }
    }

    // MARK: Lines

    private func textEntry(of line: TextLine) -> RequestList.Entry? {
        let space: [UInt8] = [0x20, 0x09]
        guard let first = line.bytes.firstIndex(where: { !space.contains($0) }), line.bytes[first] != UInt8(ascii: "#")
        else {
            return nil
        }
        var text = line.bytes[first...]
        // A number sign after white space begins a comment; no identifier has one.
        let mark = text.indices.dropFirst().first { text[$0] == UInt8(ascii: "#") && space.contains(text[$0 - 1]) }
        if let mark { text = text[..<mark] }
        while let last = text.last, space.contains(last) { text = text.dropLast() }
        var position = line.start
        position.column += first
        position.offset += first
        guard !line.isCut else { return bad("the line is longer than 1 MiB", text: "", at: position) }
        return isbnEntry(of: String(decoding: text, as: UTF8.self), at: position)
    }

    private func jsonEntry(of line: TextLine, in context: inout ManifestContext) -> RequestList.Entry? {
        guard line.bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
        guard !line.isCut else { return bad("the line is longer than 1 MiB", text: "", at: line.start) }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line.bytes, startingAt: line.start)
        } catch {
            return bad(error.message, .request, text: "", at: error.position)
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
        let problems = inner.diagnostics.items.filter { $0.kind != .secretMissing }
        if let draft { return RequestList.Entry(draft: draft) }
        let message = problems.map(\.message).joined(separator: "; ")
        let id = value["id"]?.text ?? ""
        return RequestList.Entry(
            draft: RequestDraft(invalid: message, text: id, position: value.position), problems: problems,
            fault: .request)
    }

    private mutating func entry(of record: CSVReader.Record, in context: inout ManifestContext) -> RequestList.Entry? {
        switch record {
        case .endless(let position):
            context.diagnostics.report("this quote is never closed", at: position, in: list.file)
            isEnded = true
            return nil
        case .bad(let message, let position):
            return bad(message, text: "", at: position)
        case .cells(let cells):
            let candidates = columns.filter { $0 < cells.count }.map { cells[$0] }
            for cell in candidates {
                var text = cell.text
                // Goodreads and others write ="9780140328721" so that spreadsheets keep the zeros.
                if text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count >= 3 {
                    text = String(text.dropFirst(2).dropLast())
                }
                guard text.contains(where: { !$0.isWhitespace }) else { continue }
                return isbnEntry(of: text, at: cell.position)
            }
            return nil
        }
    }

    private func isbnEntry(of text: String, at position: JSONPosition) -> RequestList.Entry {
        do {
            return RequestList.Entry(draft: RequestDraft(isbn: try ISBN(text), text: text, position: position))
        } catch {
            let fault: RowFault =
                switch error.kind {
                case .checkDigit: .checkDigit
                case .damaged: .damaged
                case .several: .several
                case .other: .number
                }
            return bad(error.description, fault, text: text, at: position)
        }
    }

    private func bad(
        _ message: String, _ fault: RowFault = .malformed, text: String, at position: JSONPosition
    ) -> RequestList.Entry {
        let problem = Diagnostic(
            message,
            file: list.file.name,
            line: position.line,
            column: position.column,
            excerpt: SourceExcerpt(of: list.file, at: position)
        )
        return RequestList.Entry(
            draft: RequestDraft(invalid: message, text: text, position: position), problems: [problem], fault: fault)
    }
}
