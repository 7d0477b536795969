import JSONText

/// Answers requests from the catalogue in Open Library's form, with the faults of one server.
struct SampleRouter {
    /// Where the server is, for absolute locations.
    private let baseURL: String
    /// The faults that happen once and did.
    private var spent: Set<String> = []

    /// Creates a router with all faults ahead.
    ///
    /// - Parameter baseURL: Where the server is, without a slash at its end.
    init(baseURL: String) {
        self.baseURL = baseURL
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    mutating func answer(to request: SampleRequest) -> SampleAnswer {
        guard request.method == "GET" || request.method == "HEAD" else {
            var answer = SampleAnswer(status: 405) { $0.writeError("method not allowed") }
            answer.headers = [("Allow", "GET, HEAD")]
            return answer
        }
        let effect = effect(for: request)
        switch effect {
        case .unavailableOnce:
            return .page(status: 503, "503 Service Unavailable")
        case .throttledOnce:
            var answer = SampleAnswer(status: 429) { writer in
                writer.beginObject()
                writer.write(429, forKey: "status")
                writer.write("Too Many Requests.", forKey: "message")
                writer.endObject()
            }
            answer.headers = [("Retry-After", "1")]
            return answer
        case .slow(let milliseconds):
            var answer = content(for: request)
            answer.delay = .milliseconds(milliseconds)
            return answer
        case .merged, .ordinary, nil:
            return content(for: request)
        }
    }

    /// The fault that a request meets.
    private mutating func effect(for request: SampleRequest) -> SampleFault.Effect? {
        for fault in SampleRouter.numbers(in: request).compactMap({ SampleFaults.fault(ofNumber: $0) }) {
            switch fault.effect {
            case .unavailableOnce, .throttledOnce:
                if spent.insert(fault.target).inserted { return fault.effect }
            case .slow:
                return fault.effect
            case .merged, .ordinary:
                continue
            }
        }
        return nil
    }

    /// The ISBNs that a request asks for.
    private static func numbers(in request: SampleRequest) -> [String] {
        if let name = request.path.name(in: "/isbn/") { return [name] }
        guard request.path == "/api/books.json" else { return [] }
        return bibkeys(of: request).compactMap { $0.hasPrefix("ISBN:") ? String($0.dropFirst(5)) : nil }
    }

    private static func bibkeys(of request: SampleRequest) -> [String] {
        (request.parameter("bibkeys") ?? "").split(separator: ",").map(String.init)
    }

    private func content(for request: SampleRequest) -> SampleAnswer {
        let path = request.path
        switch path {
        case "/":
            return SampleAnswer(
                status: 200, contentType: "text/plain; charset=utf-8",
                text: "The sample library: \(SampleCatalogue.books.count) books in the form of Open Library.\n\n"
                    + SampleFaults.table)
        case "/api/books.json": return entries(for: request)
        case "/search.json": return search(request)
        default:
            if let number = path.name(in: "/isbn/") { return edition(ofNumber: number) }
            for folder in ["/books/", "/works/", "/authors/"] {
                if let key = path.name(in: folder) { return record(key, in: folder) }
            }
            return .page(status: 404, "Not Found")
        }
    }

    // MARK: - Records

    private func edition(ofNumber number: String) -> SampleAnswer {
        guard let book = SampleCatalogue.book(ofNumber: number) else {
            return .page(status: 404, "Not Found")
        }
        return .redirect(status: 302, to: "\(baseURL)/books/\(book.edition).json")
    }

    private func record(_ key: String, in folder: String) -> SampleAnswer {
        let books = SampleCatalogue.books
        switch key.last {
        case "M" where folder != "/books/": return .redirect(status: 301, to: "\(baseURL)/books/\(key).json")
        case "W" where folder != "/works/": return .redirect(status: 301, to: "\(baseURL)/works/\(key).json")
        case "A" where folder != "/authors/": return .redirect(status: 301, to: "\(baseURL)/authors/\(key).json")
        default: break
        }
        if let fault = SampleFaults.all.first(where: { $0.target == folder + key + ".json" }),
            case .merged(let other) = fault.effect
        {
            return merged(folder + key, into: folder + other)
        }
        if let book = books.first(where: { $0.edition == key }) {
            return SampleAnswer { book.writeEdition(to: &$0, namesAuthors: false) }
        }
        if let book = books.first(where: { $0.work == key }) {
            return SampleAnswer { writer in
                book.writeWork(to: &writer) { SampleFaults.formerKey(of: $0, namedBy: book.work) }
            }
        }
        for book in books {
            if let author = book.authors.first(where: { $0.key == key }) {
                return SampleAnswer { author.write(to: &$0) }
            }
        }
        return SampleAnswer(status: 404) { writer in
            writer.beginObject()
            writer.write("notfound", forKey: "error")
            writer.write(folder + key, forKey: "key")
            writer.endObject()
        }
    }

    private func merged(_ key: String, into other: String) -> SampleAnswer {
        SampleAnswer { writer in
            writer.beginObject()
            writer.writeReference("/type/redirect", forKey: "type")
            writer.write(other, forKey: "location")
            writer.write(key, forKey: "key")
            writer.write(4, forKey: "latest_revision")
            writer.write(4, forKey: "revision")
            writer.endObject()
        }
    }

    // MARK: - Questions

    private func entries(for request: SampleRequest) -> SampleAnswer {
        guard request.parameter("bibkeys") != nil else {
            return invalid(type: "missing", parameter: "bibkeys", "Field required")
        }
        let withDetails = request.parameter("jscmd") == "details"
        var seen: Set<String> = []
        return SampleAnswer { writer in
            writer.beginObject()
            for bibkey in SampleRouter.bibkeys(of: request) where seen.insert(bibkey).inserted {
                guard let book = SampleRouter.book(bibkey: bibkey) else { continue }
                writer.key(bibkey)
                book.writeEntry(to: &writer, bibkey: bibkey, withDetails: withDetails)
            }
            writer.endObject()
        }
    }

    private func search(_ request: SampleRequest) -> SampleAnswer {
        let query = request.parameter("q")
        if let query, query.count < 3 {
            return invalid(
                type: "value_error", parameter: "q", "Value error, Query too short, must be at least 3 characters")
        }
        let conditions = [query, request.parameter("title"), request.parameter("author")].compactMap(\.self)
        let found = conditions.isEmpty ? [] : SampleCatalogue.books.filter { matches($0, request, query: query) }
        let fields = request.parameter("fields").map { Set($0.split(separator: ",").map(String.init)) }
        let offset = max(request.parameter("offset").flatMap { Int($0) } ?? 0, 0)
        let limit = max(request.parameter("limit").flatMap { Int($0) } ?? 100, 0)
        return SampleAnswer { writer in
            writer.beginObject()
            writer.write(found.count, forKey: "numFound")
            writer.write(offset, forKey: "start")
            writer.key("numFoundExact")
            writer.value(true)
            writer.write(found.count, forKey: "num_found")
            writer.write("https://openlibrary.org/dev/docs/api/search", forKey: "documentation_url")
            writer.write(query ?? "", forKey: "q")
            writer.key("offset")
            writer.null()
            writer.key("docs")
            writer.beginArray()
            for book in found.dropFirst(offset).prefix(limit) { book.writeDocument(to: &writer, fields: fields) }
            writer.endArray()
            writer.endObject()
        }
    }

    private func matches(_ book: SampleBook, _ request: SampleRequest, query: String?) -> Bool {
        let title = [book.title, book.workTitle ?? "", book.subtitle ?? ""].joined(separator: " ")
        let authors = book.authors.map(\.name).joined(separator: " ")
        if let asked = request.parameter("title"), !title.hasWords(of: asked) { return false }
        if let asked = request.parameter("author"), !authors.hasWords(of: asked) { return false }
        guard let query else { return true }
        if query.hasPrefix("isbn:") {
            let numbers = query.dropFirst(5).split { "() ".contains($0) }
            return numbers.contains { SampleCatalogue.book(ofNumber: $0)?.edition == book.edition }
        }
        return "\(title) \(authors)".hasWords(of: query)
    }

    private func invalid(type: String, parameter: String, _ message: String) -> SampleAnswer {
        SampleAnswer(status: 422) { writer in
            writer.beginObject()
            writer.key("detail")
            writer.beginArray()
            writer.beginObject()
            writer.write(type, forKey: "type")
            writer.write(["query", parameter], forKey: "loc")
            writer.write(message, forKey: "msg")
            writer.endObject()
            writer.endArray()
            writer.endObject()
        }
    }

    // MARK: - The catalogue

    private static func book(bibkey: String) -> SampleBook? {
        guard let colon = bibkey.firstIndex(of: ":") else { return nil }
        let value = String(bibkey[bibkey.index(after: colon)...])
        switch bibkey[..<colon] {
        case "ISBN": return SampleCatalogue.book(ofNumber: value)
        case "OLID": return SampleCatalogue.books.first { $0.edition == value }
        case "LCCN": return SampleCatalogue.books.first { $0.lccn == value }
        case "OCLC": return SampleCatalogue.books.first { $0.oclc == value }
        default: return nil
        }
    }
}

extension JSONWriter {
    fileprivate mutating func writeError(_ text: String) {
        beginObject()
        write(text, forKey: "error")
        endObject()
    }
}

extension String {
    /// The name of a JSON file in a folder: `X` of `/isbn/X.json`.
    fileprivate func name(in folder: String) -> String? {
        guard hasPrefix(folder), hasSuffix(".json") else { return nil }
        let name = dropFirst(folder.count).dropLast(".json".count)
        return name.isEmpty || name.contains("/") ? nil : String(name)
    }

    /// Whether each word of a question occurs, whatever the case.
    fileprivate func hasWords(of question: String) -> Bool {
        let words = { (text: String) in text.lowercased().split { !$0.isLetter && !$0.isNumber } }
        let own = Set(words(self))
        return words(question).allSatisfy(own.contains)
    }
}
