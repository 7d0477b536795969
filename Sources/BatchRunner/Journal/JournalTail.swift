/// The end of a journal's line, by which the line proves itself: how much was durable, the checksum before, its own.
///
/// The checksum covers all of the line before `,"crc"`, the checksum of the line before it included, and the first line
/// takes that of the run's id for it. So a line is only ever followed by the one that was written after it in the same run.
package struct JournalTail: Sendable, Hashable {
    /// How many bytes of the journal were durable when the line was written.
    package var synced: Int
    /// The checksum of the line before.
    package var previous: UInt32
    /// The line's own checksum.
    package var checksum: UInt32

    /// How many bytes `,"crc":"xxxxxxxx"}` takes.
    private static let checksumLength = 18
    /// How many bytes `,"prev":"xxxxxxxx"` takes.
    private static let previousLength = 18

    /// Completes a line with its tail and the line feed.
    ///
    /// - Parameters:
    ///   - line: The line's object without its closing brace.
    ///   - synced: How many bytes of the journal are durable.
    ///   - previous: The checksum of the line before.
    /// - Returns: The line's own checksum.
    package static func complete(_ line: inout [UInt8], synced: Int, previous: UInt32) -> UInt32 {
        line.append(contentsOf: ",\"synced\":\(synced),\"prev\":\"".utf8)
        line.append(contentsOf: Hexadecimal.digits(of: previous))
        line.append(UInt8(ascii: "\""))
        let checksum = CRC32C.checksum(of: line[...])
        line.append(contentsOf: ",\"crc\":\"".utf8)
        line.append(contentsOf: Hexadecimal.digits(of: checksum))
        line.append(contentsOf: "\"}\n".utf8)
        return checksum
    }

    /// Reads the tail of a line and proves the line by it.
    ///
    /// - Parameter line: The line without its line feed; nil comes of one that is damaged or none of a journal's.
    package init?(provenBy line: ArraySlice<UInt8>) {
        guard line.count > Self.checksumLength + Self.previousLength else { return nil }
        let covered = line.dropLast(Self.checksumLength)
        guard line.last == UInt8(ascii: "}"), covered.last == UInt8(ascii: "\"") else { return nil }
        var rest = line[covered.endIndex...]
        guard rest.skip(",\"crc\":\""), let checksum = rest.skipHexadecimal(), rest.skip("\"}"), rest.isEmpty else {
            return nil
        }
        let before = covered.dropLast(Self.previousLength)
        rest = covered[before.endIndex...]
        guard rest.skip(",\"prev\":\""), let previous = rest.skipHexadecimal(), rest.skip("\"") else { return nil }
        guard let colon = before.suffix(17).lastIndex(of: UInt8(ascii: ":")) else { return nil }
        var number = before[before.index(after: colon)...]
        guard before[...colon].hasSuffix(",\"synced\":"), let synced = number.skipNumber(), number.isEmpty else {
            return nil
        }
        guard CRC32C.checksum(of: covered) == checksum else { return nil }
        self.synced = synced
        self.previous = previous
        self.checksum = checksum
    }

    /// Whether bytes end as a line does, be they damaged or not.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Whether a checksum in its place ends them.
    static func ends(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes.suffix(checksumLength)
        return rest.skip(",\"crc\":\"") && rest.skipHexadecimal() != nil && rest.skip("\"}")
    }

    /// What the first line of a run takes for the checksum before it.
    ///
    /// - Parameter run: The run's id.
    /// - Returns: The checksum.
    package static func beginning(of run: String) -> UInt32 {
        CRC32C.checksum(of: Array(run.utf8)[...])
    }
}
