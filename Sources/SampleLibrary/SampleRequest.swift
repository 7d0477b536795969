/// The head of an HTTP/1.1 request, as far as the sample library reads it (RFC 9112).
struct SampleRequest: Sendable {
    /// What the bytes received so far amount to.
    enum Reading: Sendable {
        /// More is needed.
        case incomplete
        /// A request, and how many bytes its head takes.
        case request(SampleRequest, length: Int)
        /// Not a request: the status to answer with before the connection is closed.
        case invalid(status: Int)
    }

    /// The longest head that is read.
    static let maxHead = 16 * 1024

    var method: String
    /// The decoded path.
    var path: String
    /// The decoded parameters of the query, in order.
    var parameters: [(name: String, value: String)]
    /// Whether the connection is to be closed after the answer.
    var closesConnection: Bool

    /// The first value of a parameter.
    func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Reads a request from the beginning of a buffer.
    ///
    /// - Parameter bytes: What was received.
    /// - Returns: What it amounts to.
    static func reading(_ bytes: [UInt8]) -> Reading {
        guard let end = endOfHead(in: bytes) else {
            return bytes.count > maxHead ? .invalid(status: 431) : .incomplete
        }
        guard end <= maxHead else { return .invalid(status: 431) }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: true)
        guard let first = lines.first else { return .invalid(status: 400) }
        let parts = first.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[2].hasPrefix("HTTP/") else { return .invalid(status: 400) }
        guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else { return .invalid(status: 505) }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, line.first != " ", line.first != "\t"
            else {
                return .invalid(status: 400)
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields[line[..<colon].lowercased()] = value.lowercased()
        }
        guard parts[2] == "HTTP/1.0" || fields["host"] != nil, let target = originForm(parts[1]) else {
            return .invalid(status: 400)
        }
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let isKept = parts[2] == "HTTP/1.1" ? fields["connection"] != "close" : fields["connection"] == "keep-alive"
        // No body is read, so the bytes of one must not be taken for the next request.
        let hasBody = fields["transfer-encoding"] != nil || (fields["content-length"] ?? "0") != "0"
        let request = SampleRequest(
            method: String(parts[0]), path: decoded(halves[0], plusIsSpace: false),
            parameters: halves.count == 2 ? parameters(of: halves[1]) : [], closesConnection: !isKept || hasBody)
        return .request(request, length: end)
    }

    private static func endOfHead(in bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in 3..<bytes.count where bytes[index] == 10 {
            if bytes[index - 1] == 13 && bytes[index - 2] == 10 && bytes[index - 3] == 13 { return index + 1 }
        }
        return nil
    }

    /// The path and query of a target in origin form or absolute form; nil for another form.
    private static func originForm(_ target: Substring) -> Substring? {
        if target.hasPrefix("/") { return target }
        guard target.lowercased().hasPrefix("http://") else { return nil }
        let rest = target.dropFirst("http://".count)
        return rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }

    private static func parameters(of query: Substring) -> [(name: String, value: String)] {
        query.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                decoded(halves[0], plusIsSpace: true), halves.count == 2 ? decoded(halves[1], plusIsSpace: true) : ""
            )
        }
    }

    private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String {
        var rest = Array(text.utf8)[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.count >= 2
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
