/// Turns a response into a verdict.
public protocol ResponseJudge: Sendable {
    /// Judges a response that is not a redirect to be followed.
    ///
    /// - Parameter response: The response with its decoded body.
    /// - Returns: The verdict, and what was parsed to reach it.
    func judgement(of response: HTTPResponse) -> Judgement
}
