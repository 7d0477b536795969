/// What a search for a title comes to.
enum TitleChoice: Sendable, Hashable {
    /// The candidate at a place is the book; tells which of its titles fit, and how.
    case found(Int, fittingTitles: [Bool], BookMatch)
    /// One can't tell which book it is; the sentence says why.
    case ambiguous(String)
    /// None of the candidates is the book; the sentence names the nearest one, where there is any.
    case none(String?)

    /// The sentence on several books that fit.
    static func severalFit(_ title: String, _ books: [String]) -> String {
        let more = books.count > 3 ? " and \(books.count - 3) more" : ""
        return "Several books fit \"\(title)\": \(books.prefix(3).joined(separator: "; "))\(more)."
    }

    /// The sentence on a book that comes near and doesn't fit.
    static func noneFits(_ title: String, nearest book: String) -> String {
        "No book fits \"\(title)\"; the nearest is \(book)."
    }

    /// The sentence on a nearest book that can't be compared.
    static func otherScript(_ title: String, _ book: String) -> String {
        "The nearest book to \"\(title)\" is in another script: \(book)."
    }
}
