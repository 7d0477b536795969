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
        let draft: RequestDraft?
        do {
            draft = try nextDraft()
        } catch {
            throw error.kind == .source ? ManifestError(.io, "\(fileName): \(error.message)") : changed()
        }
        guard context.diagnostics.errorCount == 0 else { throw changed() }
        guard let draft else { return nil }
        defer { index += 1 }
        return draft.spec(index: index, id: id(of: draft), file: fileName, inheriting: plan.defaults)
    }

    private var fileName: String { (plan.list?.file ?? plan.file).name }

    private func changed() -> ManifestError {
        ManifestError(.changed, "\(fileName) changed while it was read: run it again")
    }

    private mutating func id(of draft: RequestDraft) -> String {
        guard let id = draft.id else { return ids.assign(draft.defaultID) }
        return id
    }

    private mutating func nextDraft() throws(JSONTextError) -> RequestDraft? {
        switch source {
        case .ended: return nil
        case .manifest(var json, let bytes):
            source = .ended
            if !isStarted { try RequestStream.seekRequests(in: &json) }
            isStarted = true
            guard let token = try json.next(), token != .endArray else {
                try end(bytes)
                return nil
            }
            let value = try json.value(beginningWith: token)
            source = .manifest(json, bytes)
            return RequestReader.read(value, in: &context)
        case .list(var reader):
            source = .ended
            do {
                if !isStarted { _ = try reader.start(in: &context) }
                isStarted = true
                guard var entry = try reader.next(in: &context) else {
                    try end(reader.bytes)
                    return nil
                }
                if let id = entry.draft.id, let problem = ids.repeated(id, at: entry.draft.idPosition) {
                    entry.draft = RequestDraft(invalid: problem, text: id, position: entry.draft.position)
                }
                source = .list(reader)
                return entry.draft
            } catch let error as JSONSourceError {
                throw JSONTextError(error.message, at: JSONPosition(), kind: .source)
            } catch let error as JSONTextError {
                throw error
            } catch {
                return nil
            }
        }
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
    private mutating func end(_ bytes: SequentialBytes) throws(JSONTextError) {
        do {
            guard try bytes.finish() == sha256 else { throw JSONTextError("", at: JSONPosition()) }
        } catch let error as JSONSourceError {
            throw JSONTextError(error.message, at: JSONPosition(), kind: .source)
        } catch {
            throw JSONTextError("", at: JSONPosition())
        }
    }
}
