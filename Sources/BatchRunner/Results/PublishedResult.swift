import HTTPPipeline
package import JSONText

/// A result as a results file has it, cut into its parts, so that it can be taken over as it is.
package struct PublishedResult: Sendable {
    /// The request; nil where the file doesn't say.
    package let key: JournalKey?
    /// The request's id.
    package let id: String
    /// Who the result is of: the members `id` and `request` as they are written.
    package let identity: [UInt8]
    /// What a run counts of it; the lanes of its sends are not known.
    package let facts: ResultFacts
    /// The members of each part, in the order of ``ResultText/Part``.
    package let parts: [[UInt8]]

    /// Whether the request is answered, so that it need not be asked again.
    package var isAnswered: Bool { facts.outcome == .ok || facts.outcome == .notFound }

    /// The members in the order of the results file.
    private static let members: [(name: String, part: ResultText.Part)] = [
        ("id", .identity), ("request", .identity), ("outcome", .identity), ("carried", .carried), ("reason", .reason),
        ("message", .reason),
        ("error", .reason), ("retryAfterMs", .reason), ("api", .api), ("source", .source), ("of", .source),
        ("match", .response), ("status", .response), ("url", .response), ("headers", .response), ("book", .answer),
        ("json", .answer),
        ("text", .answer), ("base64", .answer), ("timing", .timing), ("attempts", .timing),
    ]
    /// The members whose values are looked at.
    private static let read: Set<String> = ["id", "outcome", "reason", "source", "timing", "attempts", "key"]

    /// Reads the object of a result.
    ///
    /// - Parameters:
    ///   - bytes: The object.
    ///   - start: Where it begins in its file.
    /// - Throws: ``JSONTextError`` when it is not JSON or no result.
    package init(_ bytes: [UInt8], at start: JSONPosition) throws(JSONTextError) {
        guard let compact = JSONText.compacted(bytes, depthLimit: ResultsFile.depthLimit) else {
            // The compactor only says that something is wrong; the reader says what and where.
            _ = try JSONValue(parsing: bytes, duplicateKeys: .allowed, startingAt: start)
            throw JSONTextError("this is no result", at: start)
        }
        // A body may have members of one name, and they are kept.
        var json = JSONReader(compact, duplicateKeys: .allowed, depthLimit: ResultsFile.depthLimit)
        var values: [String: JSONValue] = [:]
        var slices: [(place: Int, bytes: ArraySlice<UInt8>)] = []
        guard try json.next() == .beginObject else { throw JSONTextError("this is no result", at: start) }
        while case .key(let name)? = try json.next() {
            let begin = json.tokenStart.offset
            guard let first = try json.next() else { break }
            if Self.read.contains(name) {
                values[name] = try json.value(beginningWith: first)
            } else {
                try json.skip(after: first)
            }
            guard name != "key" else { continue }
            // A member that this version doesn't know stays, behind all others.
            let place = Self.members.firstIndex { $0.name == name } ?? Self.members.count
            slices.append((place, compact[begin..<json.position.offset]))
        }
        guard let id = values["id"]?.text, let outcome = values["outcome"]?.text.flatMap(Outcome.init(rawValue:)),
            slices.contains(where: { $0.place == 1 })
        else { throw JSONTextError("this is no result: it lacks \"id\", \"request\" or \"outcome\"", at: start) }
        self.id = id
        facts = ResultFacts(outcome, members: values)
        key = values["key"]?.text.flatMap(JournalKey.init(text:))
        slices.sort { $0.place < $1.place }
        identity = Array(slices.prefix { $0.place < 2 }.map(\.bytes).joined(separator: [UInt8(ascii: ",")]))
        parts = ResultText.Part.allCases.map { part in
            let ofPart = slices.filter {
                $0.place < Self.members.count ? Self.members[$0.place].part == part : part == .timing
            }
            let joined = Array(ofPart.map(\.bytes).joined(separator: [UInt8(ascii: ",")]))
            return part == .identity || joined.isEmpty ? joined : [UInt8(ascii: ",")] + joined
        }
    }
}

extension ResultFacts {
    /// Reads what a run counts of a result from its members.
    fileprivate init(_ outcome: Outcome, members: [String: JSONValue]) {
        self.init(outcome)
        reason = members["reason"]?.text.flatMap(OutcomeReason.init(rawValue:))
        source = members["source"]?.text.flatMap(ResultSource.init(name:))
        if let timing = members["timing"] { times = RequestTimes(members: timing) }
        for attempt in members["attempts"]?.elements ?? [] {
            guard let number = attempt["send"]?.int, (1..<Send.limit).contains(number) else { continue }
            sends.append(Send(ofEarlierRun: number))
            if attempt["reason"]?.text == AttemptReason.redirect.rawValue { redirects += 1 }
            if attempt["reason"]?.text == AttemptReason.retry.rawValue { retries += 1 }
        }
    }
}

extension RequestTimes {
    /// Reads the times from the members of a result's `timing`.
    fileprivate init(members: JSONValue) {
        self.init()
        func time(_ name: String) -> Duration {
            guard case .number(let text)? = members[name]?.content, let milliseconds = Double(text),
                (0..<1e12).contains(milliseconds)
            else { return .zero }
            return .microseconds(Int64((milliseconds * 1_000).rounded()))
        }
        (cache, pace, server) = (time("cacheMs"), time("paceMs"), time("serverMs"))
        (backoff, network, other) = (time("backoffMs"), time("networkMs"), time("otherMs"))
        total = cache + pace + server + backoff + network + other
    }
}
