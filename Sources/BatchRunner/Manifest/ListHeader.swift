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
        names = row.cells.map { cell in
            let text = String(decoding: cell.bytes, as: UTF8.self)
            return String(String.UnicodeScalarView(text.unicodeScalars.filter { !ListHeader.isInvisible($0) })).trimmed
        }
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

    /// Marks that take no room, which some programs leave in what they write.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        (0x200B...0x200F).contains(scalar.value) || scalar.value == 0x2060 || scalar.value == 0xFEFF
    }

    /// How sure it is by its name that a column is an ISBN's: 2 for `ISBN-13`, 1 for `ISBN of the book`, else 0.
    func strengthOfISBN(_ index: Int) -> Int {
        let word = ListHeader.letters(of: names[index])
        return word == "isbn" ? 2 : word.hasPrefix("isbn") ? 1 : 0
    }

    /// The letters of a name; none of a cell that holds a number, which no header does.
    private static func letters(of name: String) -> String {
        if name.utf8.count(where: \.isASCIIDigit) >= 9 { return "" }
        return String(decoding: name.asciiLowercased.utf8.filter { $0 >= 0x61 && $0 <= 0x7A }, as: UTF8.self)
    }

    /// The columns that look like an ISBN's.
    var indicesOfISBNs: [Int] {
        let words = names.map(ListHeader.letters)
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
