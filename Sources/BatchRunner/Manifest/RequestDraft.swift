import Books
import HTTPPipeline
import JSONText

/// A request as its own object says it, before it inherits anything.
struct RequestDraft: Sendable {
    var kind: RequestSpec.Kind
    /// What the id is where none is given.
    var defaultID: String
    /// The id that is given.
    var id: String?
    /// Where the given id stands.
    var idPosition = JSONPosition()
    /// Where the request begins.
    var position: JSONPosition
    var api: String?
    var method = HTTPMethod.get
    var headers: [HeaderField] = []
    var body: [UInt8]?
    /// The body as it is written, secrets by their names.
    var canonicalBody = ""
    var expect: Set<Int>?
    var isIdempotent = false
    var overrides = PolicyOverrides()
    /// The target as it is written, query included, secrets by their names.
    var canonicalTarget = ""
    /// The decoded names of the parameters that hold a placeholder.
    var sensitiveParameters: Set<String> = []
    /// The host of the URL, where a placeholder is a part of it.
    var secretHost: String?
    /// The members that the result repeats of the request.
    var written: [(key: String, text: String)] = []
    /// The cells of a list that the result repeats beside it, by their columns.
    var carried: [(name: String, text: String)] = []

    init(kind: RequestSpec.Kind, defaultID: String, position: JSONPosition) {
        self.kind = kind
        self.defaultID = defaultID
        self.position = position
    }

    /// The draft of a bare ISBN.
    init(isbn: ISBN, text: String, position: JSONPosition) {
        self.init(kind: .isbn(isbn), defaultID: isbn.isbn13, position: position)
        written = [("isbn", text)]
    }

    /// The draft of a title.
    init(title: String, author: String?, position: JSONPosition) {
        self.init(kind: .title(title, author: author), defaultID: title, position: position)
        written = [("title", title)] + (author.map { [("author", $0)] } ?? [])
    }

    /// The draft of a line that can't be asked.
    init(invalid message: String, text: String, position: JSONPosition) {
        let id = String(String.UnicodeScalarView(text.unicodeScalars.prefix(100).filter(SourceExcerpt.isShown)))
        self.init(kind: .invalid(message), defaultID: id.isEmpty ? "bad line" : id, position: position)
        if !id.isEmpty { written = [("text", id)] }
    }

    /// The finished request.
    func spec(index: Int, id: String, file: String, inheriting defaults: RequestDefaults) -> RequestSpec {
        var writer = JSONWriter()
        writer.beginObject()
        for member in written {
            writer.key(member.key)
            writer.value(member.text)
        }
        writer.key("line")
        writer.value(position.line)
        writer.endObject()
        var spec = RequestSpec(
            index: index,
            id: id,
            place: RequestPlace(file: file, line: position.line),
            kind: kind,
            written: writer.bytes
        )
        let fields =
            defaults.headers.filter { inherited in
                !headers.contains { $0.name.equalsIgnoringASCIICase(inherited.name) }
            } + headers
        spec.carried = carriedObject
        spec.method = method
        spec.headers = HTTPHeaders(fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
        spec.body = body
        spec.expect = expect
        spec.isAskedAnew = overrides.refusesCache
        spec.isDeclaredIdempotent = isIdempotent
        spec.limits = overrides.limits(over: defaults.limits)
        spec.retry = overrides.retry(over: defaults.retry)
        spec.cache = overrides.cache(over: defaults.cache)
        spec.sensitive.headers = Set(fields.filter(\.hasSecret).map(\.name.asciiLowercased))
        spec.sensitive.parameters = sensitiveParameters
        spec.sensitive.includesBody = body.map { $0 != Array(canonicalBody.utf8) } ?? false
        switch kind {
        case .isbn, .title, .path: spec.api = api ?? defaults.api
        case .url, .invalid: break
        }
        let lines = fields.map(\.identity).sorted()
        spec.cacheIdentity = (["\(method) \(canonicalTarget)"] + lines).joined(separator: "\n")
        spec.fingerprintDetail = fingerprintDetail(api: spec.api)
        return spec
    }

    /// The carried cells as one JSON object; none where there are none.
    private var carriedObject: [UInt8] {
        guard !carried.isEmpty else { return [] }
        var writer = JSONWriter()
        writer.beginObject()
        for cell in carried {
            writer.key(cell.name)
            writer.value(cell.text)
        }
        writer.endObject()
        return writer.bytes
    }

    /// A hash by which a manifest's requests that are sent once, as they are equal, know each other; nil for one that is always sent.
    var sharedIdentity: Int? {
        if case .invalid = kind { return nil }
        guard method.isShareable, !overrides.refusesCache else { return nil }
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(method)
        hasher.combine(canonicalTarget)
        // What they inherit is the same for all, but for one that spells it out, which counts as another then.
        hasher.combine(headers.map(\.identity).sorted())
        hasher.combine(api)
        hasher.combine(expect)
        return hasher.finalize()
    }

    private func fingerprintDetail(api: String?) -> String {
        let asked =
            switch kind {
            case .isbn(let isbn): "isbn \(isbn.isbn13)"
            case .title(let title, let author): "title \(title)\nauthor \(author ?? "")"
            case .path: "path"
            case .url: "url"
            case .invalid(let message): "invalid \(message)\n\(defaultID)"
            }
        let statuses = expect.map { $0.sorted().map(String.init).joined(separator: ",") } ?? ""
        // One that takes no other's answer gives its own to none: its number must not be that of one that does.
        let sharing = method.isShareable && overrides.refusesCache ? "\nasked anew" : ""
        return "\(asked)\napi \(api ?? "")\nexpect \(statuses)\nbody \(body == nil ? "none" : canonicalBody)\(sharing)"
    }

    /// What stands for a secret that is written as it is: it tells two apart and gives neither away.
    static func hidden(_ secret: String) -> String {
        "sha256:" + SHA256.hexadecimal(of: secret).prefix(16)
    }
}

/// What requests inherit from their manifest.
struct RequestDefaults: Sendable {
    var api: String?
    var headers: [HeaderField] = []
    var limits = TimeLimits()
    var retry = RetryPolicy()
    var cache = CacheSettings()
}
