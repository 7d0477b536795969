/// Rows of two columns within 80.
enum TextTable {
    private static let width = 80

    /// A row; the right column is wrapped at words, and begins a line of its own where the left one is too long.
    ///
    /// - Parameters:
    ///   - left: The left column with its indentation.
    ///   - right: The right column.
    ///   - column: Where the right column begins, from 0.
    /// - Returns: The lines, each with its line break.
    static func row(_ left: String, _ right: String, column: Int) -> String {
        let indentation = String(repeating: " ", count: column)
        var lines: [String] = []
        var line = left
        if line.count > column - 2 {
            lines.append(line)
            line = ""
        }
        line += indentation.dropFirst(line.count)
        var isBegun = false
        for word in right.split(separator: " ") {
            if isBegun, line.count + 1 + word.count > width {
                lines.append(line)
                line = indentation
                isBegun = false
            }
            line += isBegun ? " " + word : word
            isBegun = true
        }
        lines.append(line)
        return lines.map { $0 + "\n" }.joined()
    }
}
