package import Books
package import HTTPPipeline

/// Which lane a request of the manifest begins on.
package struct RequestLanes: Sendable {
    private let plan: LanePlan
    private let lanes: [String: Lane]

    /// Finds the lanes of the APIs.
    ///
    /// - Parameters:
    ///   - plan: The lanes of the run.
    ///   - apis: The APIs by their names in the manifest.
    package init(plan: LanePlan, apis: [String: any BookAPI]) {
        self.plan = plan
        lanes = apis.mapValues { plan.lane(of: $0.baseURL) }
    }

    /// The lane of a request.
    ///
    /// - Parameter spec: The request.
    /// - Returns: The lane of its URL or of its API; nil for a request that can't be asked.
    package func lane(of spec: RequestSpec) -> Lane? {
        switch spec.kind {
        case .url(let url): plan.lane(of: url)
        case .isbn, .title, .path: spec.api.flatMap { lanes[$0] }
        case .invalid: nil
        }
    }
}
