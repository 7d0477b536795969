import JSONText

/// Reads the requests of a list's table row by row.
struct TableReader {
    private let table: ListTable
    private var rows: CSVReader
    private var rowsToSkip: Int
    /// How many rows so far held nothing to ask.
    private(set) var leftOutCount = 0

    init(_ source: SequentialBytes, _ table: ListTable) {
        self.table = table
        rows = CSVReader(source, separator: table.separator, columns: table.indices)
        rowsToSkip = table.headerRows
    }

    /// The next row's request; nil at the end.
    mutating func next() throws(JSONSourceError) -> RequestList.Entry? {
        while let row = try rows.next() {
            guard rowsToSkip == 0 else {
                rowsToSkip -= 1
                continue
            }
            if let entry = entry(of: row) { return entry }
            leftOutCount += 1
        }
        return nil
    }

    private func entry(of row: CSVRow) -> RequestList.Entry? {
        var entry: RequestList.Entry
        var asked: RequestDraft?
        do throws(RowProblem) {
            guard var draft = try draft(of: row) else { return nil }
            asked = draft
            draft.carried = try carried(in: row)
            entry = RequestList.Entry(draft: draft)
        } catch {
            entry = RequestList.Entry(error)
            // What can be read says which row it is.
            if let asked { (entry.draft.defaultID, entry.draft.written) = (asked.defaultID, asked.written) }
            entry.draft.carried = (try? carried(in: row)) ?? []
        }
        if let id = id(of: row) { entry.draft.defaultID = id }
        return entry
    }

    /// What the row asks; nil where it asks nothing.
    private func draft(of row: CSVRow) throws(RowProblem) -> RequestDraft? {
        if let problem = row.problem {
            throw RowProblem(message: problem.message, fault: .malformed, position: problem.position)
        }
        var first: RowProblem?
        for column in table.identifiers {
            guard let cell = row[column.index], cell.holdsSomething else { continue }
            do throws(RowProblem) {
                return try RequestDraft(listed: cell.text(), at: cell.position)
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
        guard let title = try text(.title, of: row) else {
            // Cells that have moved to the right are no empty ones.
            guard row.filled > table.width else { return nil }
            throw RowProblem(
                message: "the row has \(row.filled) cells where the header has \(table.width)", fault: .malformed,
                position: row.start)
        }
        return RequestDraft(title: title.text, author: try text(.author, of: row)?.text, position: title.position)
    }

    /// What the cell of a title or an author holds; nil where it is empty.
    private func text(
        _ role: ListColumns.Role, of row: CSVRow
    ) throws(RowProblem) -> (text: String, position: JSONPosition)? {
        for column in table.others where column.role == role {
            guard let cell = row[column.index] else { continue }
            let text = try cell.text().trimmed
            if !text.isEmpty { return (text, cell.position) }
        }
        return nil
    }

    private func id(of row: CSVRow) -> String? {
        for column in table.others where column.role == .id {
            guard let cell = row[column.index], let text = try? cell.text() else { continue }
            let id = String(String.UnicodeScalarView(text.unicodeScalars.filter(SourceExcerpt.isShown))).trimmed
            if !id.isEmpty { return id }
        }
        return nil
    }

    private func carried(in row: CSVRow) throws(RowProblem) -> [(name: String, text: String)] {
        var carried: [(name: String, text: String)] = []
        for column in table.carried {
            carried.append((column.name, try row[column.index]?.verbatim() ?? ""))
        }
        return carried
    }
}

extension CSVCell {
    /// Whether there is a letter, a digit or something unknown in it: many exports write an empty number as `[]` or `=""`.
    fileprivate var holdsSomething: Bool {
        bytes.contains { byte in
            byte >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }

    /// The text without the `="…"` that Goodreads and others write so that spreadsheets keep the zeros.
    fileprivate func text() throws(RowProblem) -> String {
        let text = try verbatim()
        guard text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count >= 3 else { return text }
        return String(text.dropFirst(2).dropLast())
    }

    /// The text as it is.
    fileprivate func verbatim() throws(RowProblem) -> String {
        guard !isCut else {
            throw RowProblem(message: "the cell is longer than 1 MiB", fault: .malformed, position: position)
        }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw RowProblem(
                message: "the cell holds bytes that are not UTF-8 text: save as CSV UTF-8", fault: .encoding,
                position: position)
        }
        return text
    }
}
