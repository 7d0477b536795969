package import HTTPPipeline

/// All that a manifest says, its requests aside; those are streamed by ``requests()``.
package struct Manifest: Sendable {
    /// When a run's results are put in place.
    package enum Publish: String, Sendable, Hashable {
        /// When every request is answered or failed.
        case finished
        /// After every start.
        case always
    }

    /// How many failures stop a run.
    package enum FailureLimit: Sendable, Hashable {
        /// A share of the requests in percent.
        case percent(Int)
        /// A number.
        case count(Int)
    }

    /// The least time between two sends to a server, as far as the manifest says it.
    package struct Pace: Sendable, Hashable {
        /// The least time; nil for each API's own rule.
        package var minInterval: Duration?
        /// How many sends a server gets in a day at most, those of all runs that share its lane counted.
        package var perDay: Int?

        /// Creates a pace that says nothing.
        package init() {}
    }

    /// The path as it was given; `<stdin>` for the standard input.
    package var path: String
    /// The hash of the file, 64 hexadecimal digits.
    package var sha256: String
    /// The hash of the file of `requestsFrom`; nil where there is none.
    package var listSHA256: String?
    /// The version of the form.
    package var version = 1
    /// The name.
    package var name: String
    /// The APIs to ask; one, or none.
    package var apis: [String] = []
    /// Whom a server may contact.
    package var contact: String?
    /// The User-Agent in place of the runner's own.
    package var userAgent: String?
    /// The header fields of every request, secrets in place.
    package var headers = HTTPHeaders()
    /// Where the results go; nil for the default place.
    package var output: String?
    /// Where the results without timing go.
    package var data: String?
    /// When the results are put in place.
    package var publish = Publish.finished
    /// How old the work of an unfinished run may be to count.
    package var resumeWithin: Duration = .seconds(7 * 86_400)
    /// How many failures stop the run.
    package var maxFailures = FailureLimit.percent(25)
    /// How long the run may take; nil for no limit.
    package var deadline: Duration?
    /// The pace.
    package var pace = Pace()
    /// Retries.
    package var retry = RetryPolicy()
    /// Time limits.
    package var timeout = TimeLimits()
    /// The cache.
    package var cache = CacheSettings()
    /// The largest body accepted, in bytes.
    package var maxBody = 16 * 1024 * 1024
    /// How many requests there are, bad lines of a list included.
    package var requestCount = 0
    /// How many lines of the list are bad.
    package var invalidCount = 0
    /// How many rows of the list hold nothing to ask, and are no requests.
    package var leftOutCount = 0
    /// The names of the columns that a list's ISBNs were found in; empty where the manifest names them.
    package var columnsFound: [String] = []
    /// How many requests equal an earlier one and get its answer; they are sent once, and the numbers below count them once.
    package var repeatCount = 0
    /// How many requests ask each API for one book.
    package var bookRequests: [String: Int] = [:]
    /// How many `path` requests each API gets.
    package var pathRequests: [String: Int] = [:]
    /// How many `url` requests each server gets; those beyond a thousand servers are left out.
    package var urlRequests: [Lane: Int] = [:]
    /// The headers and parameters that hold a placeholder, of all requests.
    package var sensitive = SensitiveNames()
    /// The hosts of URLs that hold a placeholder; of more than a thousand nothing is known.
    package var secretHosts: Set<String> = []
    /// The secrets that are written in the manifest as they are.
    package var literalSecrets: Set<String> = []
    /// The secrets that the manifest names.
    package var secrets: [SecretValue] = []

    /// The path of the file of `requestsFrom`; nil where there is none.
    package var listPath: String? { plan.list?.file.name }

    /// How many requests can be asked: all but the bad lines of a list.
    package var askableCount: Int { requestCount - invalidCount }

    /// Whether a `url` request may go to a server.
    ///
    /// - Parameter lane: The server.
    /// - Returns: Whether one does, or so many servers are asked that not all were counted.
    package func mayAsk(_ lane: Lane) -> Bool {
        urlRequests[lane] != nil || urlRequests.count >= RequestSurvey.laneLimit
    }

    /// What streaming the requests again takes.
    let plan: RequestPlan

    /// Reads the requests again, one at a time; each stream begins at the first.
    ///
    /// - Returns: The stream; at its end it makes sure that the file is still the one that was checked.
    package func requests() -> RequestStream {
        RequestStream(plan, manifestSHA256: sha256, listSHA256: listSHA256)
    }
}

/// What streaming the requests of a checked manifest takes.
struct RequestPlan: Sendable {
    let file: ManifestFile
    let list: RequestList?
    let context: ManifestContext
    let defaults: RequestDefaults
    let givenIDs: IdentifierTable
}
