import JSONText

/// One row of a table.
struct CSVRow: Sendable {
    /// Where it begins.
    var start: JSONPosition
    /// Its cells up to the last column that is read.
    var cells: [CSVCell] = []
    /// How many cells it has.
    var width = 0
    /// How many it has up to the last one that holds something.
    var filled = 0
    /// What is wrong with it; the cells that come before are read.
    var problem: (message: String, position: JSONPosition)?

    /// The cell of a column; nil where the row is too short.
    subscript(column: Int) -> CSVCell? {
        column < cells.count ? cells[column] : nil
    }
}
