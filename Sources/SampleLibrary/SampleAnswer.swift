import JSONText

/// What the sample library answers.
struct SampleAnswer: Sendable {
    var status: Int
    var contentType = "application/json"
    /// Further header fields.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// How long the answer is held back.
    var delay = Duration.zero

    /// An answer of JSON.
    init(status: Int = 200, _ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        self.status = status
        body = writer.bytes
    }

    /// An answer of text of another type.
    init(status: Int, contentType: String, text: String) {
        self.status = status
        self.contentType = contentType
        body = Array(text.utf8)
    }

    /// A page of HTML that says no more than its title.
    static func page(status: Int, _ title: String) -> SampleAnswer {
        SampleAnswer(
            status: status, contentType: "text/html; charset=utf-8",
            text: "<!DOCTYPE html><html><head><title>\(title)</title></head><body><h1>\(title)</h1></body></html>\n")
    }

    /// A redirect.
    static func redirect(status: Int, to location: String) -> SampleAnswer {
        var answer = SampleAnswer(status: status, contentType: "text/html", text: "")
        answer.headers = [("Location", location)]
        return answer
    }

    /// The answer as HTTP/1.1 writes it.
    ///
    /// - Parameters:
    ///   - date: The value of the `Date` header.
    ///   - isHead: Whether the request's method was HEAD: the body is announced and not sent.
    ///   - closes: Whether the connection is closed behind it.
    /// - Returns: The bytes.
    func serialized(date: String, isHead: Bool, closes: Bool) -> [UInt8] {
        var head =
            "HTTP/1.1 \(status) \(SampleAnswer.reasons[status] ?? "Unknown")\r\nServer: sample-library\r\nDate: \(date)\r\n"
        head += "Content-Type: \(contentType)\r\nContent-Length: \(body.count)\r\nAccess-Control-Allow-Origin: *\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if closes { head += "Connection: close\r\n" }
        head += "\r\n"
        return Array(head.utf8) + (isHead ? [] : body)
    }

    private static let reasons = [
        200: "OK", 301: "Moved Permanently", 302: "Found", 400: "Bad Request", 404: "Not Found",
        405: "Method Not Allowed",
        422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]
}
