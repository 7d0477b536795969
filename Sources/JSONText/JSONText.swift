/// Whole JSON texts held in memory.
package enum JSONText {
    /// Checks a text and takes the insignificant white space out of it.
    ///
    /// Every token stays byte for byte as it is, so numbers and escapes lose nothing; members of one name are kept.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8; a byte order mark is dropped.
    ///   - depthLimit: How deep arrays and objects may nest.
    /// - Returns: The compact text; nil where the bytes are not one JSON value (RFC 8259) or one with half a surrogate pair.
    package static func compacted(_ bytes: [UInt8], depthLimit: Int = 512) -> [UInt8]? {
        var compactor = JSONCompactor(bytes, depthLimit: depthLimit)
        return compactor.run() ? compactor.output : nil
    }
}
