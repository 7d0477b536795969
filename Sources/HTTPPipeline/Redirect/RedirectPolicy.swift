/// Turns a redirect into the next request (RFC 9110 section 15.4).
package enum RedirectPolicy {
    /// The most hops of one request.
    package static let mostHops = 5

    /// Whether a response is a redirect that is followed: 301, 302, 303, 307 or 308 with a `Location`.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request, which may take the redirect for its answer.
    /// - Returns: Whether it is.
    package static func follows(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
        guard !request.unfollowedStatuses.contains(response.status) else { return false }
        return isRedirect(response) && location(of: response) != nil
    }

    /// Whether a response is a redirect that says nowhere to go.
    ///
    /// - Parameter response: The response.
    /// - Returns: Whether it is.
    package static func lacksLocation(_ response: HTTPResponse) -> Bool {
        isRedirect(response) && location(of: response) == nil
    }

    private static func isRedirect(_ response: HTTPResponse) -> Bool {
        [301, 302, 303, 307, 308].contains(response.status)
    }

    /// The request that a redirect asks for.
    ///
    /// What it drops stays dropped for the rest of a chain, since each hop is made of the one before.
    ///
    /// - Parameters:
    ///   - response: The redirect.
    ///   - request: The request that it answers.
    /// - Returns: The next request.
    /// - Throws: ``HTTPClientError`` of code ``HTTPClientError/Code/redirect`` when the target can't or must not be asked.
    package static func request(
        after response: HTTPResponse,
        to request: HTTPRequest
    ) throws(HTTPClientError) -> HTTPRequest {
        let target = try target(of: response, from: request.url)
        var next = request
        next.url = target
        next.reason = .redirect
        next.earliest = RetryAfter.delay(of: response).map {
            Hold(until: response.received.advanced(by: $0), reason: .server)
        }
        // A validator belongs to the resource it came from (RFC 9110 section 15.4).
        next.headers.remove { ["if-none-match", "if-modified-since"].contains($0) }
        if becomesGet(request.method, after: response.status) {
            next.method = .get
            next.body = nil
            next.headers.remove { $0.hasPrefix("content-") }
        }
        if target.origin != request.url.origin {
            if next.body != nil, request.sensitive.includesBody {
                throw error("The redirect would carry a secret in the body to another origin.", response)
            }
            next.headers.remove { $0 == "host" || request.sensitive.hides(header: $0) }
            next.url = target.removingParameters(where: request.sensitive.hides(parameter:))
        }
        if isPublic(response) {
            next.allowsPrivatePeer = false
            // Behind a proxy the gate never sees the server's address, so the URL has to speak for it.
            if isLocal(target.host) {
                throw error("The redirect leads from a public host to a private address.", response)
            }
        }
        return next
    }

    /// An error that ends a chain of redirects.
    ///
    /// - Parameters:
    ///   - message: One sentence that says what happened.
    ///   - response: The last redirect.
    /// - Returns: The error.
    package static func error(_ message: String, _ response: HTTPResponse) -> HTTPClientError {
        var error = HTTPClientError(.redirect, message)
        error.response = response
        error.requestDeparted = true
        return error
    }

    private static func location(of response: HTTPResponse) -> String? {
        response.headers.values(of: "Location").first.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func target(
        of response: HTTPResponse,
        from url: HTTPURL
    ) throws(HTTPClientError) -> HTTPURL {
        let target: HTTPURL
        do {
            target = try url.resolving(location(of: response) ?? "").withoutCredentials
        } catch let reason {
            throw error("The redirect's target can't be read: \(reason).", response)
        }
        guard url.scheme == "https", target.scheme == "http" else { return target }
        guard url.host.withoutWWW == target.host.withoutWWW else {
            throw error("The redirect leads from https to http on another host.", response)
        }
        // The rule of RFC 6797 section 8.3: port 80 becomes 443, any other stays.
        return HTTPURL(
            scheme: "https",
            credentials: nil,
            host: target.host,
            port: target.port == 80 ? 443 : target.port,
            path: target.path,
            query: target.query
        )
    }

    private static func becomesGet(_ method: HTTPMethod, after status: Int) -> Bool {
        switch status {
        case 303: method != .head
        case 301, 302: method == .post
        default: false
        }
    }

    private static func isPublic(_ response: HTTPResponse) -> Bool {
        guard let peer = response.peer, !peer.isProxy else { return !isLocal(response.url.host) }
        return IPAddress(peer.address)?.isPublic ?? false
    }

    private static func isLocal(_ host: String) -> Bool {
        if let address = IPAddress(host) { return !address.isPublic }
        return host == "localhost" || host.hasSuffix(".localhost")
    }
}

extension HTTPHeaders {
    fileprivate mutating func remove(where isUnwanted: (_ lowercasedName: String) -> Bool) {
        self = HTTPHeaders(fields.filter { !isUnwanted($0.name.asciiLowercased) })
    }
}
