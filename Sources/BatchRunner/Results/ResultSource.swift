package import HTTPPipeline

/// Where the answer of a result came from: one of the pipeline's sources, or an equal request of the same manifest.
package enum ResultSource: Sendable, Hashable {
    /// A source of the pipeline.
    case pipeline(AnswerSource)
    /// An equal request, which was asked in its place.
    case duplicate

    /// The name in the results.
    package var name: String {
        switch self {
        case .pipeline(let source): source.rawValue
        case .duplicate: "duplicate"
        }
    }

    /// The source of a name.
    ///
    /// - Parameter name: The name in the results; nil comes of any other.
    package init?(name: String) {
        if name == "duplicate" {
            self = .duplicate
        } else if let source = AnswerSource(rawValue: name) {
            self = .pipeline(source)
        } else {
            return nil
        }
    }
}
