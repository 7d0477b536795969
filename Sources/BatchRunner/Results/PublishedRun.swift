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

    /// More bytes than the results' head has, which comes first in a document and last among lines.
    private static let headLimit = 1024 * 1024

    /// Reads what a file says of its run.
    ///
    /// - Parameter path: The file; nil comes of none, and of one that holds no results of runner.
    package init?(in path: String) {
        // A pipe in the file's place would keep whoever reads it waiting.
        guard let file = try? OpenFile(path, flags: O_RDONLY | O_NONBLOCK), file.isRegular,
            let run = Self.runOfDocument(file) ?? Self.runOfLastLine(file),
            let id = run["id"]?.text, let startedAt = run["startedAt"]?.text
        else { return nil }
        self.id = id
        self.startedAt = startedAt
        isComplete = run["outcome"]?.text == "complete"
    }

    private static func runOfDocument(_ file: borrowing OpenFile) -> JSONValue? {
        guard let head = try? file.read(at: 0, count: headLimit) else { return nil }
        var json = JSONReader(head)
        guard (try? json.next()) == .beginObject, (try? json.next()) == .key("format"),
            (try? json.next()) == .string(ResultsHead.format)
        else { return nil }
        while case .key(let name)? = try? json.next(), let value = try? json.next() {
            if name == "run" { return try? json.value(beginningWith: value) }
            guard (try? json.skip(after: value)) != nil else { return nil }
        }
        return nil
    }

    private static func runOfLastLine(_ file: borrowing OpenFile) -> JSONValue? {
        guard let size = file.size,
            let end = try? file.read(at: max(0, size - headLimit), count: headLimit),
            let line = end.split(separator: UInt8(ascii: "\n")).last,
            let object = try? JSONValue(parsing: Array(line)), object["format"]?.text == ResultsHead.format
        else { return nil }
        return object["run"]
    }
}
