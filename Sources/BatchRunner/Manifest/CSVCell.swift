import JSONText

/// One cell of a table.
struct CSVCell: Sendable {
    /// What it holds, quotes undone; none where its column isn't read.
    var bytes: [UInt8] = []
    /// Where it begins.
    var position: JSONPosition
    /// Whether it was longer than a cell may be, and its rest left out.
    var isCut = false
}
