package import Books
package import HTTPPipeline

/// Where a request is written.
package struct RequestPlace: Sendable, Hashable {
    /// The file's name as it was given.
    package var file: String
    /// The line, from 1.
    package var line: Int

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - file: The file's name as it was given.
    ///   - line: The line, from 1.
    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

/// One request of a manifest, complete: with all that it inherits, and its secrets in place.
package struct RequestSpec: Sendable {
    /// What is asked.
    package enum Kind: Sendable, Hashable {
        /// The book of a number.
        case isbn(ISBN)
        /// The best match of a title and perhaps an author.
        case title(String, author: String?)
        /// A path of the API with its query, from its leading slash.
        case path(String)
        /// A URL with its query.
        case url(HTTPURL)
        /// Nothing: the line of the list is bad, and this says why.
        case invalid(String)
    }

    /// The request's number in the manifest, from 0.
    package var index: Int
    /// The id, unique in the manifest.
    package var id: String
    /// Where the request is written.
    package var place: RequestPlace
    /// What is asked.
    package var kind: Kind
    /// The request as it is written, as a JSON object with its line; secrets stand in it by their names.
    package var written: [UInt8]
    /// The cells of a list's row that the result repeats, as a JSON object; none where there are none.
    package var carried: [UInt8] = []
    /// The API to ask; nil for a `url` request.
    package var api: String?
    /// The method.
    package var method = HTTPMethod.get
    /// The header fields of manifest and request; `User-Agent` only where the manifest's `headers` set it.
    package var headers = HTTPHeaders()
    /// The body; nil for none.
    package var body: [UInt8]?
    /// The statuses that count as `ok`; nil for the default rule.
    package var expect: Set<Int>?
    /// Whether the request itself turns the cache off, so that it takes no equal request's answer either.
    package var isAskedAnew = false
    /// Whether a POST or PATCH may be sent again.
    package var isDeclaredIdempotent = false
    /// How long each part may take.
    package var limits = TimeLimits()
    /// Which failures are repeated and which waits are borne.
    package var retry = RetryPolicy()
    /// Which answers are kept.
    package var cache = CacheSettings()
    /// The headers and parameters that hold a secret.
    package var sensitive = SensitiveNames()
    /// Method, target and the headers that the manifest sets, secrets by their names; a `path` request's target lacks its API.
    package var cacheIdentity = ""

    /// What the canonical text adds to ``cacheIdentity`` so that it tells requests apart: kind, body, API and statuses.
    var fingerprintDetail = ""

    /// Creates a request with the defaults of everything that a manifest may leave out.
    ///
    /// - Parameters:
    ///   - index: The request's number, from 0.
    ///   - id: The id.
    ///   - place: Where the request is written.
    ///   - kind: What is asked.
    ///   - written: The request as it is written, as a JSON object.
    package init(index: Int, id: String, place: RequestPlace, kind: Kind, written: [UInt8]) {
        self.index = index
        self.id = id
        self.place = place
        self.kind = kind
        self.written = written
    }

    /// A hash of all that makes the request what it is, secrets by their names: equal for the same request in the next start.
    package var fingerprint: Fingerprint {
        Fingerprint(of: cacheIdentity + "\n" + fingerprintDetail)
    }
}
