#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A connection to a server on this machine that sends what it is told and reads answers.
final class LoopbackClient {
    /// One answer.
    struct Answer {
        var status = 0
        var headers: [String: String] = [:]
        var body: [UInt8] = []

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    enum Failure: Error {
        case notConnected
        case closed
    }

    private let connection: Int32
    private var received: [UInt8] = []

    init(port: Int) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        connection = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                connect(connection, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            close(connection)
            throw Failure.notConnected
        }
        // A server that never answers must fail the test, not hold it.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(connection)
    }

    /// Sends text as it is.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(connection, bytes, bytes.count)
    }

    /// Asks for a path and reads the answer.
    func get(_ target: String, method: String = "GET") throws -> Answer {
        send("\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return try answer(hasBody: method != "HEAD")
    }

    /// Reads one answer.
    func answer(hasBody: Bool = true) throws -> Answer {
        var answer = Answer()
        while true {
            let line = try readLine()
            if line.isEmpty { break }
            if answer.status == 0 {
                answer.status = Int(line.split(separator: " ")[1]) ?? 0
            } else if let colon = line.firstIndex(of: ":") {
                answer.headers[line[..<colon].lowercased()] = String(line[colon...].dropFirst(2))
            }
        }
        let length = hasBody ? Int(answer.headers["content-length"] ?? "") ?? 0 : 0
        while received.count < length { try receive() }
        answer.body = Array(received.prefix(length))
        received.removeFirst(length)
        return answer
    }

    /// Whether something has come that was not read yet.
    var hasInput: Bool {
        var entry = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        return !received.isEmpty || poll(&entry, 1, 0) > 0
    }

    /// Whether the server has closed the connection and nothing is left to read.
    var isClosed: Bool {
        do {
            while true { try receive() }
        } catch {
            return received.isEmpty
        }
    }

    private func readLine() throws -> String {
        while true {
            if let end = received.firstIndex(of: 10) {
                let line = String(decoding: received[..<end].dropLast(), as: UTF8.self)
                received.removeFirst(end + 1)
                return line
            }
            try receive()
        }
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failure.closed }
        received += buffer[..<count]
    }
}

/// JSON of any shape, for comparison.
indirect enum AnyJSON: Decodable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([AnyJSON])
    case object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([AnyJSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: AnyJSON].self))
        }
    }

    /// The value of a body.
    init(_ body: [UInt8]) throws {
        self = try JSONDecoder().decode(AnyJSON.self, from: Data(body))
    }

    /// The value of a recorded answer of Open Library.
    init(sample name: String) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        self = try AnyJSON([UInt8](Data(contentsOf: tests.appending(path: "BooksTests/Samples/" + name))))
    }

    subscript(key: String) -> AnyJSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }
}
