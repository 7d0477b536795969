/// A work that a search found, with the edition that fits the search best.
struct OpenLibraryWork: Decodable, Sendable {
    /// The answer to a search.
    struct Results: Decodable, Sendable {
        var works: [OpenLibraryWork]

        private enum CodingKeys: String, CodingKey {
            case docs
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard container.contains(.docs) else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no docs"))
            }
            works = container.list(forKey: .docs)
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
    var firstPublishYear: Int?
    var edition: Edition?

    private enum CodingKeys: String, CodingKey {
        case key, title, subtitle, editions
        case authors = "author_name"
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
        firstPublishYear = container.lenient(forKey: .firstPublishYear)
        let editions = try? container.nestedContainer(keyedBy: EditionsKeys.self, forKey: .editions)
        edition = editions?.list(of: Edition.self, forKey: .docs).first
    }
}
