import HTTPPipeline

extension Manifest {
    /// The APIs that the manifest asks.
    var usedAPIs: Set<String> {
        Set(bookRequests.keys).union(pathRequests.keys)
    }

    /// Hides the manifest's secrets.
    var redaction: Redaction {
        Redaction(secrets: secrets.map(\.value))
    }
}
