/// One field of an object of the manifest: what reader, schema and documentation share.
package struct ManifestField: Sendable {
    /// The name.
    package let name: String
    /// What its value may be.
    package let type: ManifestFieldType
    /// One sentence for the schema: what it means, and its default.
    package let summary: String

    init(_ name: String, _ type: ManifestFieldType, _ summary: String) {
        self.name = name
        self.type = type
        self.summary = summary
    }
}

/// What the value of a field may be.
package enum ManifestFieldType: Sendable, Hashable {
    /// A text that is not blank and takes no placeholder.
    case text
    /// Such a text that keeps a rule, which the schema knows as a pattern.
    case rule(TextRule)
    /// A text that may hold placeholders.
    case openText
    /// The name of a column, or a list of names.
    case names
    /// A whole number within bounds.
    case wholeNumber(ClosedRange<Int>)
    /// `true` or `false`.
    case flag
    /// One of several words.
    case choice([String])
    /// A duration: a text with a unit, or a number of seconds.
    case duration
    /// A duration that is not zero.
    case someTime
    /// Requests per unit of time: `"3/s"`.
    case rate
    /// A share or a number of failures: `"25%"`, `30`.
    case failures
    /// The name of an API, or a list of names.
    case apis
    /// Names and texts.
    case headers
    /// Names and texts, numbers, booleans or lists of them.
    case query
    /// A list of HTTP statuses.
    case statuses
    /// Any JSON value.
    case json
    /// The list of requests.
    case requests
    /// A file name, or an object that names a file.
    case requestsFrom
    /// `false`, or an object.
    case cache
    /// The object of fixed keys with this name.
    case object(String)

    /// What to call it in a message.
    package var phrase: String {
        switch self {
        case .text, .rule, .openText: "text in double quotes"
        case .names: "the name of a column in double quotes, or a list of names"
        case .wholeNumber: "a whole number"
        case .flag: "true or false"
        case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: ", ").replacingLastComma
        case .duration, .someTime: "a duration such as \"30s\", or a number of seconds"
        case .rate: "a rate such as \"3/s\" or \"180/m\""
        case .failures: "a share such as \"25%\", or a number of failures"
        case .apis: "the name of an API in double quotes"
        case .headers: "an object of names and texts"
        case .query: "an object of names and values"
        case .statuses: "a list of HTTP statuses"
        case .json: "a JSON value"
        case .requests: "a list of requests"
        case .requestsFrom: "a file name, or an object with \"file\""
        case .cache: "an object, or false"
        case .object: "an object"
        }
    }
}

extension String {
    fileprivate var replacingLastComma: String {
        guard let comma = lastIndex(of: ",") else { return self }
        return self[..<comma] + " or" + self[index(after: comma)...]
    }
}
