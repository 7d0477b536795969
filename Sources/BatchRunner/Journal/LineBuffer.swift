/// Cuts what is read from a file into lines.
package struct LineBuffer: Sendable {
    private var buffer: [UInt8] = []
    private var chunk: [UInt8] = []
    private var start = 0
    private static let chunkSize = 256 * 1024

    /// Creates an empty buffer.
    package init() {}

    /// The next line without its line feed; a last line without one counts.
    ///
    /// - Parameter file: Where to read on.
    /// - Returns: The line; nil at the end.
    /// - Throws: ``FileError`` when the system refuses.
    package mutating func next(from file: borrowing OpenFile) throws(FileError) -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            buffer.removeSubrange(..<start)
            start = 0
            searched = buffer.count
            let count = try file.read(into: &chunk, count: Self.chunkSize)
            guard count > 0 else {
                guard !buffer.isEmpty else { return nil }
                defer { start = buffer.count }
                return buffer[...]
            }
            buffer.append(contentsOf: chunk[..<count])
        }
    }
}
