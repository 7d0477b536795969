/// The directives of a response's `Cache-Control` that concern a private cache (RFC 9111 section 5.2.2).
struct CacheControl: Hashable {
    /// Whether the response must not be kept.
    var forbidsStoring = false
    /// Whether the response must not be used without asking the server.
    var forbidsReuse = false
    /// Whether the response must not be used once it is stale.
    var forbidsStale = false
    /// How long the response is fresh; zero where the directive is broken or contradicts itself.
    var maxAge: Duration?
    /// How long past its freshness the response may stand in for an error (RFC 5861 section 4).
    var staleIfError: Duration?

    /// Reads the directives; unknown ones are ignored.
    ///
    /// - Parameter headers: The header fields of the response.
    init(_ headers: HTTPHeaders) {
        for directive in Self.directives(in: headers["Cache-Control"] ?? "") {
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces }
            guard let name = parts.first?.asciiLowercased else { continue }
            let argument = parts.count == 2 ? parts[1] : ""
            switch name {
            case "no-store": forbidsStoring = true
            case "no-cache": forbidsReuse = true
            case "must-revalidate": forbidsStale = true
            case "max-age":
                let age = Self.seconds(argument) ?? .zero
                maxAge = maxAge == nil || maxAge == age ? age : .zero
            case "stale-if-error":
                let limit = Self.seconds(argument) ?? .zero
                staleIfError = min(staleIfError ?? limit, limit)
            default: break
            }
        }
    }

    /// The duration that delta-seconds name (RFC 9111 section 1.2.2).
    ///
    /// - Parameter text: The digits, possibly in quotes.
    /// - Returns: The duration, at most 2³¹ s; nil where the text is something else.
    static func seconds(_ text: String) -> Duration? {
        var digits = text.utf8[...]
        if digits.count >= 2, digits.first == UInt8(ascii: "\""), digits.last == UInt8(ascii: "\"") {
            digits = digits.dropFirst().dropLast()
        }
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let limit = 1 << 31
        let value = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), limit) }
        return .seconds(value)
    }

    /// The parts between the commas that are not within quotes; a quote that isn't closed hides nothing.
    private static func directives(in text: String) -> [Substring] {
        var isQuoted = false
        var isEscaped = false
        let parts = text.split { character in
            defer { isEscaped = isQuoted && !isEscaped && character == "\\" }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        return isQuoted ? text.split(separator: ",") : parts
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmingSpaces: String {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
