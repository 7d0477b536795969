package import HTTPPipeline

/// What a response or an error means for a request's outcome.
package struct Conclusion: Sendable, Hashable {
    /// How the request ended.
    package var outcome: Outcome
    /// Why it failed, was deferred or was skipped.
    package var reason: OutcomeReason?
    /// One sentence on the reason.
    package var message: String?
    /// What lies beneath, where it says more than the message: the library's words.
    package var error: String?

    /// Creates a conclusion.
    ///
    /// - Parameters:
    ///   - outcome: How the request ended.
    ///   - reason: Why it failed, was deferred or was skipped.
    ///   - message: One sentence on the reason.
    ///   - error: What lies beneath.
    package init(_ outcome: Outcome, _ reason: OutcomeReason? = nil, _ message: String? = nil, error: String? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.message = message
        self.error = error
    }

    /// The conclusion from a response, by its verdict.
    ///
    /// - Parameters:
    ///   - response: The last response.
    ///   - attempts: How many attempts the last URL got.
    package init(of response: HTTPResponse, attempts: Int) {
        let times = attempts > 1 ? " at the last of \(attempts) attempts" : ""
        let said = response.judgement.message
        switch response.verdict {
        case .accepted:
            self.init(.ok)
        case .absent:
            self.init(.notFound)
        case .transient, .refused:
            // What may heal although its status is good is a body that is not what the server should speak, but for 202: that one
            // only says that the answer isn't there yet.
            let isOfBody =
                response.verdict == .transient && (200..<300).contains(response.status) && response.status != 202
            let lack = RedirectPolicy.lacksLocation(response) ? " without a Location header" : ""
            let message = said ?? "The server answered with status \(response.status)\(lack)\(times)."
            self.init(.failed, isOfBody ? .invalidResponse : .httpStatus, message)
        case .throttled:
            self.init(.failed, .throttled, said ?? "The server asked for slower requests\(times).")
        case .quotaSpent:
            self.init(.deferred, .quotaExhausted, said ?? "The server's quota is spent.")
        case .blocked:
            self.init(
                .failed, .blocked, said ?? "The server refuses this client.")
        }
    }

    /// The conclusion from an error.
    ///
    /// - Parameters:
    ///   - error: Why there is no response.
    ///   - leavesOpen: Whether the request was sent and may have done its work, so that nobody should send it again unseen.
    package init(of error: HTTPClientError, leavesOpen: Bool = false) {
        let (outcome, reason) = Self.meaning(of: error)
        let message = error.message + (leavesOpen ? " Whether it did its work is unknown." : "")
        self.init(outcome, reason, message, error: error.cause)
    }

    private static func meaning(of error: HTTPClientError) -> (Outcome, OutcomeReason) {
        switch error.code {
        case .cancelled: (.skipped, .interrupted)
        case .deadline: (.deferred, .deadline)
        case .laneClosed:
            switch error.closure?.reason {
            case .quotaSpent, .allowanceSpent: (.deferred, .quotaExhausted)
            case .blocked: (.deferred, .blocked)
            case .throttled, nil: (.deferred, .throttled)
            }
        case .throttled: (.failed, .throttled)
        case .timedOut: (.failed, .timeout)
        case .tls: (.failed, .tls)
        case .tooLarge: (.failed, .tooLarge)
        case .redirect: (.failed, .redirect)
        case .invalidRequest: (.failed, .invalidRequest)
        case .malformedResponse, .undecodableBody: (.failed, .invalidResponse)
        default: (.failed, .connection)
        }
    }
}
