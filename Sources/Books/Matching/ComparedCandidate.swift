/// A candidate as it is compared, read once.
struct ComparedCandidate {
    /// The forms of its titles.
    let forms: [TitleForm]
    /// The names of its authors; who is called unknown is none.
    let names: [PersonalName]
    /// Those, and the further names of its authors.
    let allNames: [PersonalName]

    /// Reads a candidate.
    ///
    /// - Parameter candidate: The candidate.
    init(_ candidate: TitleCandidate) {
        forms = candidate.titles.map { TitleForm($0.title, subtitle: $0.subtitle) }
        names = Array(
            candidate.authors.prefix(Self.limit).flatMap { AuthorNames($0).names }.prefix(Self.limit))
        let further = candidate.furtherNames.prefix(Self.limit).compactMap { PersonalName($0.cut(to: Self.length)) }
        allNames = names + further
    }

    /// More names than a book has, and longer ones; a server's answer may be made to take long.
    private static let (limit, length) = (100, 200)
}
