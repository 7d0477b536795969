import HTTPTestSupport
import Testing

/// The single-writer rule is written in types; these programs show that the compiler keeps it.
@Suite struct OwnershipTests {
    /// A misuse, what the compiler says of it, and the nearest program that is right.
    struct Misuse: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let message: String
        let wrong: String
        let right: String
    }

    static let misuses = [
        Misuse(
            testDescription: "two parallel sends through one client",
            message: "sending 'client' risks causing data races",
            wrong: """
                var client = makeHTTPPipeline(over: Wire(), timeline: Timeline())
                async let first = status(of: request, through: &client)
                async let second = status(of: request, through: &client)
                return try await first + second
                """,
            right: """
                var client = makeHTTPPipeline(over: Wire(), timeline: Timeline())
                let first = try await status(of: request, through: &client)
                let second = try await status(of: request, through: &client)
                return first + second
                """
        ),
        Misuse(
            testDescription: "a second copy of a client and its limiter",
            message: "'client' used after consume",
            wrong: """
                var client = makeHTTPPipeline(over: Wire(), timeline: Timeline())
                var copy = client
                return try await status(of: request, through: &client) + status(of: request, through: &copy)
                """,
            right: """
                let client = makeHTTPPipeline(over: Wire(), timeline: Timeline())
                var moved = client
                return try await status(of: request, through: &moved) + status(of: request, through: &moved)
                """
        ),
        Misuse(
            testDescription: "the use of a client that was handed over",
            message: "'client' used after consume",
            wrong: """
                var client = makeHTTPPipeline(over: Wire(), timeline: Timeline())
                var outer = Outer(base: client)
                return try await status(of: request, through: &outer) + status(of: request, through: &client)
                """,
            right: """
                let client = makeHTTPPipeline(over: Wire(), timeline: Timeline())
                var outer = Outer(base: client)
                return try await status(of: request, through: &outer)
                """
        ),
        Misuse(
            testDescription: "a transport under two limiters",
            message: "'wire' consumed more than once",
            wrong: """
                let wire = Wire()
                var first = makeHTTPPipeline(over: wire, timeline: Timeline())
                var second = makeHTTPPipeline(over: wire, timeline: Timeline())
                return try await status(of: request, through: &first) + status(of: request, through: &second)
                """,
            right: """
                let wire = Wire()
                var first = makeHTTPPipeline(over: wire, timeline: Timeline())
                return try await status(of: request, through: &first)
                """
        ),
        Misuse(
            testDescription: "a send past the gate",
            message: "missing argument for parameter 'through' in call",
            wrong: """
                var wire = Wire()
                var record = RequestRecord(started: .origin, startedAt: .current())
                return try await wire.send(request, recording: &record).status
                """,
            right: """
                var wire = Wire()
                var record = RequestRecord(started: .origin, startedAt: .current())
                return try await wire.send(request, through: OwnGate(), recording: &record).status
                """
        ),
    ]

    private static func program(_ body: String) -> String {
        """
        import HTTPPipeline

        struct Wire: HTTPTransport, ~Copyable {
            mutating func send(
                _ request: HTTPRequest,
                through gate: some DepartureGate,
                recording record: inout RequestRecord
            ) async throws(HTTPClientError) -> HTTPResponse {
                throw HTTPClientError(.transport, "There is no wire.")
            }
        }

        struct OwnGate: DepartureGate {
            func decision(for peer: PeerAddress) -> GateDecision { .go }
            func departed(at moment: Moment) {}
            func takeBack() {}
        }

        struct Outer<Base: HTTPClient & ~Copyable>: HTTPClient, ~Copyable {
            var base: Base

            init(base: consuming Base) {
                self.base = base
            }

            mutating func send(
                _ request: HTTPRequest,
                recording record: inout RequestRecord
            ) async throws(HTTPClientError) -> HTTPResponse {
                try await base.send(request, recording: &record)
            }
        }

        func status<Client: HTTPClient & ~Copyable>(
            of request: HTTPRequest, through client: inout Client
        ) async throws -> Int {
            var record = RequestRecord(started: .origin, startedAt: .current())
            return try await client.send(request, recording: &record).status
        }

        func run(_ request: HTTPRequest) async throws -> Int {
            \(body.split(separator: "\n").joined(separator: "\n    "))
        }
        """
    }

    @Test(
        .enabled(if: canRun("OwnershipTests", SwiftCompiler() != nil, "swiftc and the built modules")),
        arguments: misuses
    )
    func `The compiler refuses misuse and takes its right twin`(misuse: Misuse) throws {
        let compiler = try #require(SwiftCompiler())
        let refusal = try #require(compiler.answer(to: Self.program(misuse.wrong)))
        #expect(!refusal.accepts)
        #expect(refusal.output.contains("error: \(misuse.message)"), "\(refusal.output)")
        let consent = try #require(compiler.answer(to: Self.program(misuse.right)))
        #expect(consent.accepts, "\(consent.output)")
    }
}
