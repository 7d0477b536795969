import HTTPPipeline
import JSONText

/// The fields of a manifest, its requests aside.
struct ManifestSettings {
    /// What the requests inherit.
    private(set) var defaults = RequestDefaults()
    /// The list of requests.
    private(set) var list: RequestList?
    /// Where the manifest's object is said to begin.
    let start: JSONPosition

    private var name: String
    private var contact: String?
    private var userAgent: String?
    private var output: String?
    private var data: String?
    private var publish = Manifest.Publish.finished
    private var resumeWithin: Duration?
    private var maxFailures: Manifest.FailureLimit?
    private var deadline: Duration?
    private var pace = Manifest.Pace()
    private var maxBody: Int?

    /// Reads the fields.
    init(
        _ fields: FieldReader,
        path: String,
        folder: String,
        defaultName: String,
        in context: inout ManifestContext
    ) {
        start = fields.position
        name = defaultName
        readVersion(fields, in: &context)
        if let name = ManifestSettings.fileName(fields, in: &context) { self.name = name }
        defaults.api = fields.apis("api", in: &context)?.first
        defaults.headers = HeaderField.read(fields, in: &context)
        let overrides = PolicyOverrides(fields, in: &context)
        defaults.limits = overrides.limits(over: TimeLimits())
        defaults.retry = overrides.retry(over: RetryPolicy())
        defaults.cache = overrides.cache(over: CacheSettings())
        if defaults.retry.baseDelay > defaults.retry.maxDelay, let member = fields["retry"] {
            let base = DurationText.text(of: defaults.retry.baseDelay)
            let most = DurationText.text(of: defaults.retry.maxDelay)
            context.report("\"baseDelay\" \(base) is longer than \"maxDelay\" \(most)", at: member.value.position)
        }
        readSender(fields, in: &context)
        readPaths(fields, path: path, folder: folder, in: &context)
        if let word = fields.choice("publish", in: &context), let publish = Manifest.Publish(rawValue: word) {
            self.publish = publish
        }
        resumeWithin = fields.duration("resumeWithin", in: &context)
        deadline = fields.duration("deadline", atLeast: .milliseconds(1), in: &context)
        maxBody = fields.wholeNumber("maxBody", in: &context)
        readFailures(fields, in: &context)
        readPace(fields, in: &context)
        if let member = fields["requests"], member.value.elements == nil { fields.reportType(of: member, in: &context) }
        readList(fields, folder: folder, in: &context)
    }

    /// The manifest with what was read.
    func manifest(path: String, sha256: String, plan: RequestPlan) -> Manifest {
        var manifest = Manifest(path: path, sha256: sha256, name: name, plan: plan)
        manifest.apis = defaults.api.map { [$0] } ?? []
        manifest.contact = contact
        manifest.userAgent = userAgent
        manifest.headers = HTTPHeaders(defaults.headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
        manifest.output = output
        manifest.data = data
        manifest.publish = publish
        if let resumeWithin { manifest.resumeWithin = resumeWithin }
        if let maxFailures { manifest.maxFailures = maxFailures }
        manifest.deadline = deadline
        manifest.pace = pace
        manifest.retry = defaults.retry
        manifest.timeout = defaults.limits
        manifest.cache = defaults.cache
        if let maxBody { manifest.maxBody = maxBody }
        return manifest
    }

    // MARK: Fields

    private func readVersion(_ fields: FieldReader, in context: inout ManifestContext) {
        guard let member = fields["version"] else { return }
        if let version = member.value.int, version != 1 {
            context.report("this runner reads manifests of version 1, not \(version)", at: member.value.position)
        } else {
            _ = fields.wholeNumber("version", in: &context)
        }
    }

    private static func fileName(_ fields: FieldReader, in context: inout ManifestContext) -> String? {
        guard let name = fields.text("name", in: &context), let member = fields["name"] else { return nil }
        let isFit =
            !name.hasPrefix(".") && !name.utf8.contains(UInt8(ascii: "/")) && name.utf8.count <= 200
            && name.unicodeScalars.allSatisfy(SourceExcerpt.isShown)
        guard isFit else {
            let rule = "it has no \"/\", no control character and no dot at its beginning, and at most 200 bytes"
            context.report("\"name\" becomes a file's name: \(rule)", at: member.value.position)
            return nil
        }
        return name
    }

    private mutating func readSender(_ fields: FieldReader, in context: inout ManifestContext) {
        if let text = fields.text("contact", in: &context), let member = fields["contact"] {
            let isPlain = text.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")")
            }
            let isURL = (try? HTTPURL(text)) != nil && (text.hasPrefix("https://") || text.hasPrefix("http://"))
            let isMail = text.split(separator: "@", omittingEmptySubsequences: false).filter { !$0.isEmpty }.count == 2
            if isPlain && (isURL || isMail) {
                contact = text
            } else {
                context.report("\"contact\" is an e-mail address or an http or https URL", at: member.value.position)
            }
        }
        guard let text = fields.text("userAgent", in: &context), let member = fields["userAgent"] else { return }
        if !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
            context.report("\"userAgent\" takes printable ASCII characters only", at: member.value.position)
        } else if defaults.headers.contains(where: { $0.name.equalsIgnoringASCIICase("User-Agent") }) {
            context.report("\"userAgent\" and the header User-Agent are the same: set one", at: member.keyPosition)
        } else {
            userAgent = text
        }
    }

    private mutating func readPaths(
        _ fields: FieldReader,
        path: String,
        folder: String,
        in context: inout ManifestContext
    ) {
        output = ManifestSettings.filePath("output", fields, folder: folder, in: &context)
        data = ManifestSettings.filePath("data", fields, folder: folder, in: &context)
        for name in ["output", "data"] {
            guard let resolved = name == "output" ? output : data, let member = fields[name] else { continue }
            if FilePath.simplified(resolved) == FilePath.simplified(path) {
                context.report("\"\(name)\" is the manifest itself", at: member.value.position)
            }
        }
        if let output, let data, let member = fields["data"],
            FilePath.simplified(output) == FilePath.simplified(data)
        {
            context.report("\"data\" and \"output\" are the same file", at: member.value.position)
        }
    }

    private static func filePath(
        _ name: String,
        _ fields: FieldReader,
        folder: String,
        in context: inout ManifestContext
    ) -> String? {
        guard let text = fields.text(name, in: &context), let member = fields[name] else { return nil }
        guard !text.utf8.contains(0), !text.hasSuffix("/"), text != "-", text != "..", !text.hasSuffix("/..") else {
            context.report("\"\(name)\" is the path of a file", at: member.value.position)
            return nil
        }
        if let fault = FileForm.fault(of: text, as: name == "output" ? "the results" : "the data") {
            context.report(fault, at: member.value.position)
            return nil
        }
        return FilePath.join(folder, text)
    }

    private mutating func readFailures(_ fields: FieldReader, in context: inout ManifestContext) {
        guard let member = fields["maxFailures"] else { return }
        switch member.value.content {
        case .number(let text):
            guard let count = member.value.int, count >= 0 else {
                context.report(
                    "\"maxFailures\" is a share such as \"25%\", or a whole number of failures from 0; \(text) is neither",
                    at: member.value.position)
                return
            }
            maxFailures = .count(count)
        case .string(let text):
            guard text.hasSuffix("%"), text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let percent = Int(text.dropLast()), (0...100).contains(percent)
            else {
                context.report(
                    "\"\(text)\" is no share: write a whole number of percent, as \"25%\"", at: member.value.position)
                return
            }
            maxFailures = .percent(percent)
        default: fields.reportType(of: member, in: &context)
        }
    }

    private mutating func readPace(_ fields: FieldReader, in context: inout ManifestContext) {
        guard let pace = fields.nested("pace", as: .pace, in: &context) else { return }
        self.pace.minInterval = pace.duration("minInterval", in: &context)
        self.pace.perDay = pace.wholeNumber("perDay", in: &context)
        if let interval = pace["minInterval"], let rate = pace["rate"] {
            context.report(
                "\"pace\" has \"minInterval\" or \"rate\", not both",
                at: max(interval.keyPosition, rate.keyPosition)
            )
        }
        guard let member = pace["rate"] else { return }
        guard let text = member.value.text else { return pace.reportType(of: member, in: &context) }
        do {
            self.pace.minInterval = try DurationText.parse(rate: text)
        } catch {
            context.report(error.message, at: member.value.position)
        }
    }

    private mutating func readList(_ fields: FieldReader, folder: String, in context: inout ManifestContext) {
        guard let member = fields["requestsFrom"] else { return }
        var (text, position): (String?, JSONPosition) = (nil, member.value.position)
        var columns = ListColumns()
        var ofTables: JSONValue.Member?
        switch member.value.content {
        case .string: text = fields.text("requestsFrom", in: &context)
        case .object:
            guard let list = fields.nested("requestsFrom", as: .requestsFrom, in: &context) else { return }
            guard let file = list["file"] else {
                context.report("\"requestsFrom\" needs a \"file\"", at: position)
                return
            }
            text = list.text("file", in: &context)
            position = file.value.position
            columns = ListColumns(list, in: &context)
            ofTables = ["columns", "carry", "separator"].lazy.compactMap { list[$0] }.first
        default: fields.reportType(of: member, in: &context)
        }
        guard let text else { return }
        let form: RequestList.Form
        switch FilePath.name(of: text).asciiLowercased {
        case let name where name.hasSuffix(".txt"): form = .text
        case let name where name.hasSuffix(".ndjson"): form = .ndjson
        case let name where name.hasSuffix(".csv") || name.hasSuffix(".tsv"): form = .table(columns)
        case let name:
            let advice =
                switch name.split(separator: ".").last {
                case "gz", "bz2", "xz", "zst", "zip", "7z": ": unpack it first"
                case "xlsx", "xls", "ods", "numbers": ": save the spreadsheet as CSV UTF-8"
                default: ""
                }
            context.report(
                "a list of requests is a file that ends with .txt, .csv, .tsv or .ndjson\(advice)", at: position)
            return
        }
        if case .table = form {
        } else if let ofTables {
            context.report("\"\(ofTables.key)\" goes with a .csv or .tsv file", at: ofTables.keyPosition)
        }
        do {
            let file = try ListEncoding.inUTF8(try ManifestFile(path: FilePath.join(folder, text)))
            list = RequestList(file: file, form: form)
        } catch {
            context.report(error.message, at: position, kind: error.kind)
        }
    }
}
