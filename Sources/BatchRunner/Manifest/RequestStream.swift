import JSONText

/// The requests of a checked manifest, one at a time and complete.
///
/// At its end the stream compares the file's hash with that of the check.
package struct RequestStream {
    private enum Source {
        case manifest(JSONReader, SequentialBytes)
        case list(RequestListReader)
        case ended
    }

    private let plan: RequestPlan
    private let sha256: String?
    private var source: Source
    private var context: ManifestContext
    private var ids: IdentifierTable
    private var index = 0
    private var isStarted = false

    init(_ plan: RequestPlan, manifestSHA256: String, listSHA256: String?) {
        self.plan = plan
        sha256 = plan.list == nil ? manifestSHA256 : listSHA256
        context = plan.context
        context.diagnostics = DiagnosticList()
        ids = plan.givenIDs
        if let list = plan.list {
            source = .list(RequestListReader(list))
        } else {
            let bytes = SequentialBytes(plan.file)
            source = .manifest(JSONReader(duplicateKeys: .allowed, source: bytes.next), bytes)
        }
    }

    /// The next request.
    ///
    /// - Returns: The request; nil after the last.
    /// - Throws: ``ManifestError`` of kind ``ManifestError/Kind/changed`` when the file is not the one that was checked, of
    ///   kind ``ManifestError/Kind/io`` when it can't be read.
    package mutating func next() throws(ManifestError) -> RequestSpec? {
        let draft = try nextDraft()
        guard context.diagnostics.errorCount == 0 else { throw changed() }
        guard let draft else { return nil }
        defer { index += 1 }
        let id = draft.id ?? ids.assign(draft.defaultID)
        return draft.spec(index: index, id: id, file: fileName, inheriting: plan.defaults)
    }

    private mutating func nextDraft() throws(ManifestError) -> RequestDraft? {
        // The source is taken out while it is read, so that its buffers have one owner.
        let current = source
        source = .ended
        defer { isStarted = true }
        switch current {
        case .ended: return nil
        case .manifest(let json, let bytes): return try nextDraft(of: json, bytes)
        case .list(let reader): return try nextDraft(of: reader)
        }
    }

    private mutating func nextDraft(of json: JSONReader, _ bytes: SequentialBytes) throws(ManifestError)
        -> RequestDraft?
    {
        var json = json
        var element: JSONValue?
        do {
            if !isStarted { try RequestStream.seekRequests(in: &json) }
            if let token = try json.next(), token != .endArray { element = try json.value(beginningWith: token) }
        } catch {
            throw error.kind == .source ? unreadable(error.message) : changed()
        }
        guard let element else {
            try end(bytes)
            return nil
        }
        source = .manifest(json, bytes)
        return RequestReader.read(element, in: &context)
    }

    private mutating func nextDraft(of reader: RequestListReader) throws(ManifestError) -> RequestDraft? {
        var reader = reader
        var entry: RequestList.Entry?
        do {
            if !isStarted { _ = try reader.start(in: &context) }
            entry = try reader.next(in: &context)
        } catch {
            throw unreadable(error.message)
        }
        guard let draft = entry?.draft else {
            try end(reader.bytes)
            return nil
        }
        source = .list(reader)
        guard let id = draft.id, let problem = ids.repeated(id, at: draft.idPosition) else { return draft }
        return RequestDraft(invalid: problem, text: id, position: draft.position)
    }

    /// Reads on to the first element of the manifest's requests.
    private static func seekRequests(in json: inout JSONReader) throws(JSONTextError) {
        _ = try json.next()
        while case .key(let key)? = try json.next() {
            guard let first = try json.next() else { return }
            if key == "requests", first == .beginArray { return }
            try json.skip(after: first)
        }
    }

    /// Makes sure that the file is the one that was checked.
    private func end(_ bytes: SequentialBytes) throws(ManifestError) {
        let hash: String
        do {
            hash = try bytes.finish()
        } catch {
            throw unreadable(error.message)
        }
        guard hash == sha256 else { throw changed() }
    }

    private var fileName: String { (plan.list?.file ?? plan.file).name }

    private func changed() -> ManifestError {
        ManifestError(.changed, "\(fileName) changed while it was read: run it again")
    }

    private func unreadable(_ reason: String) -> ManifestError {
        ManifestError(.io, "\(fileName): \(reason)")
    }
}
