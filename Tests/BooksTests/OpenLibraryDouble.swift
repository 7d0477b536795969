import Books
import HTTPPipeline
import JSONText
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers a search from the samples, and counts what was asked.
struct OpenLibraryDouble {
    /// What was asked: the paths with their queries.
    private(set) var targets: [String] = []
    /// Why it was asked.
    private(set) var reasons: [AttemptReason] = []
    /// Answers that come before those of the samples, by target.
    var answers: [String: (status: Int, body: String)] = [:]
    /// Whether the judge's findings travel with the response, as they don't out of a cache on disk.
    var keepsParsed = true

    /// Runs a search to its end.
    mutating func run(_ query: BookQuery) throws -> BookLookupStep {
        var lookup = try OpenLibraryDouble.api().lookup(query)
        var step = lookup.next(after: nil)
        while case .send(let request) = step {
            try #require(targets.count < 200)
            let target = request.url.path + (request.url.query.map { "?" + $0 } ?? "")
            targets.append(target)
            reasons.append(request.reason)
            #expect(request.headers["Accept"] == "application/json")
            var response = try OpenLibraryDouble.response(to: request.url, answer(to: target))
            response.judgement = request.judge.judgement(of: response)
            try #require([.accepted, .absent].contains(response.verdict), "\(target)")
            if !keepsParsed { response.judgement.parsed = nil }
            step = lookup.next(after: response)
        }
        return step
    }

    static func api() throws -> OpenLibraryAPI {
        OpenLibraryAPI(name: "sample", baseURL: try HTTPURL("http://127.0.0.1:8080"))
    }

    static func response(to url: HTTPURL, _ answer: (status: Int, body: String)) -> HTTPResponse {
        response(to: url, answer.status, Array(answer.body.utf8))
    }

    static func response(to url: HTTPURL, _ status: Int, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: ["Content-Type": "application/json"], body: body, url: url, received: .origin,
            receivedAt: WallTime(epochSeconds: 0))
    }

    private func answer(to target: String) throws -> (status: Int, body: String) {
        if let answer = answers[target] { return answer }
        if target.hasPrefix("/works/") || target.hasPrefix("/authors/") {
            return (200, String(decoding: try Sample.bytes(String(target.dropFirst())), as: UTF8.self))
        }
        let key = try #require(target.split(separator: "=").dropFirst().first?.split(separator: "&").first)
        let all = try JSONDecoder().decode([String: AnyJSON].self, from: Data(Sample.bytes("details_batch.json")))
        let entry = all[String(key)].map { [String(key): $0] } ?? [:]
        return (200, String(decoding: try JSONEncoder().encode(entry), as: UTF8.self))
    }
}

/// A book as JSON text.
func json(_ book: Book) -> String {
    var writer = JSONWriter()
    book.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// JSON of any shape, for comparison.
indirect enum AnyJSON: Codable, Hashable {
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

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
