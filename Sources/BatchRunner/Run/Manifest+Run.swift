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
    var redaction: Redaction {
        let values = secrets.flatMap(\.spellings) + literalSecrets.filter { !$0.isEmpty }.sorted()
        return Redaction(secrets: values, names: sensitive, hosts: secretHosts)
    }
}
