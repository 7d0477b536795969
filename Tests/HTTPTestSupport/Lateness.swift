/// How much longer than they need the turns of a loop took, since the machine gave its thread no time.
struct Lateness {
    /// The sum.
    private(set) var total = Duration.zero
    private let turn: Duration
    private var last = ContinuousClock.now

    /// Begins the first turn.
    ///
    /// - Parameter turn: What a turn takes at most on a machine that is idle.
    init(of turn: Duration) {
        self.turn = turn
    }

    /// Notes the end of a turn.
    mutating func note() {
        let now = ContinuousClock.now
        total += max(.zero, now - last - turn)
        last = now
    }
}
