/// A server as the limiter counts it: the host without a leading `www.`, and the port where it is neither 80 nor 443.
///
/// The machine itself is `localhost` by whatever name or address, and an IPv4 address mapped to IPv6 is that address.
public struct Lane: Hashable, Sendable, CustomStringConvertible {
    /// The lane's name: `openlibrary.org`, `127.0.0.1:8080`.
    public let name: String

    /// Creates a lane from its name.
    ///
    /// - Parameter name: A name of the form that ``description`` gives.
    public init(name: String) {
        self.name = name
    }

    /// The lane of a URL.
    ///
    /// - Parameter url: The URL.
    public init(of url: HTTPURL) {
        let host = url.host.ofServer
        name = url.port == 80 || url.port == 443 ? host : "\(host):\(url.port)"
    }

    /// The lane's name.
    public var description: String { name }
}
