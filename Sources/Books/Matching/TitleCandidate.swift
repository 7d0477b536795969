/// A book that a search names, as far as it is compared.
struct TitleCandidate: Sendable {
    /// A title with its subtitle.
    struct Title: Sendable, Hashable {
        /// The title.
        var title: String
        /// The subtitle.
        var subtitle: String?
    }

    /// The titles under which it goes: the work's, then that of the edition that is named.
    var titles: [Title]
    /// The names of its authors.
    var authors: [String]
    /// Further names of its authors.
    var furtherNames: [String] = []
    /// What to name it by beside title and author.
    var key: String?

    /// The book in a sentence: `"Dune" by Frank Herbert (OL893415W)`.
    var sentence: String {
        let title = titles.first.map { [$0.title, $0.subtitle].compactMap(\.self).joined(separator: ": ") } ?? ""
        let by = authors.isEmpty ? "" : " by " + authors.prefix(3).map { $0.prefix(100) }.joined(separator: ", ")
        return "\"\(title.prefix(300))\"\(by)" + (key.map { " (\($0))" } ?? "")
    }
}
