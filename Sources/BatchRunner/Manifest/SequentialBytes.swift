import JSONText

/// The bytes of a file from its beginning to its end, hashed on the way.
final class SequentialBytes {
    private let file: ManifestFile
    private let chunkSize: Int
    private var hash = SHA256()
    /// How many bytes were given.
    private(set) var offset = 0

    init(_ file: ManifestFile, chunkSize: Int = 1 << 16) {
        self.file = file
        self.chunkSize = chunkSize
    }

    /// The next bytes; none at the end.
    func next() throws(JSONSourceError) -> [UInt8] {
        let bytes = try file.read(at: offset, count: chunkSize)
        hash.update(bytes)
        offset += bytes.count
        return bytes
    }

    /// The hash of the whole file; reads what is left of it.
    func finish() throws(JSONSourceError) -> String {
        while try !next().isEmpty {}
        return hash.hexadecimal()
    }
}
