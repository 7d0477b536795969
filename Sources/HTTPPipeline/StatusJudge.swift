/// The generic judge: it goes by the status alone.
///
/// 2xx is accepted, 404 and 410 are absent, 429 is throttled, 408, 425 and 5xx except 501 and 505 are transient, all
/// else is refused. Which statuses are worth a second try is left open by RFC 9110 section 15; this list is ours.
/// A part (206) is an answer only to who asked for one (RFC 9110 section 15.3.7). Where other statuses are expected, 202 says
/// that the answer isn't there yet (RFC 9110 section 15.3.3), and is transient.
public struct StatusJudge: ResponseJudge {
    /// The statuses that are an answer though they are not 2xx; nil for the default rule.
    public var expected: Set<Int>?
    /// Whether a part was asked for, so that 206 is an answer.
    public var acceptsPart: Bool

    /// Creates a judge.
    ///
    /// - Parameters:
    ///   - expected: The statuses that count as an answer, in place of 2xx; nil for the default rule.
    ///   - acceptsPart: Whether a part was asked for, with `Range`.
    public init(expecting expected: Set<Int>? = nil, acceptsPart: Bool = false) {
        self.expected = expected
        self.acceptsPart = acceptsPart
    }

    /// Judges a response by its status.
    ///
    /// - Parameter response: The response.
    /// - Returns: The verdict.
    public func judgement(of response: HTTPResponse) -> Judgement {
        if let expected, expected.contains(response.status) { return Judgement(.accepted) }
        switch response.status {
        case 202 where expected != nil: return Judgement(.transient)
        case 206 where expected == nil && !acceptsPart:
            return Judgement(.refused, message: "The server answered with a part (206) where the whole was asked for.")
        case 200..<300: return Judgement(expected == nil ? .accepted : .refused)
        case 404, 410: return Judgement(expected == nil ? .absent : .refused)
        case 429: return Judgement(.throttled(after: ServerWait.announced(by: response)))
        case 408, 425: return Judgement(.transient)
        case 501, 505: return Judgement(.refused)
        case 500..<600: return Judgement(.transient)
        default: return Judgement(.refused)
        }
    }
}
