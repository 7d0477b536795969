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
    /// The form of the file, which it says itself: its name may be that of the other one.
    private enum Form {
        case document(JSONReader)
        case lines(number: Int)
    }

    private enum Place {
        case start, members, results, ended
    }

    private let window: ReadWindow
    private var form: Form
    private var place = Place.start
    private var hasFormat = false
    private var hasResults = false
    private static let headMembers: Set<String> = ["format", "manifest", "run", "summary", "results"]

    /// Opens a results file.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``FileError`` when it can't be opened.
    package init(_ path: String) throws(FileError) {
        window = ReadWindow(try OpenFile(path, flags: O_RDONLY))
        form = .lines(number: 0)
    }

    /// The next result.
    ///
    /// - Returns: The result; nil after the last.
    /// - Throws: ``JSONTextError`` when the file is no whole results file, of kind ``JSONTextError/Kind/source`` when it can't be read.
    package mutating func next() throws(JSONTextError) -> PublishedResult? {
        if place == .start { try begin() }
        switch form {
        case .document(var json):
            // The reader is taken out while it is used, so that its buffer has one owner.
            form = .lines(number: 0)
            defer { form = .document(json) }
            return try nextElement(of: &json)
        case .lines(var number):
            defer { form = .lines(number: number) }
            return try nextLine(&number)
        }
    }

    private mutating func begin() throws(JSONTextError) {
        let window = window
        var probe = JSONReader(source: { () throws(JSONSourceError) in try window.next() })
        guard try probe.next() == .beginObject, case .key(let key)? = try probe.next() else {
            throw JSONTextError("this holds no results of runner", at: probe.tokenStart)
        }
        window.rewind()
        if Self.headMembers.contains(key) {
            var json = JSONReader(
                duplicateKeys: .allowed, depthLimit: ResultsFile.depthLimit,
                source: { () throws(JSONSourceError) in try window.next() })
            _ = try json.next()
            form = .document(json)
        }
        place = .members
    }

    private mutating func nextElement(of json: inout JSONReader) throws(JSONTextError) -> PublishedResult? {
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

    private mutating func nextLine(_ number: inout Int) throws(JSONTextError) -> PublishedResult? {
        while true {
            let offset = window.unread
            var start = JSONPosition(line: number + 1, offset: offset)
            let line: [UInt8]?
            do throws(JSONSourceError) {
                line = try window.line()
            } catch {
                throw JSONTextError(error.message, at: start, kind: .source)
            }
            guard let line else {
                hasResults = true
                try end(at: start)
                return nil
            }
            number += 1
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
            if hasFormat { throw JSONTextError("there is something after the summary", at: start) }
            var json = JSONReader(line, startingAt: start)
            guard try json.next() == .beginObject, case .key(let name)? = try json.next(),
                Self.headMembers.contains(name)
            else { return try PublishedResult(line, at: start) }
            start = json.tokenStart
            let summary = try JSONValue(parsing: line, startingAt: JSONPosition(line: number, offset: offset))
            guard case .string(let format)? = summary["format"]?.content else {
                throw JSONTextError("this holds no results of runner", at: start)
            }
            try check(.string(format), at: start)
        }
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
            throw JSONTextError("the results end without their \(hasFormat ? "array" : "summary")", at: position)
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
    /// More bytes than a result has.
    private static let lineLimit = 16 * 1024 * 1024 * 1024

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

    /// Goes back to the beginning.
    func rewind() {
        (bytes, start, unread) = ([], 0, 0)
    }

    /// The bytes of a range that was read; those before its end are let go.
    func bytes(from begin: Int, to end: Int) -> [UInt8] {
        unread = end
        return Array(bytes[(begin - start)..<(end - start)])
    }

    /// The next line without its line feed; nil at the end.
    func line() throws(JSONSourceError) -> [UInt8]? {
        var searched = unread - start
        while true {
            if let feed = bytes[...].firstIndex(of: UInt8(ascii: "\n"), from: searched) {
                let line = Array(bytes[(unread - start)..<feed])
                unread = start + feed + 1
                return line
            }
            searched = bytes.count - (unread - start)
            guard searched < Self.lineLimit else { throw JSONSourceError("the line has no end") }
            guard try next().isEmpty else { continue }
            guard searched > 0 else { return nil }
            let line = bytes
            unread = start + bytes.count
            return line
        }
    }
}
