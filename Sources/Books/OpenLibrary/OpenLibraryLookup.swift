import HTTPPipeline

/// The search for one book in Open Library.
///
/// A number takes one request where the edition names its authors, else one for the work and one for each author. Merged
/// records are followed; an author who can't be found is left out.
struct OpenLibraryLookup: BookLookup {
    /// How many merged records are followed, one to the next.
    private static let maxHops = 3
    /// How many authors are looked up for one book.
    private static let maxAuthors = 50

    private enum Stage {
        case start
        case editions
        case edition(OpenLibraryKey, hops: Int)
        case work(OpenLibraryKey, hops: Int)
        case author(OpenLibraryKey, hops: Int)
        case search(TitleQuestion)

        /// The record that was asked for by its key.
        var key: OpenLibraryKey? {
            switch self {
            case .edition(let key, _), .work(let key, _), .author(let key, _): key
            case .start, .editions, .search: nil
            }
        }
    }

    private enum Author {
        case named(String)
        case key(OpenLibraryKey)
    }

    private let api: OpenLibraryAPI
    private let query: BookQuery
    private var stage = Stage.start
    private var edition: OpenLibraryRecord?
    /// The authors in order; those that are known by key alone are replaced as they are found.
    private var authors: [Author] = []

    /// Begins a search.
    ///
    /// - Parameters:
    ///   - query: What is asked.
    ///   - api: The API that is asked.
    init(_ query: BookQuery, in api: OpenLibraryAPI) {
        self.query = query
        self.api = api
    }

    /// Takes the answer to the last request and says what to do next.
    ///
    /// - Parameter response: The answer to the last request, of verdict `accepted` or `absent`; nil before the first.
    /// - Returns: The next step.
    mutating func next(after response: HTTPResponse?) -> BookLookupStep {
        guard let response else { return first() }
        let answer = answer(in: response)
        if case .record(let record)? = answer, let key = stage.key, record.isOther(than: key, at: response.url.path) {
            return other(record, than: key.page)
        }
        switch (stage, answer) {
        case (.start, _): return first()
        case (.editions, nil), (.search, nil): return notFoundOrUnread(response)
        case (.edition, nil):
            return response.verdict == .absent && response.status >= 400 ? leadsNowhere : notFoundOrUnread(response)
        case (.editions, .editions(let records)?): return take(records)
        case (.edition(_, let hops), .record(let record)?): return take(edition: record, hops: hops)
        case (.work(_, let hops), .record(let record)?): return take(work: record, hops: hops)
        case (.author(_, let hops), .record(let record)?): return take(author: record, hops: hops)
        case (.work, nil): return nextAuthor()
        case (.author, nil): return take(authorNamed: nil)
        case (.search, .works(let works, let choice)?): return take(choice, among: works)
        default: return .invalidResponse("\(api.name) answered another question than the one asked")
        }
    }

    private mutating func first() -> BookLookupStep {
        switch query {
        case .isbn(let isbn):
            stage = .editions
            return send(
                "/api/books.json?bibkeys=ISBN:\(isbn.isbn13)&jscmd=details&format=json", subject: .editions,
                reason: .first)
        case .title(let title, let author):
            let question = TitleQuestion(title, author: author)
            stage = .search(question)
            let parameters =
                "title=" + PercentEncoding.encode(question.searchedTitle)
                + (question.searchedAuthor.map { "&author=" + PercentEncoding.encode($0) } ?? "")
            return send(
                "/search.json?\(parameters)&fields=\(Self.searchFields)&limit=\(OpenLibraryWork.limit)",
                subject: .search(question),
                reason: .first)
        }
    }

    /// The fields of a search must be named: by default it tells neither numbers nor editions.
    private static let searchFields =
        "key,title,subtitle,author_name,author_alternative_name,first_publish_year,editions,editions.key,editions.title,editions.subtitle,"
        + "editions.isbn,editions.publisher,editions.publish_date,editions.language,editions.cover_i"

    private func notFoundOrUnread(_ response: HTTPResponse) -> BookLookupStep {
        response.verdict == .absent
            ? .notFound() : .invalidResponse("\(api.name) answered with something that is not a book")
    }

    private func take(_ choice: TitleChoice, among works: [OpenLibraryWork]) -> BookLookupStep {
        switch choice {
        case .found(let place, let fittingTitles, let match):
            .found(Book(work: works[place].told(fittingTitles: fittingTitles)), match)
        case .ambiguous(let sentence): .ambiguous(sentence)
        case .none(let sentence): .notFound(sentence)
        }
    }

    private var leadsNowhere: BookLookupStep {
        .invalidResponse("\(api.name) answered with a merged record that leads nowhere")
    }

    private func other(_ record: OpenLibraryRecord, than asked: String) -> BookLookupStep {
        let found = record.key?.page ?? record.type ?? "another record"
        return .mismatch("\(api.name) answered with \(found) where \(asked) was asked")
    }

    private mutating func take(_ records: [String: OpenLibraryRecord]) -> BookLookupStep {
        guard case .isbn(let isbn) = query, !records.isEmpty else { return .notFound() }
        let key = "ISBN:\(isbn.isbn13)"
        guard let record = records[key] else {
            return .mismatch("\(api.name) answered for \(records.keys.min() ?? "nothing") where \(key) was asked")
        }
        return record.isOther(than: .books) ? other(record, than: key) : take(edition: record, hops: 0)
    }

    private mutating func take(edition record: OpenLibraryRecord, hops: Int) -> BookLookupStep {
        if record.isDeleted { return .notFound() }
        if record.isMerged {
            guard let key = record.location, key.kind == .books, hops < Self.maxHops else { return leadsNowhere }
            stage = .edition(key, hops: hops + 1)
            return send(key.path, subject: .record, reason: .followUp)
        }
        let isbns = record.isbns
        if case .isbn(let isbn) = query, !isbns.isEmpty, !isbns.contains(isbn) {
            let numbers = isbns.prefix(3).map(\.isbn13).joined(separator: ", ")
            return .mismatch("\(api.name) answered with the book of ISBN \(numbers) where \(isbn.isbn13) was asked")
        }
        edition = record
        authors = authors(of: record)
        guard authors.isEmpty, let work = record.works.first(where: { $0.kind == .works }) else { return nextAuthor() }
        stage = .work(work, hops: 0)
        return send(work.path, subject: .record, reason: .followUp)
    }

    private mutating func take(work record: OpenLibraryRecord, hops: Int) -> BookLookupStep {
        if record.isMerged, let key = record.location, key.kind == .works, hops < Self.maxHops {
            stage = .work(key, hops: hops + 1)
            return send(key.path, subject: .record, reason: .followUp)
        }
        authors = authors(of: record)
        return nextAuthor()
    }

    private mutating func take(author record: OpenLibraryRecord, hops: Int) -> BookLookupStep {
        if record.isMerged, let key = record.location, key.kind == .authors, hops < Self.maxHops {
            stage = .author(key, hops: hops + 1)
            return send(key.path, subject: .record, reason: .followUp)
        }
        return take(authorNamed: record.isMerged || record.isDeleted ? nil : record.name)
    }

    /// Puts the name of the author that was looked up in its place, or leaves the author out.
    private mutating func take(authorNamed name: String?) -> BookLookupStep {
        if let index = authors.firstIndex(where: { if case .key = $0 { true } else { false } }) {
            if let name { authors[index] = .named(name) } else { authors.remove(at: index) }
        }
        return nextAuthor()
    }

    private mutating func nextAuthor() -> BookLookupStep {
        for case .key(let key) in authors {
            stage = .author(key, hops: 0)
            return send(key.path, subject: .record, reason: .followUp)
        }
        guard let edition else { return .notFound() }
        let names = authors.compactMap { author in
            if case .named(let name) = author { name } else { nil }
        }
        guard case .isbn(let isbn) = query else { return .found(Book(edition: edition, authors: names, asked: nil)) }
        return .found(Book(edition: edition, authors: names, asked: isbn))
    }

    private func authors(of record: OpenLibraryRecord) -> [Author] {
        var keys: Set<OpenLibraryKey> = []
        return record.authors.compactMap { author in
            if let name = author.name { return .named(name) }
            guard let key = author.key, key.kind == .authors, keys.count < Self.maxAuthors, keys.insert(key).inserted
            else {
                return nil
            }
            return .key(key)
        }
    }

    /// What the answer holds: as the judge parsed it, or parsed again where the response comes from a store.
    private func answer(in response: HTTPResponse) -> OpenLibraryAnswer? {
        if let answer = response.judgement.parsed as? OpenLibraryAnswer { return answer }
        let subject: OpenLibrarySubject =
            switch stage {
            case .start, .editions: .editions
            case .edition, .work, .author: .record
            case .search(let question): .search(question)
            }
        return OpenLibraryJudge(api: api.name, subject: subject).judgement(of: response).parsed as? OpenLibraryAnswer
    }

    private func send(_ target: String, subject: OpenLibrarySubject, reason: AttemptReason) -> BookLookupStep {
        let url: HTTPURL
        do throws(HTTPURLError) {
            url = try api.url(target)
        } catch {
            return .invalidResponse("The address of the request to \(api.name) can't be formed: \(error)")
        }
        var request = HTTPRequest(url: url, headers: ["Accept": "application/json"])
        request.judge = OpenLibraryJudge(api: api.name, subject: subject)
        request.reason = reason
        return .send(request)
    }
}
