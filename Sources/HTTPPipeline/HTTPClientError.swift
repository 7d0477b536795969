/// Why a request has no response.
public struct HTTPClientError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case cancelled, nameLookup, connectionRefused, connectionFailed, connectionReset, connectionClosed
            case truncatedBody, timedOut, tls, tooLarge, malformedResponse, undecodableBody, redirect
            case invalidRequest, throttled, laneClosed, laneTaken, deadline, transport
        }

        private let kind: Kind

        private init(_ kind: Kind) {
            self.kind = kind
        }

        /// The task was cancelled.
        public static let cancelled = Code(.cancelled)
        /// The host's name has no address, or the look-up failed.
        public static let nameLookup = Code(.nameLookup)
        /// The host refused the connection.
        public static let connectionRefused = Code(.connectionRefused)
        /// No connection could be made for another reason: unreachable, no route, a proxy's no.
        public static let connectionFailed = Code(.connectionFailed)
        /// The connection broke while it was used.
        public static let connectionReset = Code(.connectionReset)
        /// The server closed the connection without an answer.
        public static let connectionClosed = Code(.connectionClosed)
        /// The body ended before its announced end.
        public static let truncatedBody = Code(.truncatedBody)
        /// A time limit passed.
        public static let timedOut = Code(.timedOut)
        /// The certificate or the TLS handshake failed.
        public static let tls = Code(.tls)
        /// The body or the header is larger than allowed.
        public static let tooLarge = Code(.tooLarge)
        /// What came is not HTTP.
        public static let malformedResponse = Code(.malformedResponse)
        /// The content encoding is broken or unknown.
        public static let undecodableBody = Code(.undecodableBody)
        /// A redirect can't or must not be followed.
        public static let redirect = Code(.redirect)
        /// The request itself can't be sent.
        public static let invalidRequest = Code(.invalidRequest)
        /// The server asks for a longer wait than allowed, and the policy is to fail.
        public static let throttled = Code(.throttled)
        /// The lane is closed for now: nothing was sent, or the server's wait is put off; see ``HTTPClientError/closure``.
        public static let laneClosed = Code(.laneClosed)
        /// Another run was let go first: nothing was sent, and the request has to wait for the lane again.
        public static let laneTaken = Code(.laneTaken)
        /// The run's deadline passed, or a wait would pass it.
        public static let deadline = Code(.deadline)
        /// The transport itself failed.
        public static let transport = Code(.transport)

        /// The code's name.
        public var description: String { kind.rawValue }
    }

    /// The kind of failure.
    public var code: Code
    /// One sentence that says what happened, without the URL.
    public var message: String
    /// What lies beneath, as the library or the system words it.
    public var cause: String?
    /// Whether the request, or part of it, was written to the wire.
    public var requestDeparted = false
    /// Why and until when the lane is closed, where ``code`` is ``Code/laneClosed``, or ``Code/deadline`` for a server's word.
    public var closure: LaneClosure?
    /// The last response, where the failure rests on one.
    public var response: HTTPResponse?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: One sentence that says what happened, without the URL.
    ///   - cause: What lies beneath.
    public init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The sentence with its cause.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
