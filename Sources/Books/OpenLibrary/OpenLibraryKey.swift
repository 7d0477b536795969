/// The key of a record: `/works/OL45804W`.
struct OpenLibraryKey: Hashable, Sendable, Decodable {
    /// The kind of a record.
    enum Kind: String, Sendable, CaseIterable {
        case books
        case works
        case authors

        /// What a record of the kind names as its type.
        var type: String {
            switch self {
            case .books: "/type/edition"
            case .works: "/type/work"
            case .authors: "/type/author"
            }
        }

        fileprivate var suffix: UInt8 {
            switch self {
            case .books: UInt8(ascii: "M")
            case .works: UInt8(ascii: "W")
            case .authors: UInt8(ascii: "A")
            }
        }
    }

    /// The kind.
    let kind: Kind
    /// The identifier alone: `OL45804W`.
    let olid: String

    private enum CodingKeys: String, CodingKey {
        case key
    }

    /// Reads a key; nil where it has another form, so that nothing a server says becomes a path unseen.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, let kind = Kind(rawValue: String(parts[1])) else { return nil }
        let id = parts[2].utf8
        guard id.starts(with: "OL".utf8), id.last == kind.suffix, (4...24).contains(id.count),
            id.dropFirst(2).dropLast().allSatisfy(\.isDigit)
        else { return nil }
        self.kind = kind
        olid = String(parts[2])
    }

    /// Reads `{"key": "/works/OL45804W"}` or the bare text.
    init(from decoder: any Decoder) throws {
        let text =
            try (try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .key))
            ?? decoder.singleValueContainer().decode(String.self)
        guard let key = OpenLibraryKey(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no key"))
        }
        self = key
    }

    /// The path of the record's page.
    var page: String { "/\(kind.rawValue)/\(olid)" }

    /// The path of the record's JSON.
    var path: String { page + ".json" }
}
