/// What an answer of Open Library holds, by the kind of request.
enum OpenLibraryAnswer: Sendable {
    /// Editions by the `bibkeys` of `/api/books.json`; a value is nil where the entry holds no record.
    case editions([String: OpenLibraryRecord?])
    /// One record.
    case record(OpenLibraryRecord)
    /// The works that a search found.
    case works([OpenLibraryWork])
    /// JSON that the caller takes as it is.
    case raw
}

/// The kind of request that an answer belongs to.
enum OpenLibrarySubject: Sendable, Hashable {
    /// `/api/books.json`.
    case editions
    /// `/books`, `/works`, `/authors`.
    case record
    /// `/search.json`.
    case search
    /// A path of the manifest.
    case raw
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

/// The entries of `/api/books.json`.
struct OpenLibraryEntries: Decodable {
    let records: [String: OpenLibraryRecord?]

    private struct Entry: Decodable {
        var details: OpenLibraryRecord?

        private enum CodingKeys: String, CodingKey {
            case details
        }

        init(from decoder: any Decoder) throws {
            details = try decoder.container(keyedBy: CodingKeys.self).lenient(forKey: .details)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        var records: [String: OpenLibraryRecord?] = [:]
        for key in container.allKeys {
            records.updateValue(container.lenient(Entry.self, forKey: key)?.details, forKey: key.stringValue)
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
