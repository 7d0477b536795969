#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension CurlTransport {
    /// What can be set about a transport.
    public struct Configuration: Sendable {
        /// How long an exchange that the gate has let go may go on after its task was cancelled.
        public var cancellationGrace = Duration.zero
        /// The `User-Agent` of a request that names none.
        ///
        /// By default it names the library; a client of servers that aren't one's own should say whom to contact.
        public var userAgent = "CurlTransport libcurl/\(CurlTransport.libraryVersion)"
        /// Which proxy is used for which host; by default as the environment says.
        public var proxies: ProxySettings
        /// A file with the certificates to trust (PEM); nil for the system's.
        ///
        /// By default what `CURL_CA_BUNDLE` or else `SSL_CERT_FILE` names.
        public var certificateFile: String?

        /// Creates a configuration from the environment.
        public init() {
            proxies = ProxySettings(variable: Self.variable)
            certificateFile = Self.variable("CURL_CA_BUNDLE") ?? Self.variable("SSL_CERT_FILE")
        }

        /// A variable of the process's environment; an empty one counts as missing, as it does for curl.
        private static func variable(_ name: String) -> String? {
            guard let value = getenv(name), value.pointee != 0 else { return nil }
            return String(cString: value)
        }
    }
}
