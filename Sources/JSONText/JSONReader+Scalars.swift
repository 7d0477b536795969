extension JSONReader {
    /// Reads a number (RFC 8259 section 6) and keeps its spelling.
    mutating func number() throws(JSONTextError) -> String {
        scratch.removeAll(keepingCapacity: true)
        if try peek() == UInt8(ascii: "-") { take() }
        if try peek() == UInt8(ascii: "0") {
            take()
            if let byte = try peek(), isDigit(byte) {
                throw error("a number can't begin with 0: put an identifier in double quotes")
            }
        } else {
            try digits(of: "a number")
        }
        if try peek() == UInt8(ascii: ".") {
            take()
            try digits(of: "the fraction of a number")
        }
        if let byte = try peek(), byte | 0x20 == UInt8(ascii: "e") {
            take()
            if let sign = try peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { take() }
            try digits(of: "the exponent of a number")
        }
        return String(decoding: scratch, as: UTF8.self)
    }

    /// Reads `true`, `false` or `null`, and says what is there instead.
    mutating func literal(_ byte: UInt8) throws(JSONTextError) -> JSONToken {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "#"):
            throw error("JSON has no comments: remove it, or use a \"comment\" member")
        case UInt8(ascii: "'"):
            throw error("a string is quoted by \" in JSON, not by '")
        case UInt8(ascii: ","):
            throw error("a value is due here, not a comma: remove it")
        case 0x00, 0xFE, 0xFF:
            throw error("the byte \(hexadecimal(byte)) is not UTF-8 here: save the text as UTF-8")
        default:
            break
        }
        let word = try word()
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "": throw error("a value is due here, not \(try name(of: byte))")
        default: throw error("a value is due here, not the word \(word)")
        }
    }

    /// What to call the text that begins with the next byte in a message.
    mutating func name(of byte: UInt8) throws(JSONTextError) -> String {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "#"): return "a comment (JSON has none)"
        case UInt8(ascii: "\""): return "a string"
        case UInt8(ascii: ","): return "a comma"
        case UInt8(ascii: "'"): return "'"
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): return try word()
        case 0x21...0x7E: return String(UnicodeScalar(byte))
        case 0x80...: return "text without quotes"
        default: return "the byte \(hexadecimal(byte))"
        }
    }

    /// Reads a word of letters, digits and underscores; of a longer one the first twenty characters.
    private mutating func word() throws(JSONTextError) -> String {
        scratch.removeAll(keepingCapacity: true)
        while scratch.count < 20, let byte = try peek() {
            let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
            guard isLetter || isDigit(byte) || byte == UInt8(ascii: "_") else { break }
            take()
        }
        return String(decoding: scratch, as: UTF8.self)
    }

    private mutating func digits(of what: String) throws(JSONTextError) {
        guard let first = try peek(), isDigit(first) else {
            throw JSONTextError("a digit is due in \(what)", at: position)
        }
        while let byte = try peek(), isDigit(byte) { take() }
    }

    private mutating func take() {
        scratch.append(chunk[index])
        index += 1
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count < 2 ? "0" + digits : digits
    }
}
