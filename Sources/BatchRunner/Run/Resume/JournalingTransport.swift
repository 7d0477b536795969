import HTTPPipeline

/// A transport that has the journal know of a request before it touches the wire.
struct JournalingTransport<Base: HTTPTransport & ~Copyable>: HTTPTransport, ~Copyable {
    private var base: Base
    private let note: SendNote

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The wire.
    ///   - note: Writes to the journal.
    init(_ base: consuming Base, note: SendNote) {
        self.base = base
        self.note = note
    }

    /// Notes the send and performs the exchange.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - gate: Asked just before the first byte of the request is written.
    ///   - record: Where the phases of the exchange are noted.
    /// - Returns: The response, whatever its status.
    /// - Throws: ``HTTPClientError`` when the journal can't be written, the exchange failed or the task was cancelled.
    mutating func send(
        _ request: HTTPRequest,
        through gate: some DepartureGate,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse {
        do throws(FileError) {
            try note.write()
        } catch {
            // Not to be repeated: the loop's next write to the journal ends the run.
            throw HTTPClientError(.cancelled, "The journal can't be written.", cause: "\(error)")
        }
        return try await base.send(request, through: gate, recording: &record)
    }
}
