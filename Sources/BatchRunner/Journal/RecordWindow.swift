/// Reads lines of a file at given offsets, and the next ones without asking the system where they follow one another.
package struct RecordWindow: Sendable {
    private var bytes: [UInt8] = []
    private var offset = 0
    private static let small = 4 * 1024
    private static let large = 256 * 1024

    /// Creates a window that shows nothing yet.
    package init() {}

    /// The line that begins at an offset.
    ///
    /// - Parameters:
    ///   - start: The offset.
    ///   - read: Reads bytes of the file at an offset, at most a count of them; none at the end.
    /// - Returns: The line without its line feed.
    /// - Throws: ``FileError`` when the system refuses.
    package mutating func line(
        at start: Int, read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]
    ) throws(FileError) -> ArraySlice<UInt8> {
        let end = offset + bytes.count
        if start < offset || start >= end {
            // A line just behind the window is one of a sequence.
            let isSequence = start == end
            bytes = try read(start, isSequence ? Self.large : Self.small)
            offset = start
        }
        var searched = start - offset
        while true {
            if let feed = bytes[...].firstIndex(of: UInt8(ascii: "\n"), from: searched) {
                return bytes[(start - offset)..<feed]
            }
            searched = bytes.count
            let isSequence = start > offset
            bytes.removeSubrange(..<(start - offset))
            searched -= start - offset
            offset = start
            let more = try read(offset + bytes.count, isSequence ? Self.large : max(Self.small, bytes.count))
            guard !more.isEmpty else { return bytes[...] }
            bytes += more
        }
    }
}
