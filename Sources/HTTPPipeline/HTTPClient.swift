/// Something that answers HTTP requests, one at a time.
///
/// A client is owned by one task: `send` is `mutating` and the types that conform are not copyable, so the compiler
/// refuses two parallel sends through one client.
public protocol HTTPClient: ~Copyable {
    /// Sends one request and returns what came back.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - record: Where waits and attempts are noted; what was noted survives a thrown error.
    /// - Returns: The response, judged, whatever its status.
    /// - Throws: ``HTTPClientError`` when no response could be had, or when the policies say not to ask for it now.
    mutating func send(
        _ request: HTTPRequest,
        recording record: inout RequestRecord
    ) async throws(HTTPClientError) -> HTTPResponse
}
