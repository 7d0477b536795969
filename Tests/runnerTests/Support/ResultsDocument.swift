#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A results file as a program of someone else's would read it.
struct ResultsDocument: Decodable {
    struct Run: Decodable {
        var outcome: String
        var wallMs: Double
        var lanes: [Lane]
    }

    struct Lane: Decodable {
        var lane: String
        var minIntervalMs: Double
        var sends: Int
        var leastGapMs: Double?
    }

    struct Summary: Decodable {
        var requests: Int
        var ok: Int
        var notFound: Int
        var failed: Int
        var deferred: Int
        var skipped: Int
        var network: Int
        var cache: Int
        var duplicate: Int
        var sends: Int
        var retries: Int
        var redirects: Int
    }

    struct Times: Decodable {
        var totalMs: Double
        var cacheMs: Double
        var paceMs: Double
        var serverMs: Double
        var backoffMs: Double
        var networkMs: Double
        var otherMs: Double
    }

    struct Result: Decodable {
        var id: String
        var outcome: String
        var reason: String?
        var message: String?
        var error: String?
        var retryAfterMs: Double?
        var source: String?
        var of: String?
        var status: Int?
        var url: String?
        var text: String?
        var timing: Times
        var attempts: [Attempt]
    }

    struct Attempt: Decodable {
        var send: Int?
        var number: Int
        var reason: String
        var url: String
        var status: Int?
        var error: String?
        var paceMs: Double
        var serverMs: Double
        var backoffMs: Double
        var reused: Bool
        var connectMs: Double?
        var totalMs: Double
    }

    var run: Run
    var summary: Summary
    var results: [Result]

    init(_ text: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }

    /// The outcomes in order, each with its reason where it has one: `ok`, `failed/timeout`.
    var outcomes: [String] {
        results.map { $0.outcome + ($0.reason.map { "/" + $0 } ?? "") }
    }
}
