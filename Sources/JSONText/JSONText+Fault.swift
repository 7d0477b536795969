extension JSONText {
    /// What is wrong with a text that should be JSON.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8; a byte order mark is skipped, as RFC 8259 section 8.1 allows.
    ///   - duplicateKeys: What to do about two members of one name.
    /// - Returns: The first fault; nil where the bytes are one JSON value.
    package static func fault(in bytes: [UInt8], duplicateKeys: JSONReader.DuplicateKeys) -> JSONTextError? {
        var reader = JSONReader(bytes, duplicateKeys: duplicateKeys)
        do throws(JSONTextError) {
            while try reader.next() != nil {}
            return nil
        } catch {
            return error
        }
    }
}
