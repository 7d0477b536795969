/// A candidate that fits what was asked, with what it is weighed by against others.
struct TitleFit {
    /// How good a fit is; the smallest is the best.
    struct Rank: Comparable {
        private let steps: [Int]

        fileprivate init(_ fit: TitleFit) {
            let title = fit.isVerbatim ? 0 : fit.match.title == .exact ? 1 : 2
            let author =
                switch fit.match.author {
                case .exact, .unasked: 0
                case .initials: 1
                case .family: 2
                }
            steps = [title, author, fit.hasFurtherAuthors ? 1 : 0]
        }

        static func < (one: Rank, other: Rank) -> Bool { one.steps.lexicographicallyPrecedes(other.steps) }
    }

    /// Its place among the candidates.
    var place: Int
    /// How it fits.
    var match: BookMatch
    /// Whether nothing of the title had to be passed over.
    var isVerbatim: Bool
    /// Whether it has authors besides those who were asked, as an adaptation has.
    var hasFurtherAuthors: Bool
    /// The words of the title that fits.
    var words: [String]
    /// The names of its authors.
    var names: [PersonalName]
    /// Which of its titles fit.
    var fittingTitles: [Bool]

    /// How good the fit is.
    var rank: Rank { Rank(self) }

    /// Whether this is another book than one that fits as well: of another subtitle, or with no author in common.
    ///
    /// - Parameter other: One that fits as well.
    /// - Returns: Whether it is.
    func differs(from other: TitleFit) -> Bool {
        if words != other.words { return true }
        if names.isEmpty && other.names.isEmpty { return false }
        let (own, others) = (names.prefix(TitleFit.limit), other.names.prefix(TitleFit.limit))
        return !own.contains { name in others.contains { TitleFit.isSame(name, $0) } }
    }

    /// How many names of a book are compared with another's; the time grows with the product.
    private static let limit = 20

    /// Whether two names are surely of one person: a family name alone is not enough.
    private static func isSame(_ one: PersonalName, _ other: PersonalName) -> Bool {
        switch AuthorMatch(one, other) {
        case .exact?: true
        case .initials?, .family?: min(one.words.count, other.words.count) > 1
        case .unasked?, nil: false
        }
    }
}
