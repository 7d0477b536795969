extension LaneClosure {
    /// How long other runs leave a lane alone that was closed without a word on its end.
    ///
    /// Long enough that a loop of short runs doesn't keep a ban alive, and short enough to find out soon that it has ended.
    package static let untoldPause = Duration.seconds(60)

    /// The closure that a response's verdict brings about; nil where the lane stays open.
    ///
    /// - Parameter response: The judged response.
    package init?(after response: HTTPResponse) {
        switch response.verdict {
        case .quotaSpent(let delay): self.init(.quotaSpent, until: delay.map { response.received.advanced(by: $0) })
        case .blocked:
            let delay = RetryAfter.delay(of: response).flatMap { $0 > .zero ? $0 : nil }
            self.init(.blocked, until: delay.map { response.received.advanced(by: $0) })
        default: return nil
        }
    }
}

extension HTTPClientError {
    /// The error of a request to a lane that is closed.
    ///
    /// - Parameters:
    ///   - closure: Why and until when the lane is closed.
    ///   - response: The response that closed it, where this request had one.
    /// - Returns: The error.
    package static func laneClosed(_ closure: LaneClosure, after response: HTTPResponse? = nil) -> HTTPClientError {
        let message =
            switch closure.reason {
            case .throttled: "The server asked for a longer wait than is allowed."
            case .quotaSpent: "The quota at the server is spent."
            case .blocked: "The server refuses this client."
            case .allowanceSpent: "The number of requests that may be sent to this server is used up."
            }
        var error = HTTPClientError(.laneClosed, message, cause: response?.judgement.message)
        error.closure = closure
        error.response = response
        error.requestDeparted = response != nil
        return error
    }
}
