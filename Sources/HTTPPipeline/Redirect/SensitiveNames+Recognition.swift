extension SensitiveNames {
    /// The headers that carry credentials whatever the request says of them.
    private static let credentialHeaders: Set<String> = ["authorization", "cookie", "proxy-authorization"]

    /// Whether a header must not reach another origin.
    ///
    /// - Parameter name: The header's name, in any case.
    /// - Returns: Whether it is named here, carries credentials or has a name that speaks of a secret.
    package func holdsHeader(_ name: String) -> Bool {
        let lowercased = name.asciiLowercased
        return headers.contains(lowercased) || Self.credentialHeaders.contains(lowercased)
            || Self.speaksOfSecret(lowercased)
    }

    /// Whether a query parameter must not reach another origin.
    ///
    /// - Parameter name: The parameter's decoded name.
    /// - Returns: Whether it is named here or has a name that speaks of a secret.
    package func holdsParameter(_ name: String) -> Bool {
        parameters.contains(name) || Self.speaksOfSecret(name.asciiLowercased)
    }

    /// Whether a name holds `key`, `token`, `secret`, `auth` or `cookie`.
    ///
    /// An `author` and a `keyword` are what books are searched by, and no secrets; `authorization` is one.
    ///
    /// - Parameter name: A name in small letters.
    /// - Returns: Whether it does.
    package static func speaksOfSecret(_ name: String) -> Bool {
        for word in ["token", "secret", "cookie"] where !name.rests(after: word).isEmpty { return true }
        if name.rests(after: "key").contains(where: { !$0.hasPrefix("word") }) { return true }
        return name.rests(after: "auth").contains { rest in
            !rest.hasPrefix("or") || rest.hasPrefix("oriz") || rest.hasPrefix("oris")
        }
    }
}

extension String {
    /// What follows each occurrence of a word.
    fileprivate func rests(after word: String) -> [Substring] {
        indices.compactMap { start in
            let rest = self[start...]
            return rest.hasPrefix(word) ? rest.dropFirst(word.count) : nil
        }
    }
}
