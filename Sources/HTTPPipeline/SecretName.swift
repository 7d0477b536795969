/// Tells by its name whether a header or a query parameter is likely to hold a secret.
package enum SecretName {
    /// Whether a query parameter of this name is likely to hold a secret: `key`, `api_key`, `access_token`, `sig`.
    ///
    /// - Parameter name: The decoded name.
    /// - Returns: Whether its value is to be hidden.
    package static func isSecret(parameter name: String) -> Bool {
        let name = name.asciiLowercased
        return wholeNames.contains(name) || holdsStem(name)
    }

    /// Whether a header of this name is likely to hold a secret: `Authorization`, `Cookie`, `X-Api-Key`.
    ///
    /// - Parameter name: The name in any case.
    /// - Returns: Whether its value is to be hidden.
    package static func isSecret(header name: String) -> Bool {
        holdsStem(name.asciiLowercased)
    }

    private static let wholeNames: Set<String> = [
        "credential", "credentials", "pass", "passwd", "pwd", "sig", "signature",
    ]

    private static func holdsStem(_ name: String) -> Bool {
        var rest = name.utf8[...]
        while let first = rest.first {
            let isFound =
                switch first {
                case UInt8(ascii: "a"): rest.starts(with: "auth".utf8) && !isAuthor(rest)
                case UInt8(ascii: "c"): rest.starts(with: "cookie".utf8)
                case UInt8(ascii: "k"): rest.starts(with: "key".utf8) && !isOfBooks(rest, in: name)
                case UInt8(ascii: "p"): rest.starts(with: "password".utf8)
                case UInt8(ascii: "s"): rest.starts(with: "secret".utf8)
                case UInt8(ascii: "t"): rest.starts(with: "token".utf8)
                default: false
                }
            if isFound { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Whether a key is a key word or the key of a bibliography, for both of which book searches have parameters.
    private static func isOfBooks(_ key: Substring.UTF8View, in name: String) -> Bool {
        key.starts(with: "keyword".utf8) || name.utf8[..<key.startIndex].elementsEqual("bib".utf8)
    }

    private static func isAuthor(_ word: Substring.UTF8View) -> Bool {
        word.starts(with: "author".utf8) && !word.starts(with: "authori".utf8)
    }
}
