/// A client that knows when its next request would leave.
///
/// The retry policy asks it before every attempt, so that a wait that is too long is not begun.
package protocol PacedHTTPClient: HTTPClient, ~Copyable {
    /// When a request would leave if it were sent now.
    ///
    /// - Parameter request: The request.
    /// - Returns: The moment, its reason, and the closure where its lane is closed.
    func departure(of request: HTTPRequest) -> Departure

    /// Holds every request to the lane of a request.
    ///
    /// - Parameters:
    ///   - request: A request to the lane.
    ///   - hold: Until when and why.
    mutating func holdLane(of request: HTTPRequest, _ hold: Hold)

    /// Closes the lane of a request.
    ///
    /// - Parameters:
    ///   - request: A request to the lane.
    ///   - closure: Why and until when.
    mutating func closeLane(of request: HTTPRequest, _ closure: LaneClosure)
}
