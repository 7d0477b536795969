import HTTPPipeline

extension SecretValue {
    /// The secret as it is, and as it may stand elsewhere; what is written with escapes is read by ``Redaction``.
    ///
    /// The value of an `Authorization` header is as secret without its scheme. One that is a URL, or a part of one, is sent in its
    /// canonical form: without user, password and fragment, and without the dots of its path.
    var spellings: [String] {
        var spellings = [value]
        let words = value.split(separator: " ", maxSplits: 1)
        if words.count == 2, ["basic", "bearer", "token"].contains(String(words[0]).asciiLowercased) {
            spellings.append(String(words[1]))
        }
        if let url = try? HTTPURL(value) {
            spellings += [url.serialized, url.host, url.path].filter { $0 != "/" }
            spellings += SecretValue.parts(of: url, behind: "")
        } else if value.contains(where: { "/?#@".contains($0) }) {
            // As the rest of a URL behind its scheme, its host, or a part of its path.
            for beginning in ["http://", "http://h", "http://h/"] {
                if let url = try? HTTPURL(beginning + value) {
                    spellings += SecretValue.parts(of: url, behind: beginning)
                }
            }
        }
        return spellings
    }

    /// What becomes of a secret that stands behind the beginning of a URL: user and password, the rest as it is sent, and of that
    /// what a server is asked for.
    private static func parts(of url: HTTPURL, behind beginning: String) -> [String] {
        let sent = url.withoutCredentials.serialized
        let target = url.query.map { "\(url.path)?\($0)" } ?? url.path
        let parts = [
            url.credentials, sent.hasPrefix(beginning) ? String(sent.dropFirst(beginning.count)) : nil, target,
        ]
        // A part that is short may stand anywhere by chance.
        return parts.compactMap(\.self).filter { $0.count >= 8 }
    }
}
