import HTTPPipeline

/// The header row of a list, in which columns are looked up by their names.
struct ListHeader: Sendable {
    /// The names without the blanks around them.
    let names: [String]
    /// Whether all names are UTF-8.
    let isText: Bool
    /// How many names an error lists.
    private static let shownLimit = 30

    init(_ row: CSVRow) {
        names = row.cells.map { String(decoding: $0.bytes, as: UTF8.self).trimmed }
        isText = row.cells.allSatisfy { String(validating: $0.bytes, as: UTF8.self) != nil }
    }

    /// The columns of a name: those that have it as it is, else those that have it but for the case of letters.
    func indices(of name: String) -> [Int] {
        let name = name.trimmed
        let exact = names.indices.filter { names[$0] == name }
        guard exact.isEmpty else { return exact }
        let caseless = name.lowercased()
        return names.indices.filter { names[$0].lowercased() == caseless }
    }

    /// The columns that look like an ISBN's.
    var indicesOfISBNs: [Int] {
        let words = names.map { name in
            String(decoding: name.asciiLowercased.utf8.filter { $0 >= 0x61 && $0 <= 0x7A }, as: UTF8.self)
        }
        let beginning = words.indices.filter { words[$0].hasPrefix("isbn") }
        return beginning.isEmpty ? words.indices.filter { words[$0].contains("isbn") } : beginning
    }

    /// The end of a sentence on a column that is not there: what may be meant, or which there are.
    func offer(for name: String) -> String {
        let offer = Suggestion.offer(for: name, among: names)
        return (offer.isEmpty ? "; \(inventory)" : offer) + advice
    }

    /// Which columns there are.
    var inventory: String {
        let filled = names.filter { !$0.isEmpty }
        let shown = filled.prefix(Self.shownLimit).map { "\"\($0)\"" }.joined(separator: ", ")
        return "there are \(shown)\(filled.count > Self.shownLimit ? " and more" : "")"
    }

    /// What to do about names that can't be read.
    var advice: String { isText ? "" : "; the header is not UTF-8: save as CSV UTF-8" }
}

extension String {
    /// The text without the white space around it.
    var trimmed: String {
        // Most texts have none, and are taken as they are.
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
