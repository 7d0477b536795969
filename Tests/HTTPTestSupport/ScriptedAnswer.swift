package import HTTPPipeline

/// What a ``ScriptedServer`` does with one request: steps in order, after which the connection is kept.
package struct ScriptedAnswer: Sendable {
    /// One step.
    package enum Step: Sendable {
        /// Sends bytes.
        case send([UInt8])
        /// Sends bytes of a body, which an answer to HEAD leaves out.
        case body([UInt8])
        /// Waits, at most until the client is gone.
        case pause(Duration)
        /// Waits until the test says so, at most until the client is gone.
        case hold(@Sendable () -> Bool)
        /// Waits until what was sent has come to the client's machine, at most until the client is gone.
        case settle
        /// Does nothing more until the client is gone or the server stops.
        case stall
        /// Closes the connection.
        case close
        /// Closes the connection so that the client gets a reset.
        case reset
    }

    /// The steps in order.
    package var steps: [Step]

    /// Creates an answer.
    ///
    /// - Parameter steps: The steps in order.
    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A whole response; `Content-Length` is added unless the headers frame the body or the status has none.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - body: The body.
    /// - Returns: The answer; with `Connection: close` among the headers it closes the connection.
    package static func status(_ status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) -> ScriptedAnswer {
        var head = "HTTP/1.1 \(status) Scripted\r\n"
        for field in headers.fields { head += "\(field.name): \(field.value)\r\n" }
        let isFramed = headers["Content-Length"] != nil || headers["Transfer-Encoding"] != nil
        if !isFramed, status >= 200, status != 204, status != 304 { head += "Content-Length: \(body.count)\r\n" }
        var steps: [Step] = [.send(Array((head + "\r\n").utf8)), .body(body)]
        if headers["Connection"]?.asciiLowercased == "close" { steps.append(.close) }
        return ScriptedAnswer(steps)
    }

    /// A whole response with a text as its body.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - text: The body.
    /// - Returns: The answer.
    package static func status(_ status: Int, headers: HTTPHeaders = [:], text: String) -> ScriptedAnswer {
        .status(status, headers: headers, body: Array(text.utf8))
    }

    /// A 200 of type `application/json`.
    ///
    /// - Parameter text: The body.
    /// - Returns: The answer.
    package static func json(_ text: String) -> ScriptedAnswer {
        .status(200, headers: ["Content-Type": "application/json"], text: text)
    }

    /// A redirect.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - location: Where it points.
    ///   - headers: Further header fields.
    /// - Returns: The answer.
    package static func redirect(
        _ status: Int = 302,
        to location: String,
        headers: HTTPHeaders = [:]
    ) -> ScriptedAnswer {
        var all = headers
        all.add("Location", location)
        return .status(status, headers: all)
    }

    /// Bytes as they are to go over the wire.
    ///
    /// - Parameter text: The bytes, as UTF-8.
    /// - Returns: The answer.
    package static func raw(_ text: String) -> ScriptedAnswer {
        ScriptedAnswer([.send(Array(text.utf8))])
    }

    /// No answer: the request is read, and nothing more happens.
    package static var stall: ScriptedAnswer { ScriptedAnswer([.stall]) }
    /// No answer: the connection is closed.
    package static var close: ScriptedAnswer { ScriptedAnswer([.close]) }
    /// No answer: the connection is reset.
    package static var reset: ScriptedAnswer { ScriptedAnswer([.reset]) }

    /// A 200 whose body comes byte by byte.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - interval: The pause before each byte.
    /// - Returns: The answer.
    package static func drip(_ body: [UInt8], every interval: Duration) -> ScriptedAnswer {
        var steps: [Step] = [.send(Array("HTTP/1.1 200 Scripted\r\nContent-Length: \(body.count)\r\n\r\n".utf8))]
        for byte in body { steps += [.pause(interval), .body([byte])] }
        return ScriptedAnswer(steps)
    }

    /// The same answer, begun later.
    ///
    /// - Parameter delay: How much later.
    /// - Returns: The answer.
    package func delayed(by delay: Duration) -> ScriptedAnswer {
        ScriptedAnswer([.pause(delay)] + steps)
    }

    /// The same answer with a further step at its end.
    ///
    /// - Parameter step: The step.
    /// - Returns: The answer.
    package func then(_ step: Step) -> ScriptedAnswer {
        ScriptedAnswer(steps + [step])
    }
}
