package import Books
package import HTTPPipeline

/// How one request ended, with all that the results file says of it.
package struct RequestResult: Sendable {
    /// What an answer gives.
    package enum Answer: Sendable {
        /// A book.
        case book(Book)
        /// A JSON text, token for token.
        case json([UInt8])
        /// Text.
        case text(String)
        /// Bytes that are not text.
        case bytes([UInt8])
    }

    /// The request's id.
    package var id: String
    /// The request as the manifest has it: one JSON object.
    package var request: [UInt8]
    /// How it ended.
    package var outcome: Outcome
    /// Why it failed, was deferred or was skipped.
    package var reason: OutcomeReason?
    /// One sentence on the reason.
    package var message: String?
    /// What lies beneath: the library's words, or the beginning of the body.
    package var error: String?
    /// How long after the end of the request it may be asked again.
    package var retryAfter: Duration?
    /// What the request's end says of its server's health; nil for nothing.
    package var serverSign: ServerSign?
    /// The API that was asked.
    package var api: String?
    /// The status of the last response.
    package var status: Int?
    /// The URL that was asked in the end, masked.
    package var url: String?
    /// Those headers of the last response that help to understand it, masked.
    package var headers = HTTPHeaders()
    /// What the answer gives.
    package var answer: Answer?
    /// How the answer fits, where a book was searched by its title.
    package var match: BookMatch?
    /// Waits and attempts.
    package var record: RequestRecord
    /// Where the time went.
    package var times = RequestTimes()

    /// Where the answer came from; nil where nothing was asked.
    package var source: ResultSource? { record.source.map(ResultSource.pipeline) }

    /// Creates the result of a request of which only the end is known.
    ///
    /// - Parameters:
    ///   - id: The request's id.
    ///   - request: The request as the manifest has it: one JSON object.
    ///   - outcome: How it ended.
    ///   - record: Waits and attempts.
    package init(id: String, request: [UInt8], outcome: Outcome, record: RequestRecord) {
        self.id = id
        self.request = request
        self.outcome = outcome
        self.record = record
    }
}
