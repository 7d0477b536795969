import JSONText

/// How the text of a list is written down, by its first bytes.
enum ListEncoding {
    /// Whether the list is UTF-16 with its mark, and whether the larger byte comes first then.
    static func isBigEndianUTF16(_ first: [UInt8]) -> Bool? {
        if first.starts(with: [0xFE, 0xFF]) { return true }
        // The mark of UTF-32 begins as that of UTF-16 does.
        return first.starts(with: [0xFF, 0xFE]) && !first.starts(with: [0xFF, 0xFE, 0, 0]) ? false : nil
    }

    /// Why a list can't be read; nil where it can.
    static func problem(of first: [UInt8]) -> String? {
        if first.starts(with: [0x1F, 0x8B]) { return "the list is compressed (gzip): unpack it first" }
        if first.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            return "the list is a zip archive, or a spreadsheet's own file: save it as CSV UTF-8"
        }
        if first.contains(0) || isBigEndianUTF16(first) != nil {
            return "the list is not UTF-8, and not UTF-16 with its mark: save the text as UTF-8"
        }
        return nil
    }

    /// A list in UTF-8: the file itself, or a copy of one that is UTF-16.
    ///
    /// - Parameter file: The list.
    /// - Returns: What to read in its place.
    /// - Throws: ``ManifestError`` when the copy can't be made.
    static func inUTF8(_ file: ManifestFile) throws(ManifestError) -> ManifestFile {
        do throws(JSONSourceError) {
            guard let isBigEndian = isBigEndianUTF16(try file.read(at: 0, count: 4)) else { return file }
            var decoder = UTF16Decoder(isBigEndian: isBigEndian)
            let source = SequentialBytes(file, endsWithTask: true)
            var isAtEnd = false
            return try file.copy { () throws(JSONSourceError) in
                guard !isAtEnd else { return nil }
                let bytes = try source.next()
                isAtEnd = bytes.isEmpty
                return isAtEnd ? decoder.finish() : decoder.decode(bytes)
            }
        } catch {
            throw ManifestError(Task.isCancelled ? .interrupted : .io, "\(file.name): \(error.message)")
        }
    }
}
