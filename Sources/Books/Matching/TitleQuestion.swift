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
        let compared = candidates.map { ComparedCandidate($0) }
        let fits = compared.enumerated().compactMap { place, candidate in fit(of: candidate, at: place) }
        guard let best = fits.map(\.rank).min() else { return nearest(among: candidates, compared) }
        let equal = fits.filter { $0.rank == best }
        let differs = equal.indices.contains { one in equal[..<one].contains { equal[one].differs(from: $0) } }
        if differs { return .ambiguous(TitleChoice.severalFit(title, equal.map { candidates[$0.place].sentence })) }
        let first = equal[0]
        return .found(first.place, fittingTitles: first.fittingTitles, first.match)
    }

    // MARK: Fitting

    private func fit(of candidate: ComparedCandidate, at place: Int) -> TitleFit? {
        let (forms, names) = (candidate.forms, candidate.names)
        let matches = forms.map { TitleMatch(form, $0) }
        guard let author = authorMatch(with: candidate.allNames) else { return nil }
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

    private func nearest(among candidates: [TitleCandidate], _ compared: [ComparedCandidate]) -> TitleChoice {
        let scores = compared.map(likeness)
        guard let best = scores.max(), let place = scores.firstIndex(of: best) else { return .none(nil) }
        let candidate = candidates[place]
        guard !candidate.titles.isEmpty else { return .none(nil) }
        return isInOtherScript(candidate, compared[place])
            ? .ambiguous(TitleChoice.otherScript(title, candidate.sentence))
            : .none(TitleChoice.noneFits(title, nearest: candidate.sentence))
    }

    /// How near a candidate comes: the share of the words in common, and its author before all.
    private func likeness(of candidate: ComparedCandidate) -> Double {
        let own = Set(form.words)
        let shares = candidate.forms.map { form in
            let words = Set(form.words)
            return Double(own.intersection(words).count * 2) / Double(max(1, own.count + words.count))
        }
        let isByAuthor = !authors.names.isEmpty && authorMatch(with: candidate.allNames) != nil
        return (shares.max() ?? -1) + (isByAuthor ? 1 : 0)
    }

    /// Whether what doesn't fit is in another script, so that it may well be the book.
    private func isInOtherScript(_ candidate: TitleCandidate, _ compared: ComparedCandidate) -> Bool {
        let titles = candidate.titles.map { [$0.title, $0.subtitle ?? ""].joined(separator: " ") }
        if !compared.forms.contains(where: { TitleMatch(form, $0) != nil }) {
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
