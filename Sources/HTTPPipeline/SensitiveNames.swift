/// The parts of a request that hold a secret and must not follow a redirect to another origin.
public struct SensitiveNames: Sendable, Hashable {
    /// Header names in small letters.
    public var headers: Set<String>
    /// Query parameter names as they are written in the URL, decoded.
    public var parameters: Set<String>
    /// Whether the body holds a secret; such a request follows no redirect that would carry the body to another origin.
    public var includesBody = false

    /// Creates a set of names.
    ///
    /// - Parameters:
    ///   - headers: Header names in small letters.
    ///   - parameters: Decoded parameter names.
    public init(headers: Set<String> = [], parameters: Set<String> = []) {
        self.headers = headers
        self.parameters = parameters
    }
}
