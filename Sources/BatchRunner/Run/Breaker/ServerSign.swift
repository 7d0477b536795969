package import HTTPPipeline

/// What the end of a request says of its server's health; a request that never got as far says nothing.
package enum ServerSign: Sendable, Hashable {
    /// The server answered, be it with a no.
    case answered
    /// The attempts were used up: by faults that may heal, by throttling, or because no connection or no answer came.
    case exhausted

    /// The sign of the last response.
    ///
    /// - Parameter verdict: The response's verdict; a ban and a spent quota are answers, and close the lane by themselves.
    package init(of verdict: Verdict) {
        switch verdict {
        case .transient, .throttled: self = .exhausted
        case .accepted, .absent, .refused, .blocked, .quotaSpent: self = .answered
        }
    }

    /// The sign of a failure; nil where the run or the request itself is the reason.
    ///
    /// - Parameter error: Why there is no response.
    package init?(of error: HTTPClientError) {
        switch error.code {
        case .cancelled, .deadline, .invalidRequest, .transport: return nil
        case .laneClosed:
            guard error.response != nil else { return nil }
            self = .answered
        case .tooLarge, .redirect: self = .answered
        default: self = .exhausted
        }
    }
}
