/// A rule for a text, so far as a pattern can say it: what the pattern refuses, the reader refuses.
package enum TextRule: Sendable, Hashable {
    /// An identifier with digits enough for an ISBN, of any script.
    case isbn
    /// The path of an API.
    case path
    /// A URL, or a placeholder for its beginning.
    case url
    /// An e-mail address or a URL.
    case contact
    /// The User-Agent.
    case userAgent
    /// The name of a file.
    case fileName
    /// The path of a file to write.
    case outputPath
    /// The path of a list.
    case listPath
    /// An id.
    case id

    /// The pattern; the same to all readers of regular expressions.
    var pattern: String {
        switch self {
        case .isbn: #"^[\u0000-/:-WY-wy-\u007f]*([^\u0000-/:-WY-wy-\u007f][\u0000-/:-WY-wy-\u007f]*){9}"#
        case .path: "^/([^/]|$)"
        case .url: #"^([hH][tT][tT][pP][sS]?://|\$\{)"#
        case .contact: "^[!-'*-~]*(@|://)[!-'*-~]*$"
        case .userAgent: "^[ -~]*$"
        case .fileName: #"^[^./\u0000-\u001f\u007f][^/\u0000-\u001f\u007f]*$"#
        case .outputPath: "[^/]$"
        case .listPath: #"\.([tT][xX][tT]|[cCtT][sS][vV]|[nN][dD][jJ][sS][oO][nN])$"#
        case .id: #"^[^\u0000-\u001f\u007f]*$"#
        }
    }

    /// Whether placeholders may stand in the text.
    var takesSecrets: Bool { self == .url }
}
