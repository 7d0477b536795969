import HTTPPipeline

extension Manifest {
    /// The APIs that the manifest asks.
    var usedAPIs: Set<String> {
        Set(bookRequests.keys).union(pathRequests.keys)
    }

    /// Whether the User-Agent that servers see says whom to contact.
    var namesContact: Bool {
        guard let userAgent else { return contact != nil }
        return userAgent.contains("@") || userAgent.contains("://")
    }

    /// Hides the manifest's secrets.
    var redaction: Redaction {
        Redaction(secrets: secrets.map(\.value))
    }
}
