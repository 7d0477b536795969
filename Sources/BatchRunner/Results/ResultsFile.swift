import JSONText

/// Makes the files that a run leaves from its journal.
package enum ResultsFile {
    /// How deep the values in a results file nest: a request's JSON as deep as a list may have it, four levels down.
    static let depthLimit = 512 + 4

    /// Writes the results.
    ///
    /// - Parameters:
    ///   - head: What the file says besides the results.
    ///   - journal: The results.
    ///   - sink: Where to write.
    /// - Throws: ``FileError`` when reading or writing fails.
    package static func write(
        _ head: ResultsHead, journal: inout Journal, to sink: inout FileSink
    ) throws(FileError) {
        var writer = JSONWriter()
        writer.beginObject()
        head.write(to: &writer)
        try sink.write(writer.bytes)
        try writeArray("results", of: &journal, to: &sink) { $0.members + [$0.keyMember] }
        try sink.write("}\n")
    }

    /// Writes the data: what doesn't change from run to run while the answers don't.
    ///
    /// - Parameters:
    ///   - journal: The results.
    ///   - sink: Where to write.
    /// - Throws: ``FileError`` when reading or writing fails.
    package static func writeData(_ journal: inout Journal, to sink: inout FileSink) throws(FileError) {
        try sink.write("{\"format\":\"runner-data/1\"")
        try writeArray("results", of: &journal, to: &sink) { $0.dataMembers }
        try sink.write("}\n")
    }

    private static func writeArray(
        _ key: String, of journal: inout Journal, to sink: inout FileSink,
        members: (ProjectedResult) -> [ArraySlice<UInt8>]
    ) throws(FileError) {
        try sink.write(",\n\"\(key)\":[")
        var separator = "\n{"
        try journal.forEachResult { result throws(FileError) in
            try sink.write(separator)
            for slice in members(result) { try sink.write(slice) }
            try sink.write("}")
            separator = ",\n{"
        }
        try sink.write("\n]")
    }
}
