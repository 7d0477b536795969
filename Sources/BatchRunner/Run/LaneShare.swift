/// What a server gets of a run: how many requests, how far apart, and on how many days.
struct LaneShare: Sendable {
    /// What the server is called.
    let server: String
    /// How many requests.
    let count: Int
    /// The least time between two of them.
    let interval: Duration
    /// How many sends the server gets in a day; nil for no bound.
    let quota: Int?

    /// The days of the quota on which something is sent.
    var days: Int { quota.map { (count - 1) / $0 + 1 } ?? 1 }

    private var least: Duration { interval * (count - 1) }

    /// What is to be sent, and the least time that it takes.
    var sentence: String {
        let requests = "\(DurationWords.telling(count)) \(count == 1 ? "request" : "requests") to \(server)"
        let pace = interval > .zero ? "at \(DurationWords.telling(interval))" : "without a pace"
        if let quota, days > 1, Self.day * days > least {
            return
                "\(requests) \(pace), \(DurationWords.telling(quota)) a day: on at least \(DurationWords.telling(days)) days"
        }
        return "\(requests) \(pace)" + (interval > .zero ? ": at least \(DurationWords.telling(least))" : "")
    }

    /// What to know of a quota that makes a run last longer than its answers count.
    ///
    /// - Parameter limit: How long they count.
    /// - Returns: The warning; nil where there is nothing to know.
    func warning(resumingWithin limit: Duration) -> String? {
        guard days > 1 else { return nil }
        let needed = max(days, Int(least / Self.day) + 1)
        guard Self.day * needed > limit else { return nil }
        return
            "the quota of \(server) (perDay) makes this take at least \(DurationWords.telling(needed)) days, and what is older "
            + "than \(DurationWords.telling(limit)) (resumeWithin) is asked again, so that the run may never end: "
            + "set \"resumeWithin\" to \"\(needed)d\" or more"
    }

    private static var day: Duration { .seconds(86_400) }
}
