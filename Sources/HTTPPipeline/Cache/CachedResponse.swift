/// An answer as a cache keeps it.
public struct CachedResponse: Sendable {
    /// The answer, judged; its URL lacks the parameters that hold secrets, and its hops and what concerns one connection are left out.
    public private(set) var response: HTTPResponse
    /// What the answer says of its own freshness, from its receipt.
    public let freshness: Freshness
    /// Whether redirects led to the answer, so that its validators belong to another URL than the one that was asked.
    public let isRedirected: Bool
    /// The URL that was asked and those that redirects led to, each once, without the parameters that hold secrets.
    public let urls: [HTTPURL]
    /// The request headers that `Vary` names, in small letters, with the values that the answer was chosen by.
    public let selection: [String: String?]
    private var judge: (any ResponseJudge)?

    /// Creates what a store on disk reads back; the answer is judged when it is used.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - freshness: What it says of its own freshness.
    ///   - isRedirected: Whether redirects led to it.
    ///   - urls: The URL that was asked and those that redirects led to.
    ///   - selection: The request headers that it was chosen by.
    public init(
        response: HTTPResponse, freshness: Freshness, isRedirected: Bool, urls: [HTTPURL],
        selection: [String: String?]
    ) {
        self.response = response
        self.freshness = freshness
        self.isRedirected = isRedirected
        self.urls = urls
        self.selection = selection
        judge = nil
    }

    /// Takes an answer for keeping; nil where it must not be kept.
    ///
    /// - Parameters:
    ///   - response: The answer with its hops.
    ///   - request: The request.
    ///   - delay: How long the answer took from the departure of the request.
    ///   - redaction: Knows the secrets that must not be kept.
    init?(_ response: HTTPResponse, to request: HTTPRequest, delay: Duration, redaction: Redaction) {
        guard request.cache.allowsStoring(response) else { return nil }
        var kept = response
        kept.hops = []
        kept.url = request.sensitive.stripped(response.url)
        kept.headers = HTTPHeaders(response.headers.keptFields)
        var urls: [HTTPURL] = []
        // Most answers come from the URL that was asked, so that this one is not stripped again.
        let asked = request.url == response.url ? kept.url : request.sensitive.stripped(request.url)
        for url in [asked] + response.hops.map({ request.sensitive.stripped($0.url) }) + [kept.url]
        where !urls.contains(url) {
            urls.append(url)
        }
        guard !redaction.findsSecret(in: kept, urls: urls) else { return nil }
        self.response = kept
        self.urls = urls
        freshness = Freshness(of: response, delay: delay)
        isRedirected = !response.hops.isEmpty
        selection = Self.selection(by: response, of: request)
        judge = request.judge
        guard request.cache.lifetime(of: self) > .zero || hasValidator else { return nil }
    }

    /// The answer for a request: chosen by the same headers, judged by the request's own judge.
    ///
    /// What the same judge parsed from the same body is not parsed again.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer; nil where it is none for this request.
    func answering(_ request: HTTPRequest) -> CachedResponse? {
        guard selection.allSatisfy({ request.headers[$0.key] == $0.value }) else { return nil }
        guard response.body.count <= request.maxBody else { return nil }
        var answer = self
        if !isRedirected { answer.response.url = request.url }
        let isParsedAlike = response.judgement.parsed != nil && judge.map(request.judge.judgesAlike) == true
        guard !isParsedAlike else { return answer }
        answer.judge = request.judge
        answer.response.judgement = request.judge.judgement(of: answer.response)
        return answer.response.verdict == .accepted || answer.response.verdict == .absent ? answer : nil
    }

    /// About how many bytes of memory the answer takes; what a judge parsed is taken to be as large as the body.
    public var size: Int {
        let headers = response.headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 }
        let bodies = response.judgement.parsed == nil ? 1 : 2
        let url = response.url.host.utf8.count + response.url.path.utf8.count + (response.url.query?.utf8.count ?? 0)
        return response.body.count * bodies + headers + url + 512
    }

    private static func selection(by response: HTTPResponse, of request: HTTPRequest) -> [String: String?] {
        var selection: [String: String?] = [:]
        // A secret stands in the key by its name, and its value stays out of the store.
        for name in (response.hops + [response]).flatMap({ $0.headers.listedNames(in: "Vary") })
        where !request.sensitive.hides(header: name) {
            selection.updateValue(request.headers[name], forKey: name)
        }
        return selection
    }
}

extension HTTPHeaders {
    /// The names that a list header holds, in small letters.
    func listedNames(in header: String) -> [String] {
        values(of: header).flatMap { value in
            value.split { $0 == "," || $0 == " " || $0 == "\t" }.map { String($0).asciiLowercased }
        }
    }
}

extension HTTPHeaders {
    /// Fields of one connection or one client (RFC 9111 section 3.1), and cookies, which are none of a later request's.
    private static let unkept: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "set-cookie", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The fields of this message that a cache may keep: none that `Connection` names, and none of its kind.
    package var keptFields: [Field] {
        let named = Set(listedNames(in: "Connection"))
        return fields.filter { field in
            let name = field.name.asciiLowercased
            return !Self.unkept.contains(name) && !named.contains(name)
        }
    }
}

extension SensitiveNames {
    /// A URL without credentials and the parameters that hold secrets.
    func stripped(_ url: HTTPURL) -> HTTPURL {
        url.withoutCredentials.removingParameters(where: hides(parameter:))
    }
}

extension Redaction {
    /// Whether a secret stands in the body, a header or one of the URLs of a response.
    fileprivate func findsSecret(in response: HTTPResponse, urls: [HTTPURL]) -> Bool {
        if !looksForSecrets { return false }
        return findsSecret(in: response.body) || urls.contains { findsSecret(in: Array($0.serialized.utf8)) }
            || response.headers.fields.contains { findsSecret(in: Array($0.value.utf8)) }
    }
}
