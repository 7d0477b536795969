import HTTPPipeline

/// An object of fixed keys in the manifest, as a table of its fields.
package struct ManifestObject: Sendable {
    /// The name in messages and in the schema's definitions.
    package let name: String
    /// The fields, besides `$schema` and `comment`, which every object may have.
    package let fields: [ManifestField]
    /// The names of the fields.
    package let names: [String]

    init(name: String, fields: [ManifestField]) {
        self.name = name
        self.fields = fields
        names = fields.map(\.name)
    }

    /// The keys that every object of fixed keys may have.
    package static let freeKeys = ["$schema", "comment"]

    /// Every object, the manifest itself first.
    package static let all = [manifest, request, pace, retry, timeout, cache, requestsFrom, columns]

    /// The manifest itself.
    package static let manifest = ManifestObject(
        name: "manifest",
        fields: [
            ManifestField("version", .wholeNumber(1...1), "The version of the manifest's form; 1."),
            ManifestField(
                "name", .rule(.fileName), "Names the default output; default: the file's name without its ending."),
            ManifestField(
                "api", .apis, "The book API to ask: \"sample\" or a built-in one; needed for book and path requests."),
            ManifestField("contact", .rule(.contact), "An e-mail address or URL, sent in the User-Agent."),
            ManifestField(
                "userAgent", .rule(.userAgent), "The User-Agent of every request, in place of runner/1.0 (+contact)."),
            ManifestField(
                "headers", .headers, "Header fields of every request; texts may hold ${env:NAME} and ${file:PATH}."),
            ManifestField(
                "output", .rule(.outputPath),
                "Where the results go, relative to the manifest; default: output/<name>.json under the working directory."
            ),
            ManifestField(
                "data", .rule(.outputPath), "Where the results without timing go, for committing; default: nowhere."),
            ManifestField(
                "publish", .choice(["finished", "always"]), "When the results are put in place; default: finished."),
            ManifestField(
                "resumeWithin", .duration, "How old the work of an unfinished run may be to count; default: 7d."),
            ManifestField(
                "maxFailures", .failures,
                "More failures stop the run: a share of the requests, at least 20, or a number; default: 25%."),
            ManifestField("deadline", .someTime, "How long the run may take; default: no limit."),
            ManifestField("pace", .object("pace"), "The least time between two sends to a server."),
            ManifestField("retry", .object("retry"), "Which waits and how many attempts are borne."),
            ManifestField("timeout", .object("timeout"), "How long the parts of a request may take."),
            ManifestField("cache", .cache, "How long answers are kept; false for no cache."),
            ManifestField(
                "maxBody", .wholeNumber(1...2_147_483_647), "The largest body accepted, in bytes; default: 16777216."),
            ManifestField("requests", .requests, "The requests, in order."),
            ManifestField(
                "requestsFrom", .requestsFrom,
                "A .txt, .csv, .tsv or .ndjson file of requests, in place of requests."),
        ]
    )

    /// One request.
    package static let request = ManifestObject(
        name: "request",
        fields: [
            ManifestField("isbn", .rule(.isbn), "An ISBN, in double quotes."),
            ManifestField("title", .text, "A title to search for."),
            ManifestField("author", .text, "The author, with title."),
            ManifestField("path", .rule(.path), "A path of the API, from its leading slash."),
            ManifestField("url", .rule(.url), "An http or https URL; may hold ${env:NAME} and ${file:PATH}."),
            ManifestField("id", .rule(.id), "Names the result; default: the identifier, else path or URL, else title."),
            ManifestField(
                "method", .choice(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]),
                "The method, with url or path; default: GET."),
            ManifestField("query", .query, "Parameters to add to the URL, with url or path; encoded as needed."),
            ManifestField(
                "headers", .headers, "Header fields, with url or path; they replace the manifest's of the same name."),
            ManifestField("body", .openText, "The body as text, with url or path."),
            ManifestField("json", .json, "The body as JSON, with url or path, in place of body."),
            ManifestField("expect", .statuses, "The statuses that count as ok, with url or path; default: 2xx."),
            ManifestField(
                "idempotent", .flag, "Whether a POST or PATCH may be sent again, with url or path; default: false."),
            ManifestField("api", .apis, "The API for this request."),
            ManifestField("timeout", .object("timeout"), "Time limits for this request."),
            ManifestField("retry", .object("retry"), "Retries of this request."),
            ManifestField("cache", .cache, "The cache for this request."),
        ]
    )

    /// The pace.
    package static let pace = ManifestObject(
        name: "pace",
        fields: [
            ManifestField(
                "minInterval", .duration,
                "The least time from one send to the next; default: the API's rule, 1s for url requests."),
            ManifestField("rate", .rate, "The same as requests per unit of time, in place of minInterval."),
            ManifestField(
                "perDay", .wholeNumber(1...1_000_000_000),
                "How many sends a server gets in a day at most, those of all runs counted; default: no limit."),
        ]
    )

    /// Retries.
    package static let retry = ManifestObject(
        name: "retry",
        fields: [
            ManifestField("attempts", .wholeNumber(1...100), "How many attempts each URL gets in all; default: 4."),
            ManifestField("baseDelay", .someTime, "The upper bound of the first pause; default: 500ms."),
            ManifestField("maxDelay", .someTime, "The upper bound of every pause; default: 30s."),
            ManifestField("retryAfterLimit", .duration, "The longest wait on a server's word; default: 10m."),
            ManifestField(
                "overLimit",
                .choice(RetryPolicy.OverLimit.allCases.map(\.rawValue)),
                "What to do when a server asks for more; default: defer."
            ),
        ]
    )

    /// Time limits.
    package static let timeout = ManifestObject(
        name: "timeout",
        fields: [
            ManifestField("connect", .someTime, "Name look-up, TCP and TLS together; default: 10s."),
            ManifestField("idle", .someTime, "The longest time without a byte either way; default: 20s."),
            ManifestField("attempt", .someTime, "One exchange from look-up to last byte; default: 30s."),
            ManifestField("request", .someTime, "All attempts, hops and waits except pace; default: 15m."),
        ]
    )

    /// The cache.
    package static let cache = ManifestObject(
        name: "cache",
        fields: [
            ManifestField(
                "ttl", .duration,
                "How long an answer is fresh; default: 12h for APIs, what the server says for url requests."),
            ManifestField(
                "notFoundTTL", .duration, "How long the answer that there is no such thing is fresh; default: 1h."),
        ]
    )

    /// A file of requests.
    package static let requestsFrom = ManifestObject(
        name: "requestsFrom",
        fields: [
            ManifestField(
                "file", .rule(.listPath),
                "The file, relative to the manifest; it ends with .txt, .csv, .tsv or .ndjson."),
            ManifestField(
                "columns", .object("columns"),
                "What is asked, by the names of a table's columns; default: those that look like an ISBN's."),
            ManifestField("carry", .names, "The columns of a table whose cells the results repeat."),
            ManifestField(
                "separator", .choice([",", ";", "tab"]),
                "What stands between two cells of a table; default: what its header row shows."),
        ]
    )

    /// The columns of a list.
    package static let columns = ManifestObject(
        name: "columns",
        fields: [
            ManifestField(
                "isbn", .names, "The columns of ISBNs; the first good one of a row is asked, in the order written here."
            ),
            ManifestField("title", .names, "The columns of titles, for rows without an identifier."),
            ManifestField("author", .names, "The columns of authors, with title."),
            ManifestField("id", .names, "The columns of ids, which name the results."),
        ]
    )

    /// What to call the object in a message.
    package var phrase: String {
        switch name {
        case ManifestObject.manifest.name: "the manifest"
        case ManifestObject.request.name: "a request"
        default: "\"\(name)\""
        }
    }

    /// The field of a name; nil where there is none.
    ///
    /// - Parameter name: The field's name.
    package subscript(name: String) -> ManifestField? {
        fields.first { $0.name == name }
    }
}
