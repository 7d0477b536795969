package import HTTPPipeline

/// A request as a ``ScriptedServer`` received it.
package struct ScriptedRequest: Sendable {
    /// The number of the request at this server, from 1, in the order of arrival.
    package var number = 0
    /// The number of the connection at this server, from 1.
    package var connection: Int
    /// The number of the request on its connection, from 1.
    package var index: Int
    /// The method.
    package var method: String
    /// The target as it stands in the request line: a path with query, or a whole URL where the server plays a proxy.
    package var target: String
    /// The header fields.
    package var headers: HTTPHeaders
    /// The body.
    package var body: [UInt8]
    /// The request line and the header lines as they came, with their line ends.
    package var head: String
    /// When the first bytes arrived, as the kernel stamped them: nanoseconds of the wall clock.
    package var arrivedNs: Int64

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }
    /// The target's path without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }
}
