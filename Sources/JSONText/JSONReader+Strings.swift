extension JSONReader {
    /// Reads a string from its opening quote, decodes its escapes and checks its UTF-8.
    mutating func string() throws(JSONTextError) -> String {
        index += 1
        scratch.removeAll(keepingCapacity: true)
        while true {
            let start = index
            while index < chunk.count, chunk[index].isPlainInString { index += 1 }
            guard index < chunk.count else {
                scratch.append(contentsOf: chunk[start..<index])
                guard try peek() != nil else { throw unendedString() }
                continue
            }
            let byte = chunk[index]
            if byte == UInt8(ascii: "\""), scratch.isEmpty {
                defer { index += 1 }
                return String(decoding: chunk[start..<index], as: UTF8.self)
            }
            scratch.append(contentsOf: chunk[start..<index])
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: scratch, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape()
            case 0x80...: try multibyte(byte)
            default: throw controlCharacter(byte)
            }
        }
    }

    private mutating func escape() throws(JSONTextError) {
        let start = position
        index += 1
        guard let byte = try peek() else { throw unendedString() }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(0x0A)
        case UInt8(ascii: "r"): scratch.append(0x0D)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "u"):
            index += 1
            scratch.append(contentsOf: String(try escapedScalar(from: start)).utf8)
            return
        default:
            throw JSONTextError(
                "\\ begins an escape of JSON and can't stand before this character: write \\\\ for a backslash",
                at: start
            )
        }
        index += 1
    }

    /// Reads the digits of a `\u` escape, and of a second one where the first is half of a pair.
    private mutating func escapedScalar(from start: JSONPosition) throws(JSONTextError) -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let lone = JSONTextError(
            "\\u\(String(first, radix: 16)) is half of a surrogate pair without its other half", at: start)
        guard first < 0xDC00, try peek() == UInt8(ascii: "\\") else { throw lone }
        index += 1
        guard try peek() == UInt8(ascii: "u") else { throw lone }
        index += 1
        let second = try fourDigits()
        guard second >= 0xDC00, second < 0xE000,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw lone }
        return scalar
    }

    private mutating func fourDigits() throws(JSONTextError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = try peek() else { throw unendedString() }
            guard let digit = byte.hexadecimalValue else {
                throw JSONTextError("four hexadecimal digits are due after \\u", at: position)
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    /// Reads one scalar of two to four bytes and refuses what is not well-formed UTF-8.
    private mutating func multibyte(_ lead: UInt8) throws(JSONTextError) {
        let start = position
        guard let form = UTF8Form(lead: lead) else { throw notUTF8(lead, at: start) }
        scratch.append(lead)
        index += 1
        for number in 1..<form.length {
            guard let byte = try peek() else { throw unendedString() }
            guard number == 1 ? form.second.contains(byte) : byte & 0xC0 == 0x80 else { throw notUTF8(lead, at: start) }
            scratch.append(byte)
            index += 1
            continuationBytes += 1
        }
    }

    private func notUTF8(_ byte: UInt8, at position: JSONPosition) -> JSONTextError {
        JSONTextError("the byte \(hexadecimal(byte)) is not UTF-8 here: save the text as UTF-8", at: position)
    }

    private func controlCharacter(_ byte: UInt8) -> JSONTextError {
        switch byte {
        case 0x0A, 0x0D:
            JSONTextError("the string has no closing quote on its line (a line break in it is \\n)", at: tokenStart)
        case 0x09: JSONTextError("a tab in a string: write \\t", at: position)
        default: JSONTextError("a control character in a string: write \\u00\(hexadecimal(byte))", at: position)
        }
    }

    private func unendedString() -> JSONTextError {
        let place = "line \(tokenStart.line), column \(tokenStart.column)"
        return JSONTextError("the text ends inside the string that begins at \(place)", at: position)
    }
}

extension UInt8 {
    /// Whether the byte stands for itself within a string and is a whole scalar.
    @inline(__always)
    var isPlainInString: Bool {
        self >= 0x20 && self < 0x80 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }

    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
