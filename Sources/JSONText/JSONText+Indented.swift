extension JSONText {
    /// Checks a text and lays it out over lines, two spaces a level, for people to read.
    ///
    /// - Parameter bytes: The text in UTF-8.
    /// - Returns: The text without a line break at its end; nil where the bytes are not one JSON value.
    package static func indented(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compact = compacted(bytes) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(compact.count * 2)
        var depth = 0
        var isInString = false
        var isEscaped = false
        for (index, byte) in compact.enumerated() {
            if isInString {
                output.append(byte)
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                output.append(byte)
                if !closes(compact[index + 1]) { output.breakLine(depth) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if !opens(compact[index - 1]) { output.breakLine(depth) }
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                output.breakLine(depth)
            case UInt8(ascii: ":"):
                output.append(contentsOf: [byte, UInt8(ascii: " ")])
            default:
                isInString = byte == UInt8(ascii: "\"")
                output.append(byte)
            }
        }
        return output
    }

    private static func opens(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

    private static func closes(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }
}

extension [UInt8] {
    fileprivate mutating func breakLine(_ depth: Int) {
        append(0x0A)
        append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
}
