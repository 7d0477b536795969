// A record as a small text that a person can read. Its size is fixed, so that one write replaces it whole.
extension LaneRecord {
    /// The size of the text in bytes.
    package static let size = 384
    private static let format = "runner-lane/2"
    fileprivate static let absent = "-"

    /// The record as bytes.
    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
            var text = FixedText(buffer)
            text.append(Self.format)
            text.append("\nboot ")
            text.append(boot.isEmpty ? Self.absent : boot)
            text.append("\nsend")
            text.append(send)
            text.append(isClaimed ? " claimed" : " settled")
            text.append("\ninterval")
            text.append(interval)
            text.append(declared)
            text.append("\ntold")
            text.append(told)
            text.append(toldAt)
            text.append("\nlongest")
            text.append(longest)
            text.append("\nnotBefore")
            text.append(notBefore)
            text.append("\nday")
            text.append(Int64(day))
            text.append(Int64(sends))
            text.append("\ncheck")
            text.append(text.checksum)
            count = text.fill()
        }
    }

    /// Reads a record.
    ///
    /// - Parameter bytes: The bytes of a file; nil comes of what was not written whole, or not by a runner of this format.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        var reader = WordReader(bytes)
        var send: Stamp?
        var notBefore: Stamp?
        guard reader.takes(Self.format), reader.takes("boot"), let boot = reader.text(),
            reader.takes("send"), reader.reads(&send),
            let state = reader.text(), state == "claimed" || state == "settled",
            reader.takes("interval"), let interval = reader.number(), interval >= 0, let declared = reader.number(),
            reader.takes("told"), let told = reader.number(), told >= 0, let toldAt = reader.number(),
            reader.takes("longest"), let longest = reader.number(), longest >= 0,
            reader.takes("notBefore"), reader.reads(&notBefore),
            reader.takes("day"), let day = reader.number(), let sends = reader.number(), sends >= 0,
            reader.takes("check")
        else { return nil }
        let checksum = bytes[..<reader.index].withUnsafeBufferPointer(FixedText.checksum)
        guard reader.takes(String(checksum)), reader.isAtEnd else { return nil }
        self.boot = boot == Self.absent ? "" : boot
        self.send = send
        isClaimed = state == "claimed"
        self.interval = interval
        self.declared = declared
        self.told = told
        self.toldAt = toldAt
        self.longest = longest
        self.notBefore = notBefore
        self.day = Int(day)
        self.sends = Int(sends)
    }
}

/// Puts a text together in a buffer of fixed size.
///
/// A record is written twice a send, so its numbers don't go through strings.
private struct FixedText {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    mutating func append(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// Appends a space and a whole number.
    mutating func append(_ number: Int64) {
        append(UInt8(ascii: " "))
        if number < 0 { append(UInt8(ascii: "-")) }
        // The last digit comes first, since dividing by a constant is many times faster than by a variable.
        let start = count
        var rest = number.magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        buffer[start..<count].reverse()
    }

    mutating func append(_ stamp: LaneRecord.Stamp?) {
        guard let stamp else { return append(" -") }
        append(stamp.sinceBoot)
        append(stamp.wall)
    }

    /// The checksum of the text so far.
    var checksum: Int64 { Self.checksum(of: UnsafeBufferPointer(rebasing: buffer[..<count])) }

    /// FNV-1a in 64 bits: against what was torn, not against what was forged.
    static func checksum(of bytes: UnsafeBufferPointer<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 })
    }

    /// Fills what is left with spaces and a line break; returns the size.
    mutating func fill() -> Int {
        if count < buffer.count {
            buffer[count...].initialize(repeating: UInt8(ascii: " "))
            buffer[buffer.count - 1] = UInt8(ascii: "\n")
        }
        return buffer.count
    }

    private mutating func append(_ byte: UInt8) {
        // A text that is too long ends before its checksum and counts as none.
        guard count < buffer.count else { return }
        buffer.initializeElement(at: count, to: byte)
        count += 1
    }
}

/// Reads words that are separated by single spaces or line breaks.
private struct WordReader {
    private let bytes: [UInt8]
    /// Where the separator after the last word is.
    private(set) var index = -1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { bytes[index...].allSatisfy(Self.isSeparator) }

    mutating func takes(_ word: String) -> Bool {
        next().map { $0.elementsEqual(word.utf8) } ?? false
    }

    mutating func text() -> String? {
        next().map { String(decoding: $0, as: UTF8.self) }
    }

    /// A whole number that stays far from the ends of what can be reckoned with.
    mutating func number() -> Int64? {
        guard let number = text().flatMap({ Int64($0) }), number.magnitude < 1 << 61 else { return nil }
        return number
    }

    /// Reads a stamp, or the sign that there is none; returns whether it was one of both.
    mutating func reads(_ stamp: inout LaneRecord.Stamp?) -> Bool {
        let start = index
        stamp = nil
        if takes(LaneRecord.absent) { return true }
        index = start
        guard let sinceBoot = number(), let wall = number() else { return false }
        stamp = LaneRecord.Stamp(sinceBoot: sinceBoot, wall: wall)
        return true
    }

    private mutating func next() -> ArraySlice<UInt8>? {
        let start = index + 1
        guard let end = bytes[start...].firstIndex(where: Self.isSeparator), end > start else { return nil }
        index = end
        return bytes[start..<end]
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
    }
}
