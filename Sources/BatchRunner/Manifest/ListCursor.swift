import JSONText

/// Moves through a list byte by byte, counts its lines, and can go back; a byte order mark at the beginning is stepped over.
struct ListCursor {
    /// A place to go back to.
    struct Mark {
        fileprivate var offset: Int
        fileprivate var line: Int
        fileprivate var lineStart: Int
        fileprivate var continuations: Int
    }

    private let source: SequentialBytes
    private var chunk: [UInt8] = []
    private var chunkStart = 0
    private var index = 0
    private var line = 1
    private var lineStart = 0
    /// How many bytes since the line's start begin no character.
    private var continuations = 0

    init(_ source: SequentialBytes) {
        self.source = source
    }

    /// Where the next byte stands.
    var position: JSONPosition {
        let offset = chunkStart + index
        return JSONPosition(line: line, column: offset - lineStart - continuations + 1, offset: offset)
    }

    /// The place of the next byte.
    var mark: Mark {
        Mark(offset: chunkStart + index, line: line, lineStart: lineStart, continuations: continuations)
    }

    /// The next byte, which stays the next one; nil at the end.
    mutating func peek() throws(JSONSourceError) -> UInt8? {
        if index == chunk.count { try fill() }
        return index < chunk.count ? chunk[index] : nil
    }

    /// Steps over the byte that was peeked at, which ends no line.
    mutating func step() {
        if chunk[index] & 0xC0 == 0x80 { continuations += 1 }
        index += 1
    }

    /// Steps over the line end that was peeked at: LF, CR LF or CR.
    ///
    /// - Returns: Whether it is of two bytes.
    mutating func stepOverLineEnd() throws(JSONSourceError) -> Bool {
        let isReturn = chunk[index] == UInt8(ascii: "\r")
        index += 1
        var isPair = false
        if isReturn { isPair = try peek() == UInt8(ascii: "\n") }
        if isPair { index += 1 }
        line += 1
        lineStart = chunkStart + index
        continuations = 0
        return isPair
    }

    /// Goes back to a place.
    mutating func go(to mark: Mark) {
        if mark.offset >= chunkStart, mark.offset <= chunkStart + chunk.count {
            index = mark.offset - chunkStart
        } else {
            source.seek(to: mark.offset)
            (chunk, chunkStart, index) = ([], mark.offset, 0)
        }
        (line, lineStart, continuations) = (mark.line, mark.lineStart, mark.continuations)
    }

    /// Whether a byte ends a line.
    static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    private mutating func fill() throws(JSONSourceError) {
        chunkStart += chunk.count
        index = 0
        chunk = try source.next()
        guard chunkStart == 0, chunk.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        index = 3
        lineStart = 3
    }
}
