/// A file written through a buffer.
package struct FileSink: ~Copyable {
    private let file: OpenFile
    private var buffer: [UInt8] = []
    private static let capacity = 64 * 1024

    /// Creates a sink.
    ///
    /// - Parameter file: Where the bytes go.
    package init(_ file: consuming OpenFile) {
        self.file = file
        buffer.reserveCapacity(Self.capacity)
    }

    /// Writes bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: ``FileError`` when the system refuses.
    package mutating func write(_ bytes: some Collection<UInt8>) throws(FileError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Writes text.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``FileError`` when the system refuses.
    package mutating func write(_ text: String) throws(FileError) {
        try write(text.utf8)
    }

    /// Writes what is left and gives the file back.
    ///
    /// - Returns: The file.
    /// - Throws: ``FileError`` when the system refuses.
    package consuming func finish() throws(FileError) -> OpenFile {
        try flush()
        return file
    }

    private mutating func flush() throws(FileError) {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
