import HTTPPipeline

extension RequestSpec {
    /// Whether there is something to ask.
    package var isValid: Bool {
        if case .invalid = kind { false } else { true }
    }

    /// Whether equal requests of one manifest are sent once.
    package var isShareable: Bool {
        isValid && (method == .get || method == .head)
    }

    /// Whether the request must not be sent twice, since sending it again may do its work again (RFC 9110 section 9.2.2).
    package var isSentOnce: Bool {
        !isDeclaredIdempotent && !method.isIdempotent
    }
}
