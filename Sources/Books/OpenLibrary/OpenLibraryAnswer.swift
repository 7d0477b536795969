/// What an answer of Open Library holds, by the kind of request.
enum OpenLibraryAnswer: Sendable {
    /// Editions by the `bibkeys` of `/api/books.json`.
    case editions([String: OpenLibraryRecord])
    /// One record.
    case record(OpenLibraryRecord)
    /// The works that a search found, and which of them is the one that was asked.
    case works([OpenLibraryWork], TitleChoice)
    /// JSON that the caller takes as it is.
    case raw

    /// Whether the answer says that there is none of what was asked.
    var isEmpty: Bool {
        switch self {
        case .editions(let records): records.isEmpty
        case .works(_, .none): true
        case .works: false
        case .record, .raw: false
        }
    }
}

/// The kind of request that an answer belongs to.
enum OpenLibrarySubject: Sendable, Hashable {
    /// `/api/books.json`.
    case editions
    /// `/books`, `/works`, `/authors`.
    case record
    /// `/search.json`, for a title.
    case search(TitleQuestion)
    /// A path of the manifest.
    case raw

    /// Whether a miss is answered with 200, so that a 404 says that the page itself is gone, and nothing of any book.
    var isMissOK: Bool {
        switch self {
        case .editions, .search: true
        case .record, .raw: false
        }
    }
}

/// The body of any answer: what is wrong, and what was asked for.
struct OpenLibraryBody<Content: Decodable>: Decodable {
    /// The code of a fault: `notfound`, `internal_error`.
    var error: String?
    /// The status that the body names, as in the answer to too many requests.
    var status: Int?
    /// The sentence that explains a fault.
    var message: String?
    /// The type of a record.
    var type: String?
    /// Whether the object has no keys.
    var isEmpty: Bool
    /// What was asked for; nil where the object doesn't hold it.
    var content: Content?

    private enum CodingKeys: String, CodingKey {
        case error, status, message, detail, type
    }

    private struct Detail: Decodable {
        var msg: String
    }

    private struct Reference: Decodable {
        var key: String
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        error = container.lenient(forKey: .error)
        status = container.lenient(forKey: .status)
        message = container.text(forKey: .message) ?? container.list(of: Detail.self, forKey: .detail).first?.msg
        type = container.lenient(Reference.self, forKey: .type)?.key
        isEmpty = try decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty
        content = try? Content(from: decoder)
    }
}

/// The entries of `/api/books.json`; each must hold the edition that its key asks for.
struct OpenLibraryEntries: Decodable {
    let records: [String: OpenLibraryRecord]

    private struct Entry: Decodable {
        var bibKey: String?
        var details: OpenLibraryRecord

        private enum CodingKeys: String, CodingKey {
            case details
            case bibKey = "bib_key"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            bibKey = container.lenient(forKey: .bibKey)
            details = try container.decode(OpenLibraryRecord.self, forKey: .details)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        var records: [String: OpenLibraryRecord] = [:]
        for key in container.allKeys {
            let entry = try container.decode(Entry.self, forKey: key)
            guard entry.bibKey ?? key.stringValue == key.stringValue else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "another key's")
            }
            records[key.stringValue] = entry.details
        }
        self.records = records
    }
}

/// Any value at all.
struct OpenLibraryAnything: Decodable {
    init(from decoder: any Decoder) {}
}

/// A key that is not known beforehand.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}
