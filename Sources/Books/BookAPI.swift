package import HTTPPipeline

/// A web API that knows books: where it is, what it allows, and how a question becomes requests.
package protocol BookAPI: Sendable {
    /// The name in a manifest's `api`.
    var name: String { get }
    /// Where the API is; paths are relative to it.
    var baseURL: HTTPURL { get }
    /// Further hosts of the same operator that share the API's lane.
    var furtherHosts: [Lane] { get }
    /// Whether the API asks its clients to say whom to contact.
    var asksForContact: Bool { get }
    /// The API's own rule for the time between two requests.
    ///
    /// - Parameter hasContact: Whether the client says whom to contact.
    /// - Returns: The least time from one send to the next; zero where it has no rule.
    func minInterval(hasContact: Bool) -> Duration
    /// A sentence to print once where this many single-book requests are to be sent; nil where they are welcome.
    ///
    /// - Parameter requests: How many single-book requests a run is to send.
    /// - Returns: The sentence.
    func advice(forRequests requests: Int) -> String?
    /// The address of a path of the API.
    ///
    /// - Parameter target: The path with its query, from its slash.
    /// - Returns: The address, below the base.
    /// - Throws: ``HTTPURLError`` when the path holds what a URL can't.
    func url(_ target: String) throws(HTTPURLError) -> HTTPURL
    /// Begins the search for a book.
    ///
    /// - Parameter query: What is asked.
    /// - Returns: The search, before its first request.
    func lookup(_ query: BookQuery) -> any BookLookup
    /// The judge for a raw answer of this API, as a `path` request gets.
    ///
    /// - Parameters:
    ///   - expected: The statuses that count as an answer; nil for the default rule.
    ///   - acceptsPart: Whether a part was asked for, with `Range`.
    /// - Returns: The judge.
    func judge(expecting expected: Set<Int>?, acceptsPart: Bool) -> any ResponseJudge
}

/// What a manifest asks of a book API.
package enum BookQuery: Sendable, Hashable {
    /// The book of a number.
    case isbn(ISBN)
    /// The book of a title and perhaps an author; another book is none.
    case title(String, author: String?)
}

/// A search for one book: it names one request after another until it knows the answer.
package protocol BookLookup: Sendable {
    /// Takes the answer to the last request and says what to do next.
    ///
    /// - Parameter response: The answer to the last request, of verdict `accepted` or `absent`; nil before the first.
    /// - Returns: The next step.
    mutating func next(after response: HTTPResponse?) -> BookLookupStep
}

/// What a ``BookLookup`` wants.
package enum BookLookupStep: Sendable {
    /// Send this request; all but its URL, `Accept` and judge is for the caller to set.
    case send(HTTPRequest)
    /// The book, and how it fits where it was searched by its title.
    case found(Book, BookMatch? = nil)
    /// The API has no such book; the sentence, where there is one, names the nearest that it has.
    case notFound(String? = nil)
    /// One can't tell which book is meant; the sentence says why.
    case ambiguous(String)
    /// The answer can't be used: it is of another book.
    case mismatch(String)
    /// The answer can't be used: it is not what the API speaks.
    case invalidResponse(String)
}
