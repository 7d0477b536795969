import HTTPPipeline
import JSONText

/// Finds out how the table of a list is written: what separates its cells, which row is its header, and where the columns are.
///
/// A separator is found from the header row, and the rows below it have to agree: a header may hold one within quotes, and
/// a price has a comma in many countries.
struct ListTableFinder {
    /// A table, should its cells be parted by a separator.
    private struct Guess {
        let separator: UInt8
        let headerRows: Int
        let row: CSVRow
        let header: ListHeader
        /// How good it is: whether the columns are there, whether there are several, and how many the rows agree on.
        let rank: (Int, Int, Double)
    }

    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    /// How many rows are looked at, and how many of them may be the header row.
    private static let (sampleLimit, headerLimit) = (100, 10)

    let list: RequestList
    let columns: ListColumns

    /// Finds it out.
    ///
    /// - Returns: The table; nil where the list is empty, or an error is noted.
    func find(in context: inout ManifestContext) throws(JSONSourceError) -> ListTable? {
        let told = try toldSeparator()
        var best: Guess?
        for separator in (columns.separator ?? told).map({ [$0] }) ?? Self.separators {
            let rows = try sample(separator: separator)
            guard let guess = guess(rows, separator: separator, isFirstSkipped: told != nil) else { continue }
            // What separates nothing in the header row doesn't separate; a list of one column is read by the first.
            if best.map({ guess.row.width > 1 && $0.rank < guess.rank }) ?? true { best = guess }
        }
        guard let best else { return nil }
        if let problem = best.row.problem {
            context.diagnostics.report(
                "the header row can't be read: \(problem.message)", at: problem.position, in: list.file)
            return nil
        }
        let table = ListTable(
            separator: best.separator, headerRows: best.headerRows, header: best.header, columns: columns)
        return check(table, of: best, in: &context) ? table : nil
    }

    /// The separator that a first line `sep=;` tells, as spreadsheets write it.
    private func toldSeparator() throws(JSONSourceError) -> UInt8? {
        var reader = LineReader(SequentialBytes(list.file))
        guard let line = try reader.next()?.bytes.filter({ $0 != UInt8(ascii: "\"") }), line.count == 5,
            String(decoding: line.prefix(4), as: UTF8.self).asciiLowercased == "sep="
        else { return nil }
        return line[4]
    }

    private func sample(separator: UInt8) throws(JSONSourceError) -> [CSVRow] {
        var reader = CSVReader(SequentialBytes(list.file), separator: separator)
        var rows: [CSVRow] = []
        while rows.count < Self.sampleLimit, let row = try reader.next() { rows.append(row) }
        return rows
    }

    private func guess(_ rows: [CSVRow], separator: UInt8, isFirstSkipped: Bool) -> Guess? {
        let candidates = rows.enumerated().dropFirst(isFirstSkipped ? 1 : 0).prefix(Self.headerLimit)
        var best: (index: Int, header: ListHeader, found: Int, likeness: (Int, Int))?
        for (index, row) in candidates {
            let header = ListHeader(row)
            let isHeader = row.problem == nil
            let likeness = isHeader ? self.likeness(of: header, above: rows[(index + 1)...]) : (0, 0)
            let found = isHeader ? self.found(in: header, isLikely: likeness.0 > 0) : 0
            if best.map({ ($0.found, $0.likeness.0, $0.likeness.1) < (found, likeness.0, likeness.1) }) ?? true {
                best = (index, header, found, likeness)
            }
        }
        guard let best else { return nil }
        let row = rows[best.index]
        let below = rows[(best.index + 1)...]
        let fitting = below.count { $0.problem == nil && $0.filled <= row.width && ($0.width > 1 || row.width == 1) }
        let share = below.isEmpty ? 1 : Double(fitting) / Double(below.count)
        let isTable = row.width > 1 && share >= 0.5
        return Guess(
            separator: separator, headerRows: best.index + 1, row: row, header: best.header,
            rank: (best.found, isTable ? 1 : 0, Double(row.width) * share))
    }

    /// How many of the columns that are needed a header has.
    private func found(in header: ListHeader, isLikely: Bool) -> Int {
        let names = columns.named.map(\.name) + columns.carried
        let found = names.count { !header.indices(of: $0.text).isEmpty }
        return found + (!columns.namesWhatToAsk && isLikely ? 1 : 0)
    }

    /// How much a row is like the header of a column of ISBNs: by what stands below it, and by its own words.
    ///
    /// The title of a list or of a book may speak of ISBNs as well, yet has no numbers below it, or a header.
    private func likeness(of header: ListHeader, above rows: ArraySlice<CSVRow>) -> (Int, Int) {
        let columns = header.indicesOfISBNs
        guard !columns.isEmpty else { return (0, 0) }
        let strength = columns.map(header.strengthOfISBN).max() ?? 0
        let isConfirmed = rows.contains { row in columns.contains { row[$0]?.mayHoldNumber ?? false } }
        return (isConfirmed ? 2 : strength > 0 || rows.isEmpty ? 1 : 0, strength)
    }

    private func check(_ table: ListTable, of guess: Guess, in context: inout ManifestContext) -> Bool {
        let header = guess.header
        let missing = (columns.named.map(\.name) + columns.carried).filter { header.indices(of: $0.text).isEmpty }
        for name in missing {
            context.report(
                "\(list.file.name) has no column \"\(name.text)\"\(header.offer(for: name.text))", at: name.position)
        }
        if !columns.namesWhatToAsk, table.identifiers.isEmpty {
            let advice = "name one with \"columns\" in the manifest; \(header.inventory)\(header.advice)"
            context.diagnostics.report(
                "no column looks like an ISBN's: \(advice)", at: guess.row.start, in: list.file)
            return false
        }
        return missing.isEmpty
    }
}

extension CSVCell {
    /// Whether there are as many digits in it as in an ISBN that has lost its zero.
    fileprivate var mayHoldNumber: Bool { bytes.count(where: \.isASCIIDigit) >= 9 }
}
