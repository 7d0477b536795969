import BatchRunner
import HTTPPipeline
import HTTPTestSupport

/// A run of several starts, one a day, against servers that behave by a script; nothing in it takes time.
struct Simulation: CustomStringConvertible {
    /// What a server always does with a request.
    enum Nature: CaseIterable, Sendable {
        case good, missing, refused, poisoned, loops, slow, flaky, putOff
    }

    /// A request of the list.
    struct Request: Sendable {
        var lane: String
        var nature = Nature.good
        var method = HTTPMethod.get

        var isChange: Bool { !method.isSafe }
    }

    /// A time in which a server answers nothing but faults.
    struct Outage: Sendable {
        var lane: String
        var from: WallTime
        var until: WallTime

        func holds(_ host: String, at now: WallTime) -> Bool {
            host.hasPrefix(lane) && from <= now && now < until
        }
    }

    private let requests: [Request]
    private let manifest: Manifest
    private let folder: ManifestFolder
    private let state: StateFolder
    private var outages: [Outage] = []
    private var lanes = LanePlan(defaultInterval: .zero)
    private var attempts = 1
    private var now = WallTime(year: 2026, month: 11, day: 30, hour: 1)
    private var starts = 0
    /// The requests that were sent, in their order, by their places in the list.
    private var sent: [(index: Int, method: HTTPMethod)] = []
    private var outcomes: [String: Outcome] = [:]
    private let settings: String
    /// What must not be, in words.
    private(set) var problems: [String] = []

    init(_ requests: [Request], settings: String = "") throws {
        self.requests = requests
        self.settings = settings
        let list = requests.enumerated().map { index, request in
            "{\"id\": \"\(index)\", \"method\": \"\(request.method)\", "
                + "\"url\": \"http://\(request.lane).example/\(index)\"}"
        }
        folder = try ManifestFolder(
            "{\"resumeWithin\": \"999d\", \"maxFailures\": \"100%\", \(settings)"
                + "\"requests\": [\(list.joined(separator: ", "))]}")
        manifest = try folder.check().get()
        state = StateFolder(folder.path("state"))
        try state.prepare()
    }

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let hasPutOff = seed.isMultiple(of: 4)
        let natures = Nature.allCases.filter { $0 != .putOff || hasPutOff }
        let badness = Int.random(in: 0...3, using: &random)
        var requests: [Request] = []
        let count = Int.random(in: 4...16, using: &random)
        while requests.count < count {
            let isBad = Int.random(in: 0..<4, using: &random) < badness
            let nature = isBad ? natures.randomElement(using: &random) ?? .good : .good
            // What fails tends to stand together.
            for _ in 0..<Int.random(in: 1...(isBad ? 9 : 3), using: &random) {
                var request = Request(lane: ["a", "a", "b"].randomElement(using: &random) ?? "a", nature: nature)
                // A request that is always put off, and the changes behind it, wait for ever.
                if !hasPutOff, Int.random(in: 0..<6, using: &random) == 0 {
                    request.method = [.post, .put, .delete].randomElement(using: &random) ?? .post
                }
                requests.append(request)
            }
        }
        var settings = ["", "", #""deadline": "100s", "#, #""deadline": "10m", "#].randomElement(using: &random) ?? ""
        if Bool.random(using: &random) { settings += #""retry": {"overLimit": "fail"}, "# }
        try self.init(requests, settings: settings)
        attempts = Int.random(in: 1...2, using: &random)
        lanes.defaultInterval = [.zero, .seconds(1)].randomElement(using: &random) ?? .zero
        if Int.random(in: 0..<4, using: &random) == 0 { lanes.quota = Int.random(in: 12...30, using: &random) }
        for lane in ["a", "b"] where Bool.random(using: &random) {
            let from = now.advanced(seconds: Int.random(in: 0...200, using: &random))
            let length = [100, 1_000, 100_000, 200_000].randomElement(using: &random) ?? 100
            outages.append(Outage(lane: lane, from: from, until: from.advanced(seconds: length)))
        }
    }

    /// More starts than it takes: each request three times, a few at a start, and those in which nothing could be had.
    var mostStarts: Int { requests.count + 10 }

    /// How many requests are answered.
    var answered: Int { outcomes.values.count { $0 == .ok || $0 == .notFound } }

    /// Whether every request has its end, those aside that a server always puts off.
    var isFinished: Bool {
        outcomes.count == requests.count
            && outcomes.allSatisfy { id, outcome in
                switch outcome {
                case .ok, .notFound, .failed: true
                case .deferred, .skipped: requests[Int(id) ?? 0].nature == .putOff
                }
            }
    }

    var description: String {
        let list = requests.enumerated().map { index, request in
            "\(index)\(request.lane) \(request.method) \(request.nature): \(outcomes["\(index)"]?.rawValue ?? "?")"
        }
        let order = sent.map { "\($0.index)" }.joined(separator: " ")
        let times = outages.map {
            "\($0.lane) \($0.from.rfc3339(fractionDigits: 0)) \($0.until.rfc3339(fractionDigits: 0))"
        }
        return "\(settings)\(attempts) \(lanes) \(times)\n\(list.joined(separator: ", "))\nsent: \(order)"
    }

    /// Makes the next start.
    mutating func start() async throws {
        starts += 1
        var rig = RunLoopRig()
        rig.clock = SteppingClock(wall: now)
        rig.lanes = lanes
        rig.attempts = attempts
        rig.deadline = manifest.deadline
        let (clock, requests, outages) = (rig.clock, requests, outages)
        let watcher = try await rig.run(
            manifest, over: try journal(), timeline: clock.timeline()
        ) { request, number in
            let index = Int(request.url.path.dropFirst()) ?? 0
            if outages.contains(where: { $0.holds(request.url.host, at: clock.wallNow) }) { return .response(503) }
            return Self.exchange(with: requests[index].nature, request, number)
        }
        note(watcher, rig.log.requests.map { (Int($0.url.path.dropFirst()) ?? 0, $0.method) })
        now = clock.wallNow.advanced(seconds: 86_400)
    }

    private static func exchange(
        with nature: Nature, _ request: HTTPRequest, _ number: Int
    ) -> ScriptedExchange {
        switch nature {
        case .good: .response(200, answer: .milliseconds(50))
        case .missing: .response(404)
        case .refused: .response(400)
        case .poisoned: .response(500)
        case .loops: .response(302, ["Location": request.url.serialized])
        case .slow: .response(200, answer: .seconds(100))
        case .flaky: number.isMultiple(of: 2) ? .response(200) : ScriptedExchange(.broken(.connectionReset))
        case .putOff: .response(429, ["Retry-After": "3600"])
        }
    }

    /// The journal as the starts before have left it.
    private func journal() throws -> Journal {
        for _ in 0..<100_000 {
            do {
                return try heldJournal()
            } catch let error as FileError where error.isOfHolder {
                // A child of another test has the lock from its fork until its program begins.
                continue
            }
        }
        return try heldJournal()
    }

    private func heldJournal() throws -> Journal {
        var scan = JournalScan(expecting: requests.count)
        guard try state.read(with: &scan) != nil else {
            let log = try state.beginJournal(of: "run")
            try log.append { $0.write(opening) }
            return Journal(log, in: state, after: nil)
        }
        let log = try state.continueJournal(after: scan)
        try log.append { $0.write(opening) }
        return Journal(log, in: state, after: scan)
    }

    private var opening: JournalOpening {
        JournalOpening(
            run: "run", runStartedAt: now, startedAt: now, boot: "boot", manifestPath: "books.json",
            manifestDigest: "00")
    }

    private mutating func note(_ watcher: RunLoopRig.Watcher, _ asked: [(index: Int, method: HTTPMethod)]) {
        var ends: [String: Int] = [:]
        var kept = 0
        for event in watcher.events {
            switch event {
            case .finished(let id, let outcome, _, _, _, _):
                ends[id, default: 0] += 1
                outcomes[id] = outcome
            case .kept: kept += 1
            default: break
            }
        }
        if ends.values.contains(where: { $0 != 1 }) { problems.append("start \(starts): a request has two ends") }
        if ends.count + kept != requests.count { problems.append("start \(starts): \(ends.count) ends, \(kept) kept") }
        sent += asked
        problems += disorder()
    }

    /// What was sent after a later request that may have changed what it asks for, or was sent twice though it does work.
    private func disorder() -> [String] {
        var last: [Int: Int] = [:]
        for (moment, send) in sent.enumerated() { last[send.index] = moment }
        var problems: [String] = []
        for (index, request) in requests.enumerated() where request.isChange {
            let sends = sent.count { $0.index == index && $0.method == .post }
            if sends > 1 { problems.append("\(index) sent \(sends) times") }
            guard let moment = last[index] else { continue }
            let late = sent[moment...].first { $0.index < index && requests[$0.index].lane == request.lane }
            if let late { problems.append("\(late.index) after \(index)") }
        }
        return problems
    }
}

extension WallTime {
    fileprivate func advanced(seconds: Int) -> WallTime {
        WallTime(sinceEpoch: sinceEpoch + .seconds(seconds))
    }
}
