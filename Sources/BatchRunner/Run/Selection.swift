/// Which of a manifest's requests a run asks for.
package struct Selection: Sendable {
    private let ids: Set<String>
    private var left: Int

    /// How many requests are selected.
    package let count: Int

    /// Selects by the command line's words.
    ///
    /// - Parameters:
    ///   - manifest: The manifest, which is read once more where ids are named.
    ///   - options: What the command line says.
    /// - Throws: ``JobError`` of status 64 when an id is not in the manifest.
    package init(of manifest: Manifest, options: RunOptions) throws(JobError) {
        ids = Set(options.only)
        left = options.limit ?? .max
        var known = manifest.requestCount
        if !ids.isEmpty {
            let found = try Self.ids(ids, in: manifest)
            if let unknown = options.only.first(where: { !found.contains($0) }) {
                throw JobError(.usage, "No request of \(manifest.path) has the id \"\(unknown)\".")
            }
            known = found.count
        }
        count = min(known, left)
    }

    private static func ids(_ ids: Set<String>, in manifest: Manifest) throws(JobError) -> Set<String> {
        var found: Set<String> = []
        var requests = manifest.requests()
        do throws(ManifestError) {
            while found.count < ids.count, let spec = try requests.next() {
                if ids.contains(spec.id) { found.insert(spec.id) }
                if Task.isCancelled { throw ManifestError(.interrupted, "\(manifest.path): interrupted") }
            }
        } catch {
            throw JobError(error)
        }
        return found
    }

    /// Whether nothing more can be selected.
    var isExhausted: Bool { left == 0 }

    /// Decides on the next request of the manifest.
    ///
    /// - Parameter id: Its id.
    /// - Returns: Whether to ask for it.
    mutating func takes(_ id: String) -> Bool {
        guard left > 0, ids.isEmpty || ids.contains(id) else { return false }
        left -= 1
        return true
    }
}
