/// A place in a text: lines and columns count from 1, columns in Unicode scalars.
package struct JSONPosition: Hashable, Sendable, Comparable {
    /// The line.
    package var line: Int
    /// The column.
    package var column: Int
    /// The offset in bytes from the beginning.
    package var offset: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - line: The line, from 1.
    ///   - column: The column, from 1.
    ///   - offset: The offset in bytes.
    package init(line: Int = 1, column: Int = 1, offset: Int = 0) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// Whether the left position comes first.
    package static func < (left: JSONPosition, right: JSONPosition) -> Bool {
        left.offset < right.offset
    }
}
