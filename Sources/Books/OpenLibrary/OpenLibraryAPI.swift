package import HTTPPipeline

/// Open Library, and every server that speaks as it does.
package struct OpenLibraryAPI: BookAPI {
    /// The name in a manifest's `api`.
    package let name: String
    /// Where the API is.
    package let baseURL: HTTPURL
    /// Whether Open Library's own rules hold.
    private let hasRules: Bool

    /// Creates Open Library itself, under the name `openlibrary` and its rules.
    ///
    /// - Throws: ``HTTPURLError`` when the constant address were no URL, so never.
    package init() throws(HTTPURLError) {
        name = "openlibrary"
        baseURL = try HTTPURL("https://openlibrary.org")
        hasRules = true
    }

    /// Creates an API of Open Library's form elsewhere: a mirror, or the sample library.
    ///
    /// - Parameters:
    ///   - name: The name in a manifest's `api`.
    ///   - baseURL: Where it is; paths are put behind it.
    ///   - hasRules: Whether Open Library's own rules hold there too.
    package init(name: String, baseURL: HTTPURL, hasRules: Bool = false) {
        self.name = name
        self.baseURL = baseURL
        self.hasRules = hasRules
    }

    /// Further hosts of the same operator that share the API's lane: none is asked.
    package var furtherHosts: [Lane] { [] }

    /// Whether the API asks its clients to say whom to contact.
    package var asksForContact: Bool { hasRules }

    /// Open Library's rule: 3 requests a second for clients that name a contact, 1 for the others.
    ///
    /// - Parameter hasContact: Whether the client says whom to contact.
    /// - Returns: The least time from one send to the next; zero for a server without rules.
    package func minInterval(hasContact: Bool) -> Duration {
        guard hasRules else { return .zero }
        return hasContact ? .milliseconds(350) : .seconds(1)
    }

    /// The sentence for more than 100 books: Open Library's rules ask not to fetch hundreds one by one.
    ///
    /// - Parameter requests: How many single-book requests a run is to send.
    /// - Returns: The sentence; nil where there are few, or no rules.
    package func advice(forRequests requests: Int) -> String? {
        guard hasRules, requests > 100 else { return nil }
        return
            "\(requests) single-book requests to Open Library: its rules ask for batches instead of hundreds of single "
            + "requests, and for its monthly dumps where it is much (https://openlibrary.org/developers/api)"
    }

    /// Begins the search for a book.
    ///
    /// - Parameter query: What is asked.
    /// - Returns: The search, before its first request.
    package func lookup(_ query: BookQuery) -> any BookLookup {
        OpenLibraryLookup(query, in: self)
    }

    /// The judge for a raw answer, as a `path` request gets.
    ///
    /// - Parameters:
    ///   - expected: The statuses that count as an answer; nil for the default rule.
    ///   - acceptsPart: Whether a part was asked for, with `Range`.
    /// - Returns: The judge.
    package func judge(expecting expected: Set<Int>?, acceptsPart: Bool) -> any ResponseJudge {
        OpenLibraryJudge(api: name, subject: .raw, expecting: expected, acceptsPart: acceptsPart)
    }

    /// The address of a path of this API.
    ///
    /// - Parameter target: The path with its query, from its slash.
    /// - Returns: The address.
    /// - Throws: ``HTTPURLError`` when the path holds what a URL can't.
    package func url(_ target: String) throws(HTTPURLError) -> HTTPURL {
        let base = baseURL.serialized
        return try HTTPURL((base.hasSuffix("/") ? String(base.dropLast()) : base) + target)
    }
}
