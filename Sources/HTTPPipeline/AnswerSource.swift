/// Where an answer came from.
public enum AnswerSource: String, Sendable, Hashable {
    /// The server.
    case network
    /// The cache, while fresh.
    case cache
    /// The cache, after the server said that it still holds.
    case revalidated
    /// The cache, out of date, since the server could not be asked.
    case stale

    /// How much an answer that has several sources says it comes from this one.
    var rank: Int {
        switch self {
        case .stale: 4
        case .network: 3
        case .revalidated: 2
        case .cache: 1
        }
    }
}
