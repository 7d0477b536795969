/// A work that a search found, with the edition that fits the search best.
struct OpenLibraryWork: Decodable, Sendable {
    /// How many works a search asks for.
    static let limit = 10

    /// The answer to a search, which must tell how many works there are and as many of them as were asked for.
    struct Results: Decodable {
        var works: [OpenLibraryWork]

        private enum CodingKeys: String, CodingKey {
            case numFound, docs
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let found = try container.decode(Int.self, forKey: .numFound)
            works = try container.decode([OpenLibraryWork].self, forKey: .docs)
            guard works.count <= found, works.count >= min(found, OpenLibraryWork.limit) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .docs, in: container, debugDescription: "\(works.count) of \(found) works")
            }
        }
    }

    /// An edition within a work.
    struct Edition: Decodable, Sendable {
        var key: OpenLibraryKey?
        var title: String?
        var subtitle: String?
        var isbns: [ISBN]
        var publishers: [String]
        var publishDates: [String]
        var languages: [String]
        var cover: Int?

        private enum CodingKeys: String, CodingKey {
            case key, title, subtitle, isbn, publisher, language
            case publishDate = "publish_date"
            case cover = "cover_i"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            key = container.lenient(forKey: .key)
            title = container.text(forKey: .title).flatMap(CatalogueText.trimmed)
            subtitle = container.text(forKey: .subtitle).flatMap(CatalogueText.trimmed)
            isbns = container.texts(forKey: .isbn).compactMap { try? ISBN($0) }.uniqued()
            publishers = container.texts(forKey: .publisher).compactMap(CatalogueText.publisher)
            publishDates = container.texts(forKey: .publishDate)
            languages = container.texts(forKey: .language)
            cover = container.lenient(forKey: .cover)
        }
    }

    var key: OpenLibraryKey?
    var title: String?
    var subtitle: String?
    var authors: [String]
    var furtherNames: [String]
    var firstPublishYear: Int?
    var edition: Edition?

    private enum CodingKeys: String, CodingKey {
        case key, title, subtitle, editions
        case authors = "author_name"
        case furtherNames = "author_alternative_name"
        case firstPublishYear = "first_publish_year"
    }

    private enum EditionsKeys: String, CodingKey {
        case docs
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        key = container.lenient(forKey: .key)
        title = container.text(forKey: .title).flatMap(CatalogueText.trimmed)
        subtitle = container.text(forKey: .subtitle).flatMap(CatalogueText.trimmed)
        authors = container.texts(forKey: .authors).compactMap(CatalogueText.trimmed)
        furtherNames = container.texts(forKey: .furtherNames).compactMap(CatalogueText.trimmed)
        firstPublishYear = container.lenient(forKey: .firstPublishYear)
        let editions = try? container.nestedContainer(keyedBy: EditionsKeys.self, forKey: .editions)
        edition = editions?.list(of: Edition.self, forKey: .docs).first
    }

    /// The work as it is compared with what was asked.
    var candidate: TitleCandidate {
        let titles = [(title, subtitle), (edition?.title, edition?.subtitle)].compactMap { title, subtitle in
            title.map { TitleCandidate.Title(title: $0, subtitle: subtitle) }
        }
        return TitleCandidate(titles: titles, authors: authors, furtherNames: furtherNames, key: key?.olid)
    }

    /// The work without an edition that doesn't fit, such as a translation or a part.
    ///
    /// - Parameter fittingTitles: Which of the titles of ``candidate`` fit.
    /// - Returns: The work to tell of.
    func told(fittingTitles: [Bool]) -> OpenLibraryWork {
        var work = self
        if edition?.title != nil, fittingTitles.last != true { work.edition = nil }
        return work
    }
}
