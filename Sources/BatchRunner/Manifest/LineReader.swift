import JSONText

/// One line of a text.
struct TextLine: Sendable {
    /// The line without its end.
    var bytes: [UInt8] = []
    /// Where it begins.
    var start: JSONPosition
    /// Whether it was longer than a line may be, and its rest left out.
    var isCut = false
}

/// The lines of a file, one at a time.
struct LineReader {
    /// The longest line that is kept whole.
    static let limit = 1 << 20

    private var cursor: ListCursor

    init(_ source: SequentialBytes) {
        cursor = ListCursor(source)
    }

    /// The next line; nil at the end.
    mutating func next() throws(JSONSourceError) -> TextLine? {
        guard try cursor.peek() != nil else { return nil }
        var line = TextLine(start: cursor.position)
        while let byte = try cursor.peek() {
            if ListCursor.isLineEnd(byte) {
                _ = try cursor.stepOverLineEnd()
                break
            }
            cursor.step()
            if line.bytes.count < LineReader.limit { line.bytes.append(byte) } else { line.isCut = true }
        }
        return line
    }
}
