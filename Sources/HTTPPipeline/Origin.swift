/// The strict origin of a URL: scheme, host and port (RFC 6454 section 4).
///
/// Credentials never leave it.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The scheme, `http` or `https`.
    public var scheme: String
    /// The canonical host.
    public var host: String
    /// The port, the scheme's default included.
    public var port: Int

    /// The origin as a URL spells it.
    public var description: String { "\(scheme)://\(host):\(port)" }
}
