import Books
import HTTPPipeline

/// What a run is to send, how slowly, and what a person should know before.
struct RunPlan: Sendable {
    /// The intervals of the lanes.
    let lanes: LanePlan
    /// What a person should know.
    let warnings: [String]
    /// What is to be sent and the least time it takes, a sentence a lane.
    let sentences: [String]

    /// Plans a run.
    ///
    /// An API's interval is its own rule or the manifest's pace, whichever is slower; the manifest's pace or a second for all other servers;
    /// the command line's word goes before both, and a warning says where it is faster than an API's rule.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - options: What the command line says.
    ///   - apis: The APIs of the run.
    init(manifest: Manifest, options: RunOptions, apis: [String: any BookAPI]) {
        var lanes = LanePlan()
        var warnings: [String] = []
        lanes.defaultInterval = options.minInterval ?? manifest.pace.minInterval ?? lanes.defaultInterval
        lanes.quota = manifest.pace.perDay
        let hasContact = manifest.contact != nil || manifest.userAgent != nil
        for (name, api) in apis.sorted(by: { $0.key < $1.key }) {
            let rule = api.minInterval(hasContact: hasContact)
            let interval = options.minInterval ?? max(rule, manifest.pace.minInterval ?? .zero)
            let lane = Lane(of: api.baseURL)
            lanes.intervals[lane] = interval
            for host in api.furtherHosts { lanes.aliases[host] = lane }
            let books = manifest.bookRequests[name] ?? 0
            guard books + (manifest.pathRequests[name] ?? 0) > 0 else { continue }
            if api.asksForContact && !hasContact {
                warnings.append(
                    "\(name) asks its clients to say whom to contact: add \"contact\" to the manifest, an e-mail address or "
                        + "a URL; until then it is asked once in \(DurationWords.telling(rule))")
            }
            if interval < rule {
                warnings.append(
                    "\(DurationWords.telling(interval)) between requests is faster than \(name) allows "
                        + "(\(DurationWords.telling(rule)))")
            }
            if let advice = api.advice(forRequests: books) {
                warnings.append(advice)
            }
        }
        self.lanes = lanes
        self.warnings = warnings
        sentences = Self.requests(of: manifest, apis: apis, lanes: lanes).sorted { $0.key.name < $1.key.name }.map {
            lane, count in
            Self.sentence(lane: lane, count: count, interval: lanes.interval(of: lane))
        }
    }

    private static func requests(
        of manifest: Manifest, apis: [String: any BookAPI], lanes: LanePlan
    ) -> [Lane: Int] {
        var requests: [Lane: Int] = [:]
        for (lane, count) in manifest.urlRequests { requests[lanes.aliases[lane] ?? lane, default: 0] += count }
        for counts in [manifest.bookRequests, manifest.pathRequests] {
            for (name, count) in counts {
                if let api = apis[name] { requests[lanes.lane(of: api.baseURL), default: 0] += count }
            }
        }
        return requests
    }

    private static func sentence(lane: Lane, count: Int, interval: Duration) -> String {
        let requests = "\(DurationWords.telling(count)) \(count == 1 ? "request" : "requests") to \(lane)"
        guard interval > .zero else { return "\(requests) without a pace" }
        let least = interval * (count - 1)
        return "\(requests) at \(DurationWords.telling(interval)): at least \(DurationWords.telling(least))"
    }
}
