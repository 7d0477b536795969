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

extension CurlTransport.Configuration {
    /// A configuration on which the environment has no influence.
    static var direct: Self {
        var configuration = CurlTransport.Configuration()
        configuration.proxies = ProxySettings()
        configuration.certificateFile = nil
        return configuration
    }
}
