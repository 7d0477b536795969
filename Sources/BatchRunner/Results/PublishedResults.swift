#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
package import JSONText

/// Reads a results file that a run left, one result after another; of the file only the present result is held.
package struct PublishedResults {
    private enum Place {
        case start, members, results, ended
    }

    private let window: ReadWindow
    private var json: JSONReader
    private var place = Place.start
    private var hasFormat = false
    private var hasResults = false
    private static let headMembers: Set<String> = ["format", "manifest", "run", "summary", "results"]

    /// Opens a results file to go by.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``FileError`` when it can't be opened, or someone else could have written it.
    package init(_ path: String) throws(FileError) {
        let file = try OpenFile(path, flags: O_RDONLY)
        try file.check(
            FileTrust(
                type: S_IFREG, owners: FileTrust.ownOrRoot, writers: S_IWOTH, remedy: "make a copy of your own",
                wayAround: ""))
        let window = ReadWindow(file)
        self.window = window
        json = JSONReader(
            duplicateKeys: .allowed, depthLimit: ResultsFile.depthLimit,
            source: { () throws(JSONSourceError) in try window.next() })
    }

    /// The next result.
    ///
    /// - Returns: The result; nil after the last.
    /// - Throws: ``JSONTextError`` when the file is no whole results file, of kind ``JSONTextError/Kind/source`` when it can't be read.
    package mutating func next() throws(JSONTextError) -> PublishedResult? {
        if place == .start {
            guard try json.next() == .beginObject else { throw noResults }
            place = .members
        }
        while place != .ended {
            let token = try json.next()
            let start = json.tokenStart
            switch (place, token) {
            case (.results, .endArray):
                place = .members
            case (.results, let token?):
                try json.skip(after: token)
                return try PublishedResult(window.bytes(from: start.offset, to: json.position.offset), at: start)
            case (_, .key(let name)):
                guard hasFormat || hasResults || Self.headMembers.contains(name) else { throw noResults }
                guard let first = try json.next() else { continue }
                if name == "results", first == .beginArray {
                    place = .results
                    hasResults = true
                } else {
                    try json.skip(after: first)
                    if name == "format" { try check(first, at: start) }
                }
            default:
                _ = try json.next()
                try end(at: start)
            }
        }
        return nil
    }

    private var noResults: JSONTextError {
        JSONTextError("this holds no results of runner", at: json.tokenStart)
    }

    private mutating func check(_ format: JSONToken, at position: JSONPosition) throws(JSONTextError) {
        guard format == .string(ResultsHead.format) else {
            throw JSONTextError("the format is not \"\(ResultsHead.format)\"", at: position)
        }
        hasFormat = true
    }

    private mutating func end(at position: JSONPosition) throws(JSONTextError) {
        place = .ended
        guard hasFormat, hasResults else {
            throw JSONTextError("the results end without their \(hasFormat ? "array" : "head")", at: position)
        }
    }
}

/// The bytes of a file as they are read, of which the last ones can be had again.
private final class ReadWindow {
    private let file: OpenFile
    private var bytes: [UInt8] = []
    /// The offset of the first byte that is held.
    private var start = 0
    /// The offset from which bytes may be asked for.
    private(set) var unread = 0
    private static let chunk = 256 * 1024

    init(_ file: consuming OpenFile) {
        self.file = file
    }

    /// The next bytes; none at the end.
    func next() throws(JSONSourceError) -> [UInt8] {
        if Task.isCancelled { throw JSONSourceError("interrupted") }
        if unread > start {
            bytes.removeSubrange(..<min(unread - start, bytes.count))
            start = unread
        }
        do throws(FileError) {
            let chunk = try file.read(at: start + bytes.count, count: Self.chunk)
            bytes += chunk
            return chunk
        } catch {
            throw JSONSourceError(error.reason)
        }
    }

    /// The bytes of a range that was read; those before its end are let go.
    func bytes(from begin: Int, to end: Int) -> [UInt8] {
        unread = end
        return Array(bytes[(begin - start)..<(end - start)])
    }
}
