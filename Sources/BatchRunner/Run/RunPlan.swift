import Books
import HTTPPipeline

/// What a run is to send, how slowly, and what a person should know before.
struct RunPlan: Sendable {
    /// The intervals of the lanes.
    let lanes: LanePlan
    /// What a person should know.
    let warnings: [String]
    /// What to know before a new run that takes more starts than its answers count for.
    let lengthWarning: String?
    /// What is to be sent and the least time it takes, a sentence a lane.
    let sentences: [String]
    /// The same in figures.
    let paces: [LanePace]
    /// By the lane's name as it may be shown, whose rule goes before a shorter interval of the manifest.
    private let rulers: [String: (asker: String, interval: Duration)]

    /// Plans a run.
    ///
    /// An API's interval is its own rule or the manifest's pace, whichever is slower; all other servers get the manifest's pace or a
    /// second; the command line's word goes before both, and a warning says where it is faster than an API's rule.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - options: What the command line says.
    ///   - apis: The APIs of the run.
    ///   - deadline: When a start that begins now ends; nil for no end of that kind.
    ///   - environment: Names the folder in which other runs' intervals are.
    ///   - kept: How many requests of each lane an unfinished run has the answers of.
    init(
        manifest: Manifest, options: RunOptions, apis: [String: any BookAPI], deadline: Moment?,
        environment: [String: String], kept: [Lane: Int] = [:]
    ) {
        var lanes = LanePlan(quota: manifest.pace.perDay)
        lanes.defaultInterval = options.minInterval ?? manifest.pace.minInterval ?? lanes.defaultInterval
        var warnings: [String] = []
        var names: [Lane: String] = [:]
        var rulers: [Lane: String] = [:]
        for api in apis.values.sorted(by: { $0.name < $1.name }) {
            let rule = api.minInterval(hasContact: manifest.namesContact)
            let lane = Lane(of: api.baseURL)
            // A lane that serves both kinds of request keeps the larger interval.
            let ofURLs = manifest.mayAsk(lane) ? lanes.defaultInterval : nil
            let pace = max(rule, ofURLs ?? manifest.pace.minInterval ?? .zero)
            let interval = options.minInterval ?? pace
            lanes.intervals[lane] = interval
            if let asked = manifest.pace.minInterval, asked < rule, interval == rule {
                let pace =
                    asked > .zero ? "the manifest's \(DurationWords.telling(asked))" : "the manifest's lack of a pace"
                rulers[lane] = "\(api.name), whose rule goes before \(pace)"
            }
            if api.name == "sample" { lanes.privateLanes.insert(lane) }
            for host in api.furtherHosts { lanes.aliases[host] = lane }
            names[lane] = api.name == "sample" ? "the sample library" : lane.name
            warnings += Self.warnings(about: api, rule: rule, interval: interval, for: manifest)
        }
        self.lanes = lanes
        let redaction = manifest.redaction
        let requests = Self.requests(of: manifest, apis: apis, lanes: lanes)
            .map { (key: $0, value: $1 - (kept[$0] ?? 0)) }
            .filter { $0.value > 0 }
        paces = requests.map { LanePace(lane: $0.name, count: $1, interval: lanes.interval(of: $0)) }
        let shares = requests.sorted { $0.key.name < $1.key.name }
            .map { lane, count in
                let own = lanes.interval(of: lane)
                let isPrivate = lanes.privateLanes.contains(lane)
                let present = isPrivate ? nil : LaneFolder.interval(of: lane, for: own, in: environment)
                return LaneShare(
                    server: names[lane] ?? redaction.masked(lane.name), count: count, interval: own,
                    asker: rulers[lane], present: present.flatMap { $0.source == .run ? nil : $0 },
                    quota: isPrivate ? nil : lanes.quota, startLength: deadline.map { Moment.origin.duration(to: $0) })
            }
        sentences = shares.map(\.sentence)
        let longest = shares.max { $0.starts < $1.starts }
        lengthWarning = options.isSubset ? nil : longest?.warning(resumingWithin: manifest.resumeWithin)
        self.warnings = warnings
        self.rulers = Dictionary(
            uniqueKeysWithValues: rulers.map { lane, asker in
                (redaction.masked(lane.name), (asker, lanes.interval(of: lane)))
            })
    }

    /// Says of the lanes of a report whose rule they were kept by, where the manifest asked for less.
    ///
    /// - Parameter reports: The lanes.
    /// - Returns: The same with their askers.
    func explained(_ reports: [LaneReport]) -> [LaneReport] {
        reports.map { report in
            guard report.asker == nil, let ruler = rulers[report.lane], ruler.interval == report.minInterval else {
                return report
            }
            var report = report
            report.asker = ruler.asker
            return report
        }
    }

    private static func warnings(
        about api: any BookAPI, rule: Duration, interval: Duration, for manifest: Manifest
    ) -> [String] {
        let books = manifest.bookRequests[api.name] ?? 0
        guard books + (manifest.pathRequests[api.name] ?? 0) > 0 else { return [] }
        var warnings: [String] = []
        if api.asksForContact && !manifest.namesContact {
            warnings.append(
                "\(api.name) asks its clients to say whom to contact: add \"contact\" to the manifest, an e-mail address "
                    + "or a URL; until then it is asked once in \(DurationWords.telling(interval))")
        }
        if interval < rule {
            warnings.append(
                "\(DurationWords.telling(interval)) between requests is faster than \(api.name) allows "
                    + "(\(DurationWords.telling(rule)))")
        }
        if let advice = api.advice(forRequests: books) { warnings.append(advice) }
        return warnings
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
}
