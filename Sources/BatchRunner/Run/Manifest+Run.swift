import HTTPPipeline

extension Manifest {
    /// The APIs that the manifest asks.
    var usedAPIs: Set<String> {
        Set(bookRequests.keys).union(pathRequests.keys)
    }

    /// The files that the manifest is read from, with what they are called in messages: its own, that of its list, and those of secrets.
    var inputs: [(name: String, path: String?)] {
        [("the manifest", path), ("the list of requests", listPath)]
            + plan.context.secrets.files.map { ("the file of ${\($0.name)}", $0.path) }
    }

    /// Whether the User-Agent that servers see says whom to contact.
    var namesContact: Bool {
        guard let sent = headers["User-Agent"] ?? userAgent else { return contact != nil }
        return Self.namesContact(userAgent: sent)
    }

    /// Whether a User-Agent says whom to contact.
    static func namesContact(userAgent: String) -> Bool {
        userAgent.contains("@") || userAgent.contains("://")
    }

    /// The manifest's path as it may be shown and written down.
    var shownPath: String { redaction.masked(path) }

    /// Hides the manifest's secrets.
    ///
    /// A secret that is a URL is sent in its canonical form, so that form, its host and its path are as secret as the text. One that
    /// is the value of an `Authorization` header is as secret without its scheme.
    var redaction: Redaction {
        var values = secrets.map(\.value)
        for secret in secrets {
            let words = secret.value.split(separator: " ", maxSplits: 1)
            if words.count == 2, ["basic", "bearer", "token"].contains(String(words[0]).asciiLowercased) {
                values.append(String(words[1]))
            }
            guard let url = try? HTTPURL(secret.value) else { continue }
            values += [url.serialized, url.host, url.path].filter { $0 != "/" }
        }
        values += literalSecrets.filter { !$0.isEmpty }.sorted()
        return Redaction(secrets: values, names: sensitive, hosts: secretHosts)
    }
}
