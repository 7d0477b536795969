/// A request method (RFC 9110 section 9).
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// The method as it is sent; case matters.
    public let name: String

    /// Creates a method.
    ///
    /// - Parameter name: The method as it is sent.
    public init(_ name: String) {
        self.name = name
    }

    /// GET.
    public static let get = HTTPMethod("GET")
    /// HEAD.
    public static let head = HTTPMethod("HEAD")
    /// POST.
    public static let post = HTTPMethod("POST")
    /// PUT.
    public static let put = HTTPMethod("PUT")
    /// PATCH.
    public static let patch = HTTPMethod("PATCH")
    /// DELETE.
    public static let delete = HTTPMethod("DELETE")
    /// OPTIONS.
    public static let options = HTTPMethod("OPTIONS")

    /// Whether a second request of the same kind changes nothing more at the server (RFC 9110 section 9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .options, .put, .delete: true
        default: false
        }
    }

    /// Whether the method is known to change nothing at the server (RFC 9110 section 9.2.1).
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, HTTPMethod("TRACE"): true
        default: false
        }
    }

    /// The method's name.
    public var description: String { name }
}
