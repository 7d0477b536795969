extension Book {
    /// Where Open Library's pages are; the sample library has none of its own.
    private static let site = "https://openlibrary.org"

    /// Creates a book from an edition.
    ///
    /// - Parameters:
    ///   - edition: The edition.
    ///   - names: The names of its authors.
    ///   - asked: The number that was asked; nil for none.
    init(edition: OpenLibraryRecord, authors names: [String], asked: ISBN?) {
        self.init()
        title = edition.title
        subtitle = edition.subtitle
        authors = names.map { Author(name: $0) }
        let others =
            edition.contributions.map(Author.init(contribution:)) + edition.contributors.map(Author.init(contributor:))
        authors = (authors + others).uniqued()
        publishers = edition.publishers.uniqued()
        subjects = edition.subjects.uniqued()
        published = edition.publishDate.flatMap(CatalogueText.date)
        setNumbers(edition.isbns, asked: asked)
        pages = edition.pages.flatMap { $0 > 0 ? $0 : nil }
        languages = edition.languages.compactMap { LanguageCode(marc: $0)?.description }.uniqued()
        coverURL = Book.coverURL(edition.covers.first { $0 > 0 })
        sourceURL = edition.key.map { Book.site + $0.page }
        identifiers = [
            ("openlibrary", edition.key.map { [$0.olid] } ?? []),
            ("lccn", edition.lccn.compactMap { LCCN($0)?.description }.uniqued()),
            ("oclc", edition.oclc.compactMap { OCLCNumber($0)?.description }.uniqued()),
            ("doi", edition.doi.compactMap(CatalogueText.trimmed).uniqued()),
            ("google", edition.google.compactMap(CatalogueText.trimmed).uniqued()),
        ].filter { !$0.1.isEmpty }
    }

    /// Creates a book from what a search found.
    ///
    /// Where the search names an edition, numbers and imprint are the edition's; the work's own list of ISBNs mixes all
    /// editions and is left out. A work without an edition tells its title, its authors and its first year.
    ///
    /// - Parameter work: The work.
    init(work: OpenLibraryWork) {
        self.init()
        authors = work.authors.map { Author(name: $0) }.uniqued()
        guard let edition = work.edition else {
            title = work.title
            subtitle = work.subtitle
            published = work.firstPublishYear.map { PublicationDate(String($0)) }
            setKey(work.key)
            return
        }
        title = edition.title ?? work.title
        subtitle = edition.title == nil ? work.subtitle : edition.subtitle
        publishers = edition.publishers.uniqued()
        published = edition.publishDates.first.flatMap(CatalogueText.date)
        setNumbers(edition.isbns, asked: nil)
        languages = edition.languages.compactMap { LanguageCode(marc: $0)?.description }.uniqued()
        coverURL = Book.coverURL(edition.cover.flatMap { $0 > 0 ? $0 : nil })
        setKey(edition.key ?? work.key)
    }

    private mutating func setKey(_ key: OpenLibraryKey?) {
        guard let key else { return }
        identifiers = [("openlibrary", [key.olid])]
        sourceURL = Book.site + key.page
    }

    private mutating func setNumbers(_ isbns: [ISBN], asked: ISBN?) {
        var ordered = isbns
        if let asked, let index = ordered.firstIndex(of: asked) {
            ordered.remove(at: index)
            ordered.insert(asked, at: 0)
        }
        isbn13 = ordered.map(\.isbn13)
        isbn10 = ordered.compactMap(\.isbn10)
    }

    private static func coverURL(_ cover: Int?) -> String? {
        cover.map { "https://covers.openlibrary.org/b/id/\($0)-L.jpg" }
    }
}

extension Book.Author {
    /// Reads `David McDuff (Translator)`; a contribution whose role isn't said is that of a contributor.
    fileprivate init(contribution text: String) {
        self.init(name: text, role: "contributor")
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return }
        let words = text[text.index(after: open)...].dropLast()
        guard let role = CatalogueText.trimmed(String(words)), let name = CatalogueText.trimmed(String(text[..<open])),
            role.allSatisfy({ $0.isLetter || $0.isWhitespace || $0 == "-" })
        else { return }
        self.init(name: name, role: role.lowercased())
    }

    fileprivate init(contributor: OpenLibraryRecord.Contributor) {
        let role = contributor.role.flatMap(CatalogueText.trimmed)?.lowercased()
        self.init(name: contributor.name, role: role ?? "contributor")
    }
}

extension CatalogueText {
    /// A date that says anything.
    fileprivate static func date(_ text: String) -> PublicationDate? {
        let isBlank = text.allSatisfy(\.isWhitespace)
        return isBlank ? nil : PublicationDate(text)
    }
}
