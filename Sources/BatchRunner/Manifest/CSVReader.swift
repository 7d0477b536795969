import JSONText

/// One cell of a CSV file.
struct CSVCell: Sendable {
    /// What it holds, quotes undone.
    var text: String
    /// Where it begins.
    var position: JSONPosition
}

/// The records of a CSV file (RFC 4180), one at a time; blank lines are skipped.
struct CSVReader {
    /// What became of a record.
    enum Record {
        /// Its cells.
        case cells([CSVCell])
        /// It is malformed; the next one can be read.
        case bad(String, at: JSONPosition)
        /// A quote is never closed, so that nothing after it can be told apart.
        case endless(at: JSONPosition)
    }

    private var lines: LineReader
    private let separator: UInt8

    init(_ source: SequentialBytes, separator: Unicode.Scalar = ",") {
        lines = LineReader(source)
        self.separator = UInt8(ascii: separator)
    }

    /// The next record; nil at the end.
    mutating func next() throws(JSONSourceError) -> Record? {
        guard var line = try nextFilledLine() else { return nil }
        var cells: [CSVCell] = []
        var problem: (message: String, position: JSONPosition)?
        var size = 0
        var index = 0
        while true {
            if line.isCut, problem == nil { problem = ("the line is longer than 1 MiB", line.start) }
            let start = CSVReader.position(of: index, in: line)
            var cell: [UInt8] = []
            if index < line.bytes.count, line.bytes[index] == UInt8(ascii: "\"") {
                index += 1
                // A quoted cell ends at a quote that is not doubled, maybe lines later.
                while true {
                    guard index < line.bytes.count else {
                        size += line.bytes.count
                        guard size <= LineReader.limit, let following = try lines.next() else {
                            return .endless(at: start)
                        }
                        line = following
                        index = 0
                        cell.append(UInt8(ascii: "\n"))
                        continue
                    }
                    let byte = line.bytes[index]
                    index += 1
                    guard byte == UInt8(ascii: "\"") else {
                        cell.append(byte)
                        continue
                    }
                    guard index < line.bytes.count, line.bytes[index] == byte else { break }
                    cell.append(byte)
                    index += 1
                }
                if index < line.bytes.count, line.bytes[index] != separator, problem == nil {
                    problem = ("text after a closing quote", CSVReader.position(of: index, in: line))
                }
            }
            while index < line.bytes.count, line.bytes[index] != separator {
                cell.append(line.bytes[index])
                index += 1
            }
            cells.append(CSVCell(text: String(decoding: cell, as: UTF8.self), position: start))
            guard index < line.bytes.count else { break }
            index += 1
        }
        if let problem { return .bad(problem.message, at: problem.position) }
        return .cells(cells)
    }

    private mutating func nextFilledLine() throws(JSONSourceError) -> TextLine? {
        while let line = try lines.next() {
            if line.bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) { return line }
        }
        return nil
    }

    private static func position(of index: Int, in line: TextLine) -> JSONPosition {
        var position = line.start
        position.column += line.bytes[..<index].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        position.offset += index
        return position
    }
}
