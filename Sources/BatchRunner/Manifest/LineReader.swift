import JSONText

/// One line of a text.
struct TextLine: Sendable {
    /// The line without its end.
    var bytes: [UInt8]
    /// Where it begins.
    var start: JSONPosition
    /// Whether it was longer than a line may be, and its rest left out.
    var isCut: Bool
}

/// The lines of a file, one at a time; a byte order mark at its beginning is skipped.
struct LineReader {
    /// The longest line that is kept whole.
    static let limit = 1 << 20

    private let source: SequentialBytes
    private var chunk: [UInt8] = []
    private var index = 0
    private var chunkStart = 0
    private var number = 0

    init(_ source: SequentialBytes) {
        self.source = source
    }

    /// The next line; nil at the end.
    mutating func next() throws(JSONSourceError) -> TextLine? {
        guard try hasMore() else { return nil }
        number += 1
        var line = TextLine(bytes: [], start: JSONPosition(line: number, offset: chunkStart + index), isCut: false)
        while try hasMore() {
            let end = chunk[index...].firstIndex(of: UInt8(ascii: "\n"))
            let piece = chunk[index..<(end ?? chunk.count)]
            let room = LineReader.limit - line.bytes.count
            line.isCut = line.isCut || piece.count > room
            line.bytes.append(contentsOf: piece.prefix(room))
            index = (end ?? chunk.count - 1) + 1
            if end != nil { break }
        }
        if line.bytes.last == UInt8(ascii: "\r") { line.bytes.removeLast() }
        if number == 1, line.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            line.bytes.removeFirst(3)
            line.start.offset += 3
        }
        return line
    }

    private mutating func hasMore() throws(JSONSourceError) -> Bool {
        if index < chunk.count { return true }
        chunkStart += chunk.count
        index = 0
        chunk = try source.next()
        return !chunk.isEmpty
    }
}
