extension CachedResponse {
    /// Whether the server can be asked if the answer still holds (RFC 9110 section 8.8).
    var hasValidator: Bool {
        !isRedirected && (entityTag != nil || lastModified != nil)
    }

    private var entityTag: String? { response.headers.onlyValue(of: "ETag") }

    private var lastModified: String? { response.headers.onlyValue(of: "Last-Modified") }

    /// The request that asks whether the answer still holds; the request itself where there is no way to ask.
    func revalidating(_ request: HTTPRequest) -> HTTPRequest {
        guard hasValidator else { return request }
        var conditional = request
        conditional.reason = .revalidate
        conditional.judge = RevalidationJudge(base: request.judge)
        conditional.headers["If-None-Match"] = entityTag
        conditional.headers["If-Modified-Since"] = lastModified
        return conditional
    }

    /// Whether a response to the conditional request says that this very answer still holds.
    func isConfirmed(by response: HTTPResponse) -> Bool {
        guard response.status == 304, response.hops.isEmpty, hasValidator else { return false }
        guard let mine = entityTag, let theirs = response.headers["ETag"] else { return true }
        return mine.withoutWeakMark == theirs.withoutWeakMark
    }

    /// The answer as a 304 renews it: with its headers brought up to date (RFC 9111 section 4.3.4).
    ///
    /// - Parameter confirmation: The 304.
    /// - Returns: The whole answer, received with the 304.
    func renewed(by confirmation: HTTPResponse) -> HTTPResponse {
        var renewed = response
        renewed.peer = confirmation.peer
        renewed.received = confirmation.received
        renewed.receivedAt = confirmation.receivedAt
        // Those of the stored answer would make the renewed one as old as it was.
        renewed.headers["Date"] = nil
        renewed.headers["Age"] = nil
        let fresh = confirmation.headers.keptFields.filter { !Self.bodyHeaders.contains($0.name.asciiLowercased) }
        for field in fresh { renewed.headers[field.name] = nil }
        for field in fresh { renewed.headers.add(field.name, field.value) }
        return renewed
    }

    /// Headers of the stored body, which a 304 doesn't change (RFC 9111 section 3.2).
    private static let bodyHeaders: Set<String> = [
        "content-encoding", "content-length", "content-range", "content-type",
    ]
}

/// Takes a 304 for the answer that it is to a conditional request, so that nothing below repeats or refuses it.
private struct RevalidationJudge: ResponseJudge {
    var base: any ResponseJudge

    func judgement(of response: HTTPResponse) -> Judgement {
        response.status == 304 ? Judgement(.accepted) : base.judgement(of: response)
    }
}

extension HTTPHeaders {
    /// The value of a field that has one line; of several nobody knows which one holds.
    fileprivate func onlyValue(of name: String) -> String? {
        let lines = values(of: name)
        return lines.count == 1 ? lines[0] : nil
    }
}

extension String {
    /// An entity tag without the mark of a weak one, as weak comparison takes it (RFC 9110 section 8.8.3.2).
    fileprivate var withoutWeakMark: Substring {
        hasPrefix("W/") ? dropFirst(2) : self[...]
    }
}
