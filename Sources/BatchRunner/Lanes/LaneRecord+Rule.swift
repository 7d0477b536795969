package import HTTPPipeline

// The rule by which processes share a lane. It is pure: times come in, and what is to be written goes out.
extension LaneRecord {
    /// A server's word is kept for this long at the most, so that a nonsensical one can't stop all runs for good.
    package static let longestHold = Duration.seconds(26 * 3_600)
    /// A lane that was not used for this long is forgotten, unless an interval on it is longer.
    package static let memory = Duration.seconds(24 * 3_600)
    /// An interval counts for ten of its lengths after it was asked for, and for this long at least: a run at work doesn't ask while it
    /// waits for an answer.
    private static let shortestDeclaration: Int64 = 60_000_000_000

    /// What a claim comes to.
    package enum Decision: Sendable, Hashable {
        /// The head may be written.
        case granted
        /// The lane may be claimed again at this time since the machine's start.
        case wait(until: Int64, WaitReason)
        /// The quota of the day is spent.
        case quotaSpent
    }

    /// Whether the record makes sense at a time: of the same start of the machine, and with nothing from the future.
    ///
    /// - Parameter time: The present time.
    /// - Returns: Whether it does.
    package func isCurrent(at time: LaneTime) -> Bool {
        let longest = Self.longestHold.boundedNanoseconds
        return !boot.isEmpty && boot == time.boot && declared <= time.sinceBoot && toldAt <= time.sinceBoot
            && (send.map { $0.sinceBoot <= time.sinceBoot } ?? true)
            && (notBefore.map { $0.sinceBoot - time.sinceBoot <= longest } ?? true)
    }

    /// The record by the clock of the present start of the machine.
    ///
    /// After a restart the wall clock tells how much time has passed. It may have been set meanwhile, so a send in the future
    /// counts as one of this moment, and a hold is never longer than it was at its beginning.
    ///
    /// - Parameter time: The present time.
    /// - Returns: The record, whose times are current.
    package func adopted(at time: LaneTime) -> LaneRecord {
        var record = self
        if day != time.day, day != time.day + 1 {
            // A wall clock that is set back over midnight doesn't give the day's quota a second time.
            record.day = time.day
            record.sends = 0
        }
        guard !isCurrent(at: time) else { return record }
        let longest = Self.longestHold.boundedNanoseconds
        record.boot = time.boot
        if boot.isEmpty || boot != time.boot {
            record.send = send.map { send in
                let age = max(0, time.wall - send.wall)
                return Stamp(sinceBoot: time.sinceBoot - age, wall: time.wall - age)
            }
            record.declared = record.send?.sinceBoot ?? time.sinceBoot
            record.toldAt = record.declared
            record.notBefore = notBefore.map { hold in
                let whole = send.map { hold.wall - $0.wall } ?? longest
                let rest = min(hold.wall - time.wall, whole, longest)
                return Stamp(sinceBoot: time.sinceBoot + rest, wall: time.wall + rest)
            }
        } else {
            if let send, send.sinceBoot > time.sinceBoot { record.send = Stamp(time) }
            record.declared = min(declared, time.sinceBoot)
            record.toldAt = min(toldAt, time.sinceBoot)
            if let notBefore, notBefore.sinceBoot - time.sinceBoot > longest {
                record.notBefore = Stamp(sinceBoot: time.sinceBoot + longest, wall: time.wall + longest)
            }
        }
        return record
    }

    /// The record of a lane whose file can't be read: as if it had been used at this moment.
    ///
    /// - Parameter time: The present time.
    /// - Returns: The record.
    package static func unknown(at time: LaneTime) -> LaneRecord {
        var record = LaneRecord(unusedAt: time)
        record.send = Stamp(time)
        return record
    }

    /// The interval that the runs of late asked for.
    ///
    /// - Parameter time: The present time.
    /// - Returns: The interval; zero where the word is too old.
    package func declaredInterval(at time: LaneTime) -> Int64 {
        Self.counts(interval, since: declared, at: time) ? interval : 0
    }

    /// The interval that the server told of late.
    ///
    /// - Parameter time: The present time.
    /// - Returns: The interval; zero where the word is too old.
    package func toldInterval(at time: LaneTime) -> Int64 {
        Self.counts(told, since: toldAt, at: time) ? told : 0
    }

    /// The interval that counts for whoever asks for none.
    ///
    /// - Parameter time: The present time.
    /// - Returns: The larger one of what runs asked for and the server told.
    package func recentInterval(at time: LaneTime) -> Int64 {
        max(declaredInterval(at: time), toldInterval(at: time))
    }

    private static func counts(_ interval: Int64, since moment: Int64, at time: LaneTime) -> Bool {
        let (length, overflows) = interval.multipliedReportingOverflow(by: 10)
        return time.sinceBoot - moment < max(shortestDeclaration, overflows ? .max : length)
    }

    /// The interval that counts for a run, and whose word it is.
    ///
    /// - Parameters:
    ///   - own: What the run asks for.
    ///   - time: The present time.
    /// - Returns: The largest interval; of equal ones the run's own, then the server's.
    package func interval(for own: Int64, at time: LaneTime) -> LaneInterval {
        let (declared, told) = (declaredInterval(at: time), toldInterval(at: time))
        let source: LaneInterval.Source = own >= max(declared, told) ? .run : told >= declared ? .server : .otherRun
        return LaneInterval(.nanoseconds(max(own, declared, told)), by: source)
    }

    /// Claims the lane for one head of a request.
    ///
    /// - Parameters:
    ///   - terms: What the run asks of the lane.
    ///   - time: The present time.
    /// - Returns: What it comes to; the record is to be written if it has changed.
    package mutating func claim(_ terms: LaneTerms, at time: LaneTime) -> Decision {
        settle(at: time)
        let own = terms.interval.boundedNanoseconds
        // Said before the wait, or a run with a longer interval would never have its turn among faster ones.
        if own >= declaredInterval(at: time) {
            interval = own
            declared = time.sinceBoot
        }
        let recent = recentInterval(at: time)
        longest = max(longest, recent)
        if let quota = terms.quota, sends >= quota { return .quotaSpent }
        let free = send.map { $0.sinceBoot + recent } ?? .min
        let allowed = notBefore?.sinceBoot ?? .min
        guard max(free, allowed) <= time.sinceBoot else {
            return allowed > free ? .wait(until: allowed, .server) : .wait(until: free, .pace)
        }
        send = Stamp(time)
        isClaimed = true
        sends += 1
        return .granted
    }

    /// Ends a claim after which the head was written.
    ///
    /// - Parameter moment: When it was, since the machine's start.
    package mutating func endClaim(departedAt moment: Int64) {
        isClaimed = false
        guard let gate = send else { return }
        send = Stamp(sinceBoot: moment, wall: gate.wall + moment - gate.sinceBoot)
    }

    /// Ends a claim after which nothing was written, as if it had not been.
    ///
    /// - Parameter send: When the lane was last used before it.
    package mutating func undoClaim(after send: Stamp?) {
        isClaimed = false
        self.send = send
        sends -= 1
    }

    /// Takes back an interval, unless another run has asked for the same or a longer one since.
    ///
    /// - Parameters:
    ///   - length: The interval.
    ///   - declared: When the run asked for it last, since the machine's start.
    package mutating func withdraw(_ length: Int64, declaredAt declared: Int64) {
        if interval == length, self.declared == declared { interval = 0 }
    }

    /// Notes a try that failed before it left.
    ///
    /// - Parameters:
    ///   - moment: When it began, since the machine's start.
    ///   - own: The interval that its run keeps.
    ///   - time: The present time.
    package mutating func noteTry(at moment: Int64, keeping own: Int64, time: LaneTime) {
        settle(at: time)
        longest = max(longest, own)
        guard send.map({ $0.sinceBoot < moment }) ?? true else { return }
        send = Stamp(sinceBoot: moment, wall: time.wall + moment - time.sinceBoot)
    }

    /// Takes an interval over that the server told; a shorter one than lately told changes nothing.
    ///
    /// - Parameters:
    ///   - interval: The interval.
    ///   - time: The present time.
    package mutating func slow(to interval: Int64, at time: LaneTime) {
        settle(at: time)
        guard interval >= toldInterval(at: time) else { return }
        told = interval
        toldAt = time.sinceBoot
        longest = max(longest, interval)
    }

    /// Whether an interval that the server tells again need not be written down again.
    ///
    /// - Parameters:
    ///   - interval: The interval.
    ///   - time: The present time.
    /// - Returns: Whether a longer one counts, or this one will for as long as it has counted yet.
    package func knows(_ interval: Int64, at time: LaneTime) -> Bool {
        told == interval ? time.sinceBoot - toldAt < Self.shortestDeclaration / 2 : toldInterval(at: time) > interval
    }

    /// Holds every request to the lane.
    ///
    /// - Parameters:
    ///   - moment: When the lane may be used again, since the machine's start.
    ///   - time: The present time.
    package mutating func hold(until moment: Int64, at time: LaneTime) {
        settle(at: time)
        let end = min(moment, time.sinceBoot + Self.longestHold.boundedNanoseconds)
        guard end > max(time.sinceBoot, notBefore?.sinceBoot ?? .min) else { return }
        notBefore = Stamp(sinceBoot: end, wall: time.wall + end - time.sinceBoot)
    }

    /// Whether the lane can be forgotten.
    ///
    /// - Parameter time: The present time.
    /// - Returns: Whether it was not used for long, is past every interval that was kept on it, and is not held.
    package func isForgettable(at time: LaneTime) -> Bool {
        let record = adopted(at: time)
        let lastUse = record.send?.sinceBoot ?? .min
        return lastUse <= time.sinceBoot - max(Self.memory.boundedNanoseconds, longest)
            && (record.notBefore?.sinceBoot ?? .min) <= time.sinceBoot
    }

    /// Makes the record current, under the lane's lock: whoever left a claim open is dead, and may have sent until now.
    ///
    /// - Parameter time: The present time.
    package mutating func settle(at time: LaneTime) {
        self = adopted(at: time)
        guard isClaimed else { return }
        isClaimed = false
        send = Stamp(time)
    }
}

extension LaneRecord.Stamp {
    fileprivate init(_ time: LaneTime) {
        self.init(sinceBoot: time.sinceBoot, wall: time.wall)
    }
}
