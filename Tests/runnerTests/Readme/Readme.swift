#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// README.md as its tests see it: fenced blocks, sections and tables.
struct Readme {
    /// A fenced block.
    struct Block: Sendable, CustomStringConvertible {
        let language: String
        let text: String

        var description: String { "\(language): \(text.prefix(40))" }

        /// The lines.
        var lines: [Substring] { text.split(separator: "\n") }
    }

    /// The whole text.
    let text: String
    /// The fenced blocks in their order.
    let blocks: [Block]

    /// Reads the file at the root of the package.
    init() throws {
        var folders = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        folders.removeLast(4)
        text = try String(contentsOfFile: (folders + ["README.md"]).joined(separator: "/"), encoding: .utf8)
        // Every other part between fences is a block.
        let parts = text.split(separator: "\n```", omittingEmptySubsequences: false)
        blocks = parts.indices.filter { !$0.isMultiple(of: 2) }.map { index in
            let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return Block(language: String(lines[0]), text: lines.count > 1 ? lines[1] + "\n" : "")
        }
    }

    /// The blocks of some languages.
    func blocks(of languages: String...) -> [Block] {
        blocks.filter { languages.contains($0.language) }
    }

    /// The text under a heading, its line breaks taken for spaces; nil where there is no such heading.
    func section(_ heading: String) -> String? {
        text.split(separator: "\n## ").first { $0.hasPrefix("\(heading)\n") }
            .map { $0.split { $0 == "\n" || $0 == " " }.joined(separator: " ") }
    }

    /// The cells of the table under a header, without the header.
    func rows(under header: String) -> [[String]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("| \(header) |") }) else { return [] }
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.replacing("\\|", with: "\u{0}").split(separator: "|").map { cell in
                String(cell.replacing("\u{0}", with: "|").trimmingPrefix(" ").reversed().trimmingPrefix(" ").reversed())
            }
        }
    }

    /// What stands between backticks.
    static func code(in text: String) -> [String] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
    }
}
