#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import JSONText

/// The file to which a run's results are appended as they come, one write a record.
///
/// The results file is made from it at the end. A record is one line: its kind, where the parts of the result end, and the result.
package struct Journal: ~Copyable {
    /// Where a journal lies that can be found again.
    package struct Place: Sendable, Hashable {
        /// The folder, which holds nothing else.
        package var folder: String
        /// The file.
        package var file: String { FilePath.join(folder, "journal.ndjson") }

        /// The place of an output's journal: a hidden folder beside it.
        ///
        /// - Parameter output: The output.
        package init(beside output: OutputTarget) {
            folder = FilePath.join(output.folder, ".\(FilePath.name(of: output.resolved)).runner")
        }
    }

    private let file: OpenFile
    private let place: Place?
    private var line: [UInt8] = []
    /// How many results were appended.
    package private(set) var count = 0

    /// Begins an empty journal in a place, in place of one that is there.
    ///
    /// - Parameter place: The place.
    /// - Throws: ``FileError`` when it can't be made.
    package init(at place: Place) throws(FileError) {
        try FilePath.makeFolder(FilePath.folder(of: place.folder))
        try FilePath.makeFolder(place.folder, mode: 0o700)
        file = try OpenFile(place.file, flags: O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW)
        self.place = place
    }

    /// Begins an empty journal without a name, for a run that leaves none.
    ///
    /// - Parameter folder: A folder that can be written to.
    /// - Throws: ``FileError`` when it can't be made.
    package init(namelessIn folder: String) throws(FileError) {
        file = try OpenFile(namelessIn: folder)
        place = nil
    }

    /// Appends a result.
    ///
    /// - Parameter text: The result.
    /// - Throws: ``FileError`` when the system refuses.
    package mutating func append(_ text: borrowing ResultText) throws(FileError) {
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: "{\"t\":\"done\",\"ends\":[".utf8)
        for (index, end) in text.ends.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            line.append(contentsOf: String(end).utf8)
        }
        line.append(contentsOf: "],\"result\":{".utf8)
        line.append(contentsOf: text.bytes)
        line.append(contentsOf: "}}\n".utf8)
        try file.write(line)
        count += 1
    }

    /// Reads all results from the beginning.
    ///
    /// - Parameter body: Takes one result after another, and throws what it likes of ``FileError``.
    /// - Throws: ``FileError`` when the system refuses, or what the body throws.
    package mutating func forEachResult(
        _ body: (JournalResult) throws(FileError) -> Void
    ) throws(FileError) {
        try file.rewind()
        var lines = LineBuffer()
        while let line = try lines.next(from: file) {
            guard let result = JournalResult(line: line) else {
                throw FileError("Can't make sense of", file.path, code: EILSEQ)
            }
            try body(result)
        }
    }

    /// Removes the journal from its place; the run is finished.
    package consuming func discard() {
        guard let place else { return }
        FilePath.remove(place.file)
        rmdir(place.folder)
    }
}
