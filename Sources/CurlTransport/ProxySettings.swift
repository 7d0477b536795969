public import HTTPPipeline

/// Which proxy is used for which URL, by the rules of curl.
///
/// `http_proxy` serves http (only in small letters: a web server sets `HTTP_PROXY` from a client's `Proxy` header, CVE-2016-5385),
/// `https_proxy` or else `HTTPS_PROXY` serves https, `all_proxy` or else `ALL_PROXY` serves what has none of its own, and
/// `no_proxy` or else `NO_PROXY` lists hosts that are reached directly.
public struct ProxySettings: Sendable, Hashable {
    private var http: String?
    private var https: String?
    private var exceptions: [String] = []
    private var direct: Set<Origin> = []

    /// Creates settings without a proxy.
    public init() {}

    /// Creates settings from the variables that curl reads.
    ///
    /// - Parameter environment: The variables by name.
    public init(environment: [String: String]) {
        self.init { name in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// The same settings, but for one server that is reached directly whatever the variables say.
    ///
    /// - Parameter origin: The server, as one within this process that no proxy could reach.
    /// - Returns: The settings with the exception.
    public func exempting(_ origin: Origin) -> ProxySettings {
        var settings = self
        settings.direct.insert(origin)
        return settings
    }

    init(variable: (String) -> String?) {
        let all = variable("all_proxy") ?? variable("ALL_PROXY")
        http = variable("http_proxy") ?? all
        https = variable("https_proxy") ?? variable("HTTPS_PROXY") ?? all
        let list = variable("no_proxy") ?? variable("NO_PROXY") ?? ""
        exceptions = list.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }

    /// The proxy for a URL.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The proxy as the variable names it; nil where the host is reached directly.
    package func proxy(for url: HTTPURL) -> String? {
        guard let proxy = url.scheme == "https" ? https : http, !direct.contains(url.origin) else { return nil }
        if exceptions.isEmpty { return proxy }
        return exceptions.contains { Self.covers($0, host: url.host) } ? nil : proxy
    }

    /// Whether an entry of `no_proxy` means the host: `*`, a name and all names below it, an address, or a block of addresses.
    private static func covers(_ entry: String, host: String) -> Bool {
        if entry == "*" { return true }
        if let address = IPAddress(host) {
            let parts = entry.split(separator: "/", maxSplits: 1)
            guard let first = parts.first, let network = IPAddress(String(first)) else { return false }
            guard parts.count == 2 else { return network == address }
            guard let bits = Int(parts[1]), bits >= 0 else { return false }
            return network.hasPrefix(of: bits, in: address)
        }
        var name = Substring(entry.asciiLowercased)
        if name.hasSuffix(".") { name.removeLast() }
        if name.hasPrefix(".") { name.removeFirst() }
        var asked = Substring(host.asciiLowercased)
        if asked.hasSuffix(".") { asked.removeLast() }
        return !name.isEmpty && (asked == name || asked.hasSuffix("." + name))
    }
}
