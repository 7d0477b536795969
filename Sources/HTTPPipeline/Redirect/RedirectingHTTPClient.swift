/// Follows redirects; each hop is a request of its own, which pays its lane and is retried on its own.
package struct RedirectingHTTPClient<Base: HTTPClient & ~Copyable>: HTTPClient, ~Copyable {
    private var base: Base

    /// Creates a client.
    ///
    /// - Parameter base: Sends each hop.
    package init(base: consuming Base) {
        self.base = base
    }

    /// Sends a request and follows redirects to the last response.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - record: Where waits and attempts are noted.
    /// - Returns: The response that is no redirect to be followed; its URL is the one asked last.
    /// - Throws: ``HTTPClientError``: a hop's, or one of code ``HTTPClientError/Code/redirect`` when a redirect can't or must not be
    ///   followed.
    package mutating func send(
        _ request: HTTPRequest,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        var hop = request
        var asked: [HTTPRequest] = []
        var hops: [HTTPResponse] = []
        while true {
            var response = try await base.send(hop, recording: &record)
            guard RedirectPolicy.follows(response, to: hop) else {
                response.hops = hops
                return response
            }
            guard hops.count < RedirectPolicy.mostHops else {
                throw RedirectPolicy.error("There are more than \(RedirectPolicy.mostHops) redirects.", response)
            }
            asked.append(hop)
            hops.append(response.withoutBody)
            hop = try RedirectPolicy.request(after: response, to: hop)
            if asked.contains(where: { $0.method == hop.method && $0.url == hop.url }) {
                throw RedirectPolicy.error("The redirect leads back to where the request has been.", response)
            }
        }
    }
}

extension HTTPResponse {
    fileprivate var withoutBody: HTTPResponse {
        var response = self
        response.body = []
        return response
    }
}
