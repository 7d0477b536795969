import HTTPPipeline

extension RequestSpec {
    /// Whether there is something to ask.
    package var isValid: Bool {
        if case .invalid = kind { false } else { true }
    }

    /// Whether equal requests of one manifest are sent once.
    package var isShareable: Bool {
        isValid && method.isShareable && !isAskedAnew
    }

    /// What the request asks or changes, where a manifest can name it for both; nil for a book.
    var target: String? { kind.target(of: api) }

    /// Whether the request may change what its target answers.
    package var isChange: Bool { isValid && !method.isSafe }

    /// Whether the request must not be sent twice, since sending it again may do its work again (RFC 9110 section 9.2.2).
    package var isSentOnce: Bool {
        !isDeclaredIdempotent && !method.isIdempotent
    }
}

extension HTTPMethod {
    /// Whether equal requests of this method may have one answer.
    var isShareable: Bool { self == .get || self == .head }
}

extension RequestSpec.Kind {
    /// What is asked or changed, where a manifest can name it for both; nil for a book.
    ///
    /// - Parameter api: The API of a path.
    /// - Returns: The URL, or the API and its path.
    func target(of api: String?) -> String? {
        switch self {
        case .url(let url): url.withoutCredentials.serialized
        case .path(let path): "\(api ?? "") \(path)"
        case .isbn, .title, .invalid: nil
        }
    }
}
