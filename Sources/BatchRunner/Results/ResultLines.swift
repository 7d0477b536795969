/// Hands results on while the run goes on, one a line, in the manifest's order.
package struct ResultLines: ~Copyable {
    private let file: OpenFile
    /// The place in the manifest of the next result.
    private var next = 0

    /// Creates lines that none was written of.
    ///
    /// - Parameter file: Where they go.
    package init(_ file: consuming OpenFile) {
        self.file = file
    }

    /// Writes what is known and was not written yet.
    ///
    /// - Parameters:
    ///   - journal: The results.
    ///   - end: The first place in the manifest of which more may become known.
    /// - Throws: ``FileError`` when the system refuses, or the task is cancelled and nobody takes the lines.
    mutating func write(from journal: inout Journal, below end: Int) throws(FileError) {
        guard end > next else { return }
        try journal.forEachResult(in: next..<end) { result throws(FileError) in
            var line: [UInt8] = [UInt8(ascii: "{")]
            for slice in result.members + [result.keyMember] { line += slice }
            line += "}\n".utf8
            try file.write(line)
        }
        next = end
    }
}
