/// An edition, work or author as Open Library stores it; every field may be absent.
struct OpenLibraryRecord: Decodable, Sendable {
    /// Someone named by an edition, perhaps only by key.
    struct Author: Decodable, Sendable {
        var key: OpenLibraryKey?
        var name: String?

        private enum CodingKeys: String, CodingKey {
            case key, name, author
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // A work wraps the reference: {"author": {"key": …}, "type": …}.
            key = container.lenient(forKey: .author) ?? container.lenient(forKey: .key)
            name = container.text(forKey: .name).flatMap(CatalogueText.trimmed)
        }
    }

    /// Someone who took part, with the role.
    struct Contributor: Decodable, Sendable {
        var name: String
        var role: String?
    }

    /// Whether the record stands for another one that it was merged into, or was deleted.
    var type: String?
    /// Where a merged record went.
    var location: OpenLibraryKey?
    var key: OpenLibraryKey?
    /// The name of an author.
    var name: String?
    var title: String?
    var subtitle: String?
    var authors: [Author]
    var contributors: [Contributor]
    var contributions: [String]
    var works: [OpenLibraryKey]
    var publishers: [String]
    var subjects: [String]
    var publishDate: String?
    var isbn10: [String]
    var isbn13: [String]
    var pages: Int?
    var languages: [String]
    var covers: [Int]
    var lccn: [String]
    var oclc: [String]
    var doi: [String]
    var google: [String]

    private enum CodingKeys: String, CodingKey {
        case type, location, key, name, title, subtitle, authors, contributors, contributions, works, publishers
        case subjects, languages, covers, lccn, identifiers
        case personalName = "personal_name"
        case publishDate = "publish_date"
        case isbn10 = "isbn_10"
        case isbn13 = "isbn_13"
        case pages = "number_of_pages"
        case oclc = "oclc_numbers"
    }

    private enum IdentifierKeys: String, CodingKey {
        case doi, google
    }

    private struct Reference: Decodable {
        var key: String
    }

    /// Reads a record; an object that says neither what it is nor whom it is of is none.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = container.lenient(Reference.self, forKey: .type)?.key
        location = container.lenient(forKey: .location)
        key = container.lenient(forKey: .key)
        name = (container.text(forKey: .name) ?? container.text(forKey: .personalName)).flatMap(CatalogueText.trimmed)
        title = container.text(forKey: .title).flatMap(CatalogueText.trimmed)
        subtitle = container.text(forKey: .subtitle).flatMap(CatalogueText.trimmed)
        guard type != nil || key != nil || title != nil || name != nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no record"))
        }
        authors = container.list(forKey: .authors)
        contributors = container.list(forKey: .contributors)
        contributions = container.texts(forKey: .contributions).compactMap(CatalogueText.trimmed)
        works = container.list(forKey: .works)
        publishers = container.texts(forKey: .publishers).compactMap(CatalogueText.publisher)
        subjects = container.texts(forKey: .subjects).compactMap(CatalogueText.trimmed)
        publishDate = container.text(forKey: .publishDate)
        isbn10 = container.texts(forKey: .isbn10)
        isbn13 = container.texts(forKey: .isbn13)
        pages = container.text(forKey: .pages).flatMap { Int($0) }
        languages = container.list(of: Reference.self, forKey: .languages).compactMap { reference in
            reference.key.split(separator: "/").last.map(String.init)
        }
        covers = container.list(forKey: .covers)
        lccn = container.texts(forKey: .lccn)
        oclc = container.texts(forKey: .oclc)
        let identifiers = try? container.nestedContainer(keyedBy: IdentifierKeys.self, forKey: .identifiers)
        doi = identifiers?.texts(forKey: .doi) ?? []
        google = identifiers?.texts(forKey: .google) ?? []
    }

    /// Whether the record was merged into another.
    var isMerged: Bool { type == "/type/redirect" }
    /// Whether the record was deleted.
    var isDeleted: Bool { type == "/type/delete" }

    /// Whether the record says that it is another one than was asked for.
    ///
    /// - Parameters:
    ///   - asked: The key that was asked for.
    ///   - path: The path that answered, after any redirect.
    /// - Returns: Whether it says so.
    func isOther(than asked: OpenLibraryKey, at path: String) -> Bool {
        if let key, key != asked, !path.hasSuffix(key.path) { return true }
        return isOther(than: asked.kind)
    }

    /// Whether the record says that it is of another kind; a stub stands for a record of any.
    ///
    /// - Parameter kind: The kind that was asked for.
    /// - Returns: Whether it says so.
    func isOther(than kind: OpenLibraryKey.Kind) -> Bool {
        if let key, key.kind != kind { return true }
        return !isMerged && !isDeleted && type ?? kind.type != kind.type
    }

    /// The numbers of the record whose check digit holds, in the order of the record.
    var isbns: [ISBN] { (isbn13 + isbn10).compactMap { try? ISBN($0) }.uniqued() }
}

extension Sequence where Element: Hashable {
    /// The elements without those that came before.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
