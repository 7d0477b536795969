import HTTPPipeline

/// How an exchange ended, and what was measured.
struct ExchangeOutcome: Sendable {
    var result: Result<HTTPResponse, HTTPClientError>
    var figures = ExchangeFigures()
}
