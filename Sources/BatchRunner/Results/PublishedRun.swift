import JSONText

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The run whose results a file holds, by the file's own word.
enum PublishedRun {
    /// More bytes than the results' head has, which comes first in a document and last among lines.
    private static let headLimit = 1024 * 1024

    /// Reads the run's id.
    ///
    /// - Parameter path: The file.
    /// - Returns: The id; nil where there is no such file, or none of runner's results.
    static func id(in path: String) -> String? {
        // A pipe in the file's place would keep whoever reads it waiting.
        guard let file = try? OpenFile(path, flags: O_RDONLY | O_NONBLOCK), file.isRegular else { return nil }
        return idOfDocument(file) ?? idOfLastLine(file)
    }

    private static func idOfDocument(_ file: borrowing OpenFile) -> String? {
        guard let head = try? file.read(at: 0, count: headLimit) else { return nil }
        var json = JSONReader(head)
        guard (try? json.next()) == .beginObject else { return nil }
        while case .key(let name)? = try? json.next(), let value = try? json.next() {
            if name == "run" { return value == .beginObject ? id(inside: &json) : nil }
            guard (try? json.skip(after: value)) != nil else { return nil }
        }
        return nil
    }

    private static func id(inside json: inout JSONReader) -> String? {
        while case .key(let name)? = try? json.next(), let value = try? json.next() {
            if name == "id", case .string(let id) = value { return id }
            guard (try? json.skip(after: value)) != nil else { return nil }
        }
        return nil
    }

    private static func idOfLastLine(_ file: borrowing OpenFile) -> String? {
        guard let size = file.size,
            let end = try? file.read(at: max(0, size - headLimit), count: headLimit),
            let line = end.split(separator: UInt8(ascii: "\n")).last,
            let object = try? JSONValue(parsing: Array(line)), object["format"]?.text == ResultsHead.format
        else { return nil }
        return object["run"]?["id"]?.text
    }
}
