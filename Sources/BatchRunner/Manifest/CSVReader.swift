import JSONText

/// The rows of a file of separated values (RFC 4180), one at a time; blank lines are skipped.
///
/// A line ends with LF, CR LF or CR. Only cells of columns that are read are kept, so that no other can be too long. A stray
/// quote would take the rows behind it with it: where it shows, the row is a bad one, and the next begins behind the line on which
/// the quote stands.
struct CSVReader {
    /// The longest cell that is kept whole, and the largest number of columns.
    private static let (cellLimit, columnLimit) = (1 << 20, 1 << 16)
    private static let quote = UInt8(ascii: "\"")

    private var cursor: ListCursor
    private let separator: UInt8
    /// The columns that are read; nil for all.
    private let columns: [Bool]?

    /// - Parameters:
    ///   - source: The file.
    ///   - separator: What stands between two cells.
    ///   - columns: The columns that are read; nil for all.
    init(_ source: SequentialBytes, separator: UInt8, columns: Set<Int>? = nil) {
        cursor = ListCursor(source)
        self.separator = separator
        self.columns = columns.map { columns in (0...(columns.max() ?? 0)).map(columns.contains) }
    }

    /// The next row; nil at the end.
    mutating func next() throws(JSONSourceError) -> CSVRow? {
        while let byte = try cursor.peek() {
            if ListCursor.isLineEnd(byte) {
                _ = try cursor.stepOverLineEnd()
                continue
            }
            let row = try row()
            // A line of blanks is a blank line.
            if row.width > 1 || row.filled > 0 || row.problem != nil { return row }
        }
        return nil
    }

    private mutating func row() throws(JSONSourceError) -> CSVRow {
        var row = CSVRow(start: cursor.position)
        let stored = columns?.count ?? CSVReader.columnLimit
        while true {
            let isRead = columns.map { row.width < $0.count && $0[row.width] } ?? (row.width < stored)
            var cell = CSVCell(position: cursor.position)
            var isFilled = false
            let start = cursor.mark
            var isQuoted = try cursor.peek() == CSVReader.quote
            if isQuoted {
                row.problem = try readQuoted(&cell, isRead: isRead, isFilled: &isFilled)
                if row.problem != nil, separator == UInt8(ascii: "\t") {
                    // Many lists with tabs know no quotes: what makes no sense as one is a letter.
                    cursor.go(to: start)
                    (cell, isFilled, isQuoted) = (CSVCell(position: cell.position), false, false)
                    row.problem = nil
                }
            }
            if !isQuoted { try readPlain(&cell, isRead: isRead, isFilled: &isFilled) }
            // What a stray quote takes in is no cell.
            if row.width < stored, row.problem == nil { row.cells.append(cell) }
            row.width += 1
            if isFilled { row.filled = row.width }
            guard row.problem == nil, let byte = try cursor.peek() else { return row }
            guard byte == separator else {
                _ = try cursor.stepOverLineEnd()
                return row
            }
            cursor.step()
        }
    }

    private mutating func readPlain(
        _ cell: inout CSVCell, isRead: Bool, isFilled: inout Bool
    ) throws(JSONSourceError) {
        while let byte = try cursor.peek(), byte != separator, !ListCursor.isLineEnd(byte) {
            keep(byte, in: &cell, isRead: isRead, isFilled: &isFilled)
            cursor.step()
        }
    }

    /// Reads a cell from its opening quote on.
    ///
    /// - Returns: What is wrong with it; the next row begins where the cursor stands then.
    private mutating func readQuoted(
        _ cell: inout CSVCell, isRead: Bool, isFilled: inout Bool
    ) throws(JSONSourceError) -> (message: String, position: JSONPosition)? {
        /// What lies behind the line on which the cell begins, where the cell doesn't end on it.
        var following: ListCursor.Mark?
        cursor.step()
        while let byte = try cursor.peek() {
            if ListCursor.isLineEnd(byte) {
                keep(byte, in: &cell, isRead: isRead, isFilled: &isFilled)
                if try cursor.stepOverLineEnd() {
                    keep(UInt8(ascii: "\n"), in: &cell, isRead: isRead, isFilled: &isFilled)
                }
                if following == nil { following = cursor.mark }
                continue
            }
            cursor.step()
            if byte == CSVReader.quote {
                guard try cursor.peek() == byte else { return try problem(behind: cell, following) }
                cursor.step()
            }
            keep(byte, in: &cell, isRead: isRead, isFilled: &isFilled)
        }
        if let following { cursor.go(to: following) }
        return ("this quote is never closed", cell.position)
    }

    /// Looks at what stands behind a closing quote: the end of the cell, after blanks perhaps.
    private mutating func problem(
        behind cell: CSVCell, _ following: ListCursor.Mark?
    ) throws(JSONSourceError) -> (message: String, position: JSONPosition)? {
        while let byte = try cursor.peek(), byte != separator, !ListCursor.isLineEnd(byte) {
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                cursor.step()
                continue
            }
            let place = cursor.position
            guard let following else {
                while let byte = try cursor.peek(), !ListCursor.isLineEnd(byte) { cursor.step() }
                return ("text after a closing quote", place)
            }
            cursor.go(to: following)
            return ("this quote is closed in line \(place.line) only, with text behind it", cell.position)
        }
        return nil
    }

    private func keep(_ byte: UInt8, in cell: inout CSVCell, isRead: Bool, isFilled: inout Bool) {
        if !isFilled, byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t"), !ListCursor.isLineEnd(byte) {
            isFilled = true
        }
        guard isRead else { return }
        if cell.bytes.count < CSVReader.cellLimit { cell.bytes.append(byte) } else { cell.isCut = true }
    }
}
