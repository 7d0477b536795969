/// Tells by its name whether a header or a query parameter is likely to hold a secret.
package enum SecretName {
    /// Whether a query parameter of this name is likely to hold a secret: `key`, `api_key`, `access_token`, `sig`.
    ///
    /// - Parameter name: The decoded name.
    /// - Returns: Whether its value is to be hidden.
    package static func isSecret(parameter name: String) -> Bool {
        let name = Array(name.utf8.map(\.asciiLowercased))
        return ["sig", "signature", "pwd", "pass", "passwd", "credential", "credentials"].contains {
            name.elementsEqual($0.utf8)
        } || holdsStem(name)
    }

    /// Whether a header of this name is likely to hold a secret: `Authorization`, `Cookie`, `X-Api-Key`.
    ///
    /// - Parameter name: The name in any case.
    /// - Returns: Whether its value is to be hidden.
    package static func isSecret(header name: String) -> Bool {
        holdsStem(Array(name.utf8.map(\.asciiLowercased)))
    }

    private static func holdsStem(_ name: [UInt8]) -> Bool {
        for place in name.indices {
            let rest = name[place...]
            for stem in ["token", "secret", "password", "cookie"] where rest.starts(with: stem.utf8) { return true }
            // Book searches have parameters for authors, key words and the keys of bibliographies.
            if rest.starts(with: "key".utf8), !rest.starts(with: "keyword".utf8), !name[..<place].elementsEqual("bib".utf8) {
                return true
            }
            if rest.starts(with: "auth".utf8), !isAuthor(rest) { return true }
        }
        return false
    }

    private static func isAuthor(_ word: ArraySlice<UInt8>) -> Bool {
        word.starts(with: "author".utf8) && !word.starts(with: "authori".utf8)
    }
}
