import HTTPPipeline

/// The head of a response as its lines come in; answers of status 1xx and trailers leave no trace but their size.
struct ResponseHead {
    /// The largest size of all header lines together.
    static let sizeLimit = 256 * 1024

    /// The status of the response; nil until its line has come.
    private(set) var status: Int?
    /// Whether the empty line that ends the head has come.
    private(set) var isComplete = false
    /// Whether a status line was not one of HTTP/1 (RFC 9112 section 4) or came among the fields, or a field that frames the
    /// body was written so that two readers may read it differently (RFC 9112 section 5).
    private(set) var isMalformed = false
    /// The size of all lines so far.
    private(set) var size = 0
    private var bytes: [UInt8] = []
    /// Whether a status line has come, and the empty line that ends its head has not.
    private var isOpen = false
    /// Whether the last line was a field that says where the body ends.
    private var isInFraming = false

    init() {
        bytes.reserveCapacity(1024)
    }

    /// Takes one line with its end.
    mutating func take(_ line: UnsafeRawBufferPointer) {
        size += line.count
        guard !isComplete, size <= Self.sizeLimit else { return }
        if Self.isStatusLine(line), isOpen {
            isMalformed = true
        } else if Self.isStatusLine(line) {
            isOpen = true
            isInFraming = false
            bytes.removeAll(keepingCapacity: true)
            status = Self.status(in: line)
            isMalformed = isMalformed || status == nil
        } else if line.allSatisfy({ $0 == 13 || $0 == 10 }) {
            isOpen = false
            isComplete = status.map { $0 >= 200 || $0 == 101 } ?? false
        } else {
            noteFraming(of: line)
            bytes.append(contentsOf: line)
        }
    }

    private mutating func noteFraming(of line: UnsafeRawBufferPointer) {
        guard let first = line.first, first != 32, first != 9 else {
            isMalformed = isMalformed || isInFraming
            return
        }
        let text = line.prefix { $0 != UInt8(ascii: ":") }
        let name = text.prefix { $0 != 32 && $0 != 9 }
        isInFraming = Self.framing.contains { $0.count == name.count && $0.elementsEqual(name.lazy.map { $0 | 0x20 }) }
        isMalformed = isMalformed || isInFraming && name.count != text.count
    }

    /// The fields that say where the body ends, in small letters.
    private static let framing = [Array("transfer-encoding".utf8), Array("content-length".utf8)]

    /// The fields.
    var headers: HTTPHeaders {
        var fields: [HTTPHeaders.Field] = []
        for line in bytes.split(separator: 10) {
            let text = Self.trimmed(line)
            guard let first = line.first, first != 32, first != 9 else {
                // A line that begins with white space goes on with the one before (RFC 9112 section 5.2).
                if let last = fields.indices.last, !text.isEmpty {
                    fields[last].value += " " + Self.text(text, of: fields[last].name)
                }
                continue
            }
            guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: Self.trimmed(text[..<colon]), as: UTF8.self)
            fields.append(.init(name: name, value: Self.text(Self.trimmed(text[(colon + 1)...]), of: name)))
        }
        return HTTPHeaders(fields)
    }

    /// The value of a field as text; where it isn't UTF-8, a URL with its bytes encoded, and all else as ISO 8859-1.
    ///
    /// What was written so once (RFC 9110 section 5.5) stays apart from other values, and a URL leads where it led.
    private static func text(_ value: ArraySlice<UInt8>, of name: String) -> String {
        // Nearly all are ASCII, which needs no look at its validity.
        if value.allSatisfy({ $0 < 0x80 }) { return String(decoding: value, as: UTF8.self) }
        if let text = String(validating: value, as: UTF8.self) { return text }
        let isURL = name.equalsIgnoringASCIICase("Location")
        return value.reduce(into: "") { text, byte in
            if isURL, byte >= 0x80 {
                text += "%" + String(byte, radix: 16, uppercase: true)
            } else {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }

    private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.count > 5 && line[0] == 0x48 && line[1] == 0x54 && line[2] == 0x54 && line[3] == 0x50 && line[4] == 0x2f
    }

    private static func status(in line: UnsafeRawBufferPointer) -> Int? {
        guard line[5] == UInt8(ascii: "1"), let space = line.firstIndex(of: 32), space + 3 < line.count else {
            return nil
        }
        var status = 0
        for digit in line[(space + 1)...(space + 3)] {
            guard digit >= 48, digit <= 57 else { return nil }
            status = status * 10 + Int(digit - 48)
        }
        return status
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while let first = rest.first, first == 32 || first == 9 { rest.removeFirst() }
        while let last = rest.last, last == 32 || last == 9 || last == 13 { rest.removeLast() }
        return rest
    }
}
