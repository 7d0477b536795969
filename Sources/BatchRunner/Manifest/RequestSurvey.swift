import HTTPPipeline
import JSONText

/// What the first reading keeps of the requests: numbers, ids, and what can be judged only once the whole manifest is known.
struct RequestSurvey {
    /// How many servers are counted.
    static let laneLimit = 1_000
    private static let nameLimit = 1_000

    /// How many requests there are.
    var count = 0
    /// How many of them are bad lines of a list, by what is wrong with them.
    private(set) var badRows: [RowFault: Int] = [:]
    /// How many rows of a list hold nothing to ask, and are no requests.
    var leftOutCount = 0
    /// How many of them equal an earlier one and get its answer; those below count them once.
    private(set) var repeatCount = 0
    /// How many `url` requests each server gets.
    private(set) var urlRequests: [Lane: Int] = [:]
    /// The headers and parameters that hold a placeholder; of names beyond a thousand nothing is known.
    private(set) var sensitive = SensitiveNames()
    /// The hosts that hold a placeholder; of more than a thousand nothing is known.
    private(set) var secretHosts: Set<String> = []
    /// Secrets that are written as they are, in headers and as user and password of URLs; of more than a thousand nothing is known.
    private(set) var literalSecrets: Set<String> = []
    /// The ids that are given.
    private(set) var ids = IdentifierTable()

    /// The columns of a list that ISBNs were found in, where the manifest names none.
    var columnsFound: [String] = []
    /// Whether the file is a JSON Schema.
    var isSchema = false
    /// How many of the requests are bad lines of a list.
    var invalidCount: Int { badRows.values.reduce(0, +) }

    /// The requests that are sent once however often they come, as hashes of 64 bits: a mistake would tell one send too few.
    private var shared: Set<Int> = []
    private var changes = TargetChanges()
    /// By API; nil is the manifest's.
    private var books: [String?: Int] = [:]
    private var paths: [String?: Int] = [:]
    private var firstWithoutAPI: (position: JSONPosition, file: ManifestFile?)?
    private var longestBase: (delay: Duration, position: JSONPosition, file: ManifestFile?)?
    private var shortestMax: (delay: Duration, position: JSONPosition, file: ManifestFile?)?

    /// Takes a request of the manifest.
    mutating func add(_ draft: RequestDraft, in context: inout ManifestContext) {
        tally(draft, file: nil)
        guard let id = draft.id, let first = ids.claim(id, at: draft.idPosition) else { return }
        let message = "the id \"\(id)\" is already used at line \(first.line), column \(first.column)"
        context.report(message, at: draft.idPosition)
    }

    /// Takes a line of a list; a given id that repeats makes it a bad one.
    mutating func add(_ entry: inout RequestList.Entry, of list: RequestList) {
        if let id = entry.draft.id, let problem = ids.repeated(id, at: entry.draft.idPosition) {
            entry.problems = [RequestList.Problem(message: problem, position: entry.draft.idPosition)]
            entry.draft = RequestDraft(invalid: problem, text: id, position: entry.draft.position)
            entry.fault = .repeatedID
        }
        if let fault = entry.fault { badRows[fault, default: 0] += 1 }
        tally(entry.draft, file: list.file)
    }

    private mutating func tally(_ draft: RequestDraft, file: ManifestFile?) {
        count += 1
        if sensitive.parameters.count < RequestSurvey.nameLimit {
            for name in draft.sensitiveParameters { sensitive.parameters.insert(name) }
        }
        if let host = draft.secretHost, secretHosts.count < RequestSurvey.nameLimit { secretHosts.insert(host) }
        if literalSecrets.count < RequestSurvey.nameLimit {
            for field in draft.headers { literalSecrets.formUnion(field.literalSecrets) }
            if case .url(let url) = draft.kind, let credentials = url.credentials {
                let password = credentials.split(separator: ":", maxSplits: 1).dropFirst().joined()
                literalSecrets.insert(String(decoding: PercentEncoding.decode(Array(password.utf8)), as: UTF8.self))
            }
        }
        if sensitive.headers.count < RequestSurvey.nameLimit {
            for field in draft.headers where field.hasSecret { sensitive.headers.insert(field.name.asciiLowercased) }
        }
        let changesBefore = changes.count(draft.kind.target(of: draft.api), by: draft.method)
        if let identity = draft.sharedIdentity, !shared.insert(identity ^ Int(changesBefore)).inserted {
            repeatCount += 1
        } else {
            countSend(of: draft)
        }
        switch draft.kind {
        case .isbn, .title, .path:
            if draft.api == nil, firstWithoutAPI == nil { firstWithoutAPI = (draft.position, file) }
        case .url, .invalid: break
        }
        let overrides = draft.overrides
        if let base = overrides.baseDelay, let most = overrides.maxDelay, base > most {
            // Within one request both are known: no inherited value can mend it.
            longestBase = longestBase ?? (.seconds(Int64.max / 2), draft.position, file)
        } else if let base = overrides.baseDelay, overrides.maxDelay == nil, base > longestBase?.delay ?? .zero {
            longestBase = (base, draft.position, file)
        } else if let most = overrides.maxDelay, overrides.baseDelay == nil,
            most < shortestMax?.delay ?? .seconds(Int64.max / 2)
        {
            shortestMax = (most, draft.position, file)
        }
    }

    private mutating func countSend(of draft: RequestDraft) {
        switch draft.kind {
        case .isbn, .title: books[draft.api, default: 0] += 1
        case .path: paths[draft.api, default: 0] += 1
        case .url(let url):
            let lane = Lane(of: url)
            if urlRequests[lane] != nil || urlRequests.count < RequestSurvey.laneLimit {
                urlRequests[lane, default: 0] += 1
            }
        case .invalid: break
        }
    }

    /// How many requests ask each API for a book.
    func bookRequests(default api: String?) -> [String: Int] { RequestSurvey.resolved(books, default: api) }

    /// How many `path` requests each API gets.
    func pathRequests(default api: String?) -> [String: Int] { RequestSurvey.resolved(paths, default: api) }

    private static func resolved(_ counts: [String?: Int], default api: String?) -> [String: Int] {
        counts.reduce(into: [:]) { result, item in
            if let name = item.key ?? api { result[name, default: 0] += item.value }
        }
    }

    /// Notes what only the whole manifest shows to be wrong.
    func finish(_ fields: FieldReader, settings: ManifestSettings, in context: inout ManifestContext) {
        let requests = fields["requests"]
        let list = fields["requestsFrom"]
        if let requests, let list {
            let later = max(requests.keyPosition, list.keyPosition)
            context.report("a manifest has \"requests\" or \"requestsFrom\", not both", at: later)
        } else if let requests {
            if count == 0, requests.value.elements != nil {
                context.report("\"requests\" is empty: there is nothing to send", at: requests.value.position)
            }
        } else if list == nil {
            context.report("a manifest needs \"requests\" or \"requestsFrom\"", at: settings.start)
        } else if count == 0, let list, let file = settings.list?.file, context.diagnostics.errorCount == 0 {
            context.diagnostics.report(
                "\(file.name) has no requests in it, so there is nothing to ask", at: list.value.position,
                in: context.file,
                severity: .warning)
        }
        if fields["api"] == nil, let first = firstWithoutAPI {
            let message = "this request needs an \"api\", its own or the manifest's"
            context.diagnostics.report(message, at: first.position, in: first.file ?? context.file)
        }
        let (base, most) = (settings.defaults.retry.baseDelay, settings.defaults.retry.maxDelay)
        let limit = DurationText.text(of: most)
        if let longest = longestBase, longest.delay > most {
            let message = "the request's \"baseDelay\" is longer than its \"maxDelay\"; the manifest's is \(limit)"
            context.diagnostics.report(message, at: longest.position, in: longest.file ?? context.file)
        }
        if let shortest = shortestMax, shortest.delay < base {
            let message =
                "the request's \"maxDelay\" is shorter than its \"baseDelay\"; the manifest's is \(DurationText.text(of: base))"
            context.diagnostics.report(message, at: shortest.position, in: shortest.file ?? context.file)
        }
    }
}

extension IdentifierTable {
    /// Takes a given id of a list.
    ///
    /// - Returns: What is wrong where the same id is given before.
    mutating func repeated(_ id: String, at position: JSONPosition) -> String? {
        claim(id, at: position).map { "the id \"\(id)\" is already used at line \($0.line), column \($0.column)" }
    }
}
