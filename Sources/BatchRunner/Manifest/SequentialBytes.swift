import JSONText

/// The bytes of a file from its beginning to its end, hashed on the way.
final class SequentialBytes {
    private let file: ManifestFile
    private let chunkSize: Int
    private let endsWithTask: Bool
    private var hash = SHA256()
    private var offset = 0
    /// How many bytes of the file are hashed.
    private var hashed = 0

    /// - Parameters:
    ///   - file: The file.
    ///   - chunkSize: How many bytes to read at a time.
    ///   - endsWithTask: Whether a cancel of the task ends the reading; a stopped run still reads what it did not ask for.
    init(_ file: ManifestFile, chunkSize: Int = 1 << 16, endsWithTask: Bool = false) {
        self.file = file
        self.chunkSize = chunkSize
        self.endsWithTask = endsWithTask
    }

    /// The next bytes; none at the end.
    func next() throws(JSONSourceError) -> [UInt8] {
        if endsWithTask, Task.isCancelled { throw JSONSourceError("interrupted") }
        let bytes = try file.read(at: offset, count: chunkSize)
        offset += bytes.count
        if offset > hashed {
            hash.update(offset - hashed == bytes.count ? bytes : Array(bytes.suffix(offset - hashed)))
            hashed = offset
        }
        return bytes
    }

    /// Goes back to a place; what is read again isn't hashed again.
    func seek(to place: Int) {
        offset = place
    }

    /// The hash of the whole file; reads what is left of it.
    func finish() throws(JSONSourceError) -> String {
        while try !next().isEmpty {}
        return hash.hexadecimal()
    }
}
