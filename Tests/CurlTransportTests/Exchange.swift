import CurlTransport
import HTTPPipeline
import HTTPTestSupport

/// What one exchange brought, with its record.
struct Exchange: Sendable {
    let result: Result<HTTPResponse, HTTPClientError>
    let attempt: AttemptRecord

    var error: HTTPClientError? {
        if case .failure(let error) = result { error } else { nil }
    }
}

/// Makes an attempt's record and sends the request through a transport.
func exchange(
    _ request: HTTPRequest,
    over transport: inout CurlTransport,
    through gate: some DepartureGate = OpenGate()
) async -> Exchange {
    var record = RequestRecord(started: .origin, startedAt: .current())
    record.append(
        AttemptRecord(
            number: 1,
            reason: .first,
            method: request.method,
            url: request.url.serialized,
            lane: Lane(of: request.url)
        )
    )
    do throws(HTTPClientError) {
        let response = try await transport.send(request, through: gate, recording: &record)
        return Exchange(result: .success(response), attempt: record.attempts[0])
    } catch {
        return Exchange(result: .failure(error), attempt: record.attempts[0])
    }
}

/// Sends one request through a transport of its own.
func exchange(
    _ request: HTTPRequest,
    through gate: some DepartureGate = OpenGate(),
    configuration: CurlTransport.Configuration = .direct,
    abort: AbortSwitch? = nil
) async -> Exchange {
    do throws(HTTPClientError) {
        var transport = try CurlTransport(configuration: configuration, timeline: Timeline(), abort: abort)
        return await exchange(request, over: &transport, through: gate)
    } catch {
        fatalError("The transport can't be made: \(error)")
    }
}

/// Begins an exchange again and again and ends it ever later, until one ended in the stage that a test is about.
///
/// - Parameters:
///   - request: What to send.
///   - configuration: What differs from the defaults.
///   - end: Ends the exchange of a task.
///   - isThere: Whether an exchange had come to the stage when it ended.
/// - Returns: The exchange that had.
func ended(
    _ request: HTTPRequest,
    configuration: CurlTransport.Configuration = .direct,
    by end: (Task<Exchange, Never>, AbortSwitch) -> Void,
    when isThere: (Exchange) -> Bool
) async -> Exchange {
    var yields = 1
    while true {
        let abort = AbortSwitch()
        let task = Task { await exchange(request, configuration: configuration, abort: abort) }
        for _ in 0..<yields { await Task.yield() }
        end(task, abort)
        let answer = await task.value
        if isThere(answer) { return answer }
        yields *= 2
    }
}

extension TimeLimits {
    /// Limits that end no exchange of a test.
    static var hours: Self {
        var limits = TimeLimits()
        limits.connect = .seconds(3_600)
        limits.idle = .seconds(3_600)
        limits.attempt = .seconds(3_600)
        return limits
    }
}

extension CurlTransport.Configuration {
    /// A configuration on which the environment has no influence.
    static var direct: Self {
        var configuration = CurlTransport.Configuration()
        configuration.proxies = ProxySettings()
        configuration.certificateFile = nil
        return configuration
    }
}
