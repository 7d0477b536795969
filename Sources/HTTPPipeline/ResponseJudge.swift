/// Turns a response into a verdict.
public protocol ResponseJudge: Sendable {
    /// Judges a response that is not a redirect to be followed.
    ///
    /// - Parameter response: The response with its decoded body.
    /// - Returns: The verdict, and what was parsed to reach it.
    func judgement(of response: HTTPResponse) -> Judgement

    /// Whether another judge reads a response as this one does, so that what it parsed of a kept answer serves here too.
    ///
    /// - Parameter other: The other judge.
    /// - Returns: Whether it does; by default, whether it is of the same type.
    func judgesAlike(_ other: any ResponseJudge) -> Bool
}

extension ResponseJudge {
    /// Whether another judge is of the same type.
    ///
    /// - Parameter other: The other judge.
    /// - Returns: Whether it is.
    public func judgesAlike(_ other: any ResponseJudge) -> Bool { other is Self }
}
