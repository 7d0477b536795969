/// The address at the other end of a connection.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as a literal: `192.0.2.7`, `2001:db8::1`.
    public var address: String
    /// The port.
    public var port: Int
    /// Whether the other end is a proxy, so that the address says nothing of the server.
    public var isProxy: Bool

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - address: An IPv4 or IPv6 literal without brackets.
    ///   - port: The port.
    ///   - isProxy: Whether the other end is a proxy.
    public init(address: String, port: Int, isProxy: Bool = false) {
        self.address = address
        self.port = port
        self.isProxy = isProxy
    }

    /// The address and port as a URL spells them: `127.0.0.1:80`, `[::1]:80`.
    public var description: String {
        address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
