import HTTPPipeline

/// What a server gets of a run: how many requests, how far apart, and in how many starts.
struct LaneShare: Sendable {
    /// What the server is called.
    let server: String
    /// How many requests.
    let count: Int
    /// The least time between two of them.
    let interval: Duration
    /// Whose word that is, where it is not what the manifest asks for.
    let asker: String?
    /// A longer interval that counts at present, by another's word that may lapse; nil for none.
    let present: LaneInterval?
    /// How many sends the server gets in a day; nil for no bound.
    let quota: Int?
    /// How long a start may take; nil for no bound.
    let startLength: Duration?

    /// How many starts it takes at the least, one a night.
    var starts: Int {
        var fitting = quota
        if let startLength, interval > .zero {
            // The first request leaves at once, and none at the end or after it.
            let whole = Int(min(startLength / interval, 1e15).rounded(.up))
            fitting = min(fitting ?? .max, max(1, whole))
        }
        return fitting.map { (count - 1) / $0 + 1 } ?? 1
    }

    private var least: Duration { interval * (count - 1) }

    /// What is to be sent, and the least time that it takes.
    var sentence: String {
        var text = "\(DurationWords.telling(count)) \(count == 1 ? "request" : "requests") to \(server) "
        text += present.map { "\(Self.pace($0.duration, asker: $0.source.words)) for now, else " } ?? ""
        text += Self.pace(interval, asker: asker)
        guard starts > 1 else { return text + (interval > .zero ? ": at least \(DurationWords.telling(least))" : "") }
        if let startLength, startLength < Self.day {
            if let quota { text += ", \(DurationWords.telling(quota)) a day" }
            text += ": at least \(DurationWords.telling(least))"
            text += ", in at least \(DurationWords.telling(starts)) starts of "
            return text + DurationWords.telling(startLength)
        }
        guard let quota, Self.day * starts > least else { return text + ": at least \(DurationWords.telling(least))" }
        return text + ", \(DurationWords.telling(quota)) a day: on at least \(DurationWords.telling(starts)) days"
    }

    /// What to know of a run that takes longer than its answers count.
    ///
    /// - Parameter limit: How long they count.
    /// - Returns: The warning; nil where there is nothing to know.
    func warning(resumingWithin limit: Duration) -> String? {
        guard starts > 1 else { return nil }
        let needed = max(starts, startLength == nil ? Int(least / Self.day) + 1 : 0)
        // A start may begin a little later than the one before it did.
        guard Self.day * needed > limit else { return nil }
        let cause =
            startLength.map { "starts of \(DurationWords.telling($0)) make the requests to \(server)" }
            ?? "the quota of \(server) (perDay) makes this"
        let night = min(Int(limit / Self.day) + 2, needed)
        return
            "\(cause) take at least \(DurationWords.telling(needed)) days, and from day \(night) on what is older than "
            + "\(DurationText.text(of: limit)) (resumeWithin) is asked again, so that the run may never end: "
            + "set \"resumeWithin\" to \"\(needed)d\" or more"
    }

    private static func pace(_ interval: Duration, asker: String?) -> String {
        guard interval > .zero else { return "without a pace" }
        return "at \(DurationWords.telling(interval))" + (asker.map { " (asked by \($0))" } ?? "")
    }

    private static var day: Duration { .seconds(86_400) }
}
