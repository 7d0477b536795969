/// A title, and perhaps an author, that a book is searched by.
struct TitleQuestion: Hashable, Sendable {
    /// The title as it is asked.
    let title: String
    /// The title as it is compared.
    private let form: TitleForm
    /// The authors of whom one is enough; none where no author is asked.
    private let authors: AuthorNames

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - title: The title, perhaps with a subtitle, a series and a statement of edition.
    ///   - author: One author or several; a text that names nobody counts as none.
    init(_ title: String, author: String?) {
        self.title = title
        form = TitleForm(title)
        authors = AuthorNames(author ?? "")
    }

    /// The title to ask a search for, which is in no catalogue with its series.
    var searchedTitle: String { TitleText.searched(title) }

    /// The author to ask a search for; nil where none is asked.
    var searchedAuthor: String? { authors.searched }

    /// Chooses the book that is asked.
    ///
    /// - Parameter candidates: What a search named, the best first.
    /// - Returns: The choice.
    func choice(among candidates: [TitleCandidate]) -> TitleChoice {
        let fits = candidates.enumerated().compactMap { place, candidate in fit(of: candidate, at: place) }
        guard let best = fits.map(\.rank).min() else { return nearest(among: candidates) }
        let equal = fits.filter { $0.rank == best }
        let differs = equal.contains { one in equal.contains { one.differs(from: $0) } }
        if differs { return .ambiguous(TitleChoice.severalFit(title, equal.map { candidates[$0.place].sentence })) }
        let first = equal[0]
        return .found(first.place, fittingTitles: first.fittingTitles, first.match)
    }

    // MARK: Fitting

    private func fit(of candidate: TitleCandidate, at place: Int) -> TitleFit? {
        let forms = candidate.titles.map { TitleForm($0.title, subtitle: $0.subtitle) }
        let matches = forms.map { TitleMatch(form, $0) }
        let names = candidate.names
        guard let author = authorMatch(with: names + candidate.furtherNames.compactMap { PersonalName($0) }) else {
            return nil
        }
        let titles = forms.indices.compactMap { index in
            matches[index].map { (match: $0, form: forms[index], isVerbatim: forms[index].isWorded(as: form)) }
        }
        guard
            let best = titles.first(where: { $0.isVerbatim }) ?? titles.first(where: { $0.match == .exact })
                ?? titles.first
        else { return nil }
        let hasOthers =
            author != .unasked && names.contains { name in authors.names.allSatisfy { AuthorMatch($0, name) == nil } }
        return TitleFit(
            place: place, match: BookMatch(title: best.match, author: author), isVerbatim: best.isVerbatim,
            hasFurtherAuthors: hasOthers, words: best.form.words, names: names,
            fittingTitles: matches.map { $0 != nil })
    }

    private func authorMatch(with names: [PersonalName]) -> AuthorMatch? {
        if authors.names.isEmpty { return .unasked }
        let matches = authors.names.flatMap { asked in names.compactMap { AuthorMatch(asked, $0) } }
        return [AuthorMatch.exact, .initials, .family].first(where: matches.contains)
    }

    // MARK: Nearest

    private func nearest(among candidates: [TitleCandidate]) -> TitleChoice {
        let scores = candidates.map(likeness)
        guard let best = scores.max(), let place = scores.firstIndex(of: best) else { return .none(nil) }
        let candidate = candidates[place]
        guard !candidate.titles.isEmpty else { return .none(nil) }
        return isInOtherScript(candidate)
            ? .ambiguous(TitleChoice.otherScript(title, candidate.sentence))
            : .none(TitleChoice.noneFits(title, nearest: candidate.sentence))
    }

    /// How near a candidate comes: the share of the words in common, and its author before all.
    private func likeness(of candidate: TitleCandidate) -> Double {
        let own = Set(form.words)
        let shares = candidate.titles.map { title in
            let words = Set(TitleForm(title.title, subtitle: title.subtitle).words)
            return Double(own.intersection(words).count * 2) / Double(max(1, own.count + words.count))
        }
        let names = candidate.names + candidate.furtherNames.compactMap { PersonalName($0) }
        return (shares.max() ?? -1) + (authors.names.isEmpty || authorMatch(with: names) == nil ? 0 : 1)
    }

    /// Whether what doesn't fit is in another script, so that it may well be the book.
    private func isInOtherScript(_ candidate: TitleCandidate) -> Bool {
        let titles = candidate.titles.map { [$0.title, $0.subtitle ?? ""].joined(separator: " ") }
        if !candidate.titles.contains(where: { TitleMatch(form, TitleForm($0.title, subtitle: $0.subtitle)) != nil }) {
            return TitleQuestion.isOther(Script(of: title), than: titles)
        }
        let asked = Script(of: authors.names.flatMap(\.words).joined())
        return TitleQuestion.isOther(asked, than: candidate.authors + candidate.furtherNames)
    }

    private static func isOther(_ script: Script?, than texts: [String]) -> Bool {
        let scripts = texts.compactMap { Script(of: $0) }
        return script != nil && !scripts.isEmpty && !scripts.contains { $0 == script }
    }
}
