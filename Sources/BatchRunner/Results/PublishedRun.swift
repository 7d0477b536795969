import JSONText

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The run whose results a file holds, by the file's own word.
package struct PublishedRun: Sendable, Hashable {
    /// The run's id.
    package let id: String
    /// When it began, by the wall clock: RFC 3339 in UTC with milliseconds, so that the later text is the later time.
    package let startedAt: String
    /// Whether every request had its final result.
    package let isComplete: Bool

    /// More bytes than come before the members that are looked at: of a run's members the lanes, which may be many, come last.
    private static let headLimit = 1024 * 1024

    /// Reads what a file says of its run.
    ///
    /// - Parameter path: The file; nil comes of none, and of one that holds no results of runner.
    package init?(in path: String) {
        // A pipe in the file's place would keep whoever reads it waiting.
        guard let file = try? OpenFile(path, flags: O_RDONLY | O_NONBLOCK), file.isRegular,
            let head = try? file.read(at: 0, count: Self.headLimit), let run = Self.run(in: head),
            let id = run["id"], let startedAt = run["startedAt"], let outcome = run["outcome"]
        else { return nil }
        self.id = id
        self.startedAt = startedAt
        isComplete = outcome == "complete"
    }

    /// The texts among the first members of `run`; nil where these are no results.
    private static func run(in head: [UInt8]) -> [String: String]? {
        var json = JSONReader(head)
        guard (try? json.next()) == .beginObject, (try? json.next()) == .key("format"),
            (try? json.next()) == .string(ResultsHead.format)
        else { return nil }
        while case .key(let name)? = try? json.next(), let value = try? json.next() {
            if name == "run" { return value == .beginObject ? texts(in: &json) : nil }
            guard (try? json.skip(after: value)) != nil else { return nil }
        }
        return nil
    }

    private static func texts(in json: inout JSONReader) -> [String: String] {
        var texts: [String: String] = [:]
        while case .key(let name)? = try? json.next(), case .string(let text)? = try? json.next() { texts[name] = text }
        return texts
    }
}
