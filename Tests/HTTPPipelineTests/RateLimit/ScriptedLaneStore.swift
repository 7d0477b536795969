import HTTPPipeline
import Synchronization

/// A store that goes by a script and notes what it is told.
final class ScriptedLaneStore: LaneStore {
    /// A call.
    enum Call: Sendable, Hashable {
        case claim(LaneTerms)
        case departed(Moment)
        case release
        case noteTry(Moment)
        case hold(Moment)
        case slow(Duration)
        case takeTurn(overdue: Bool)
        case endTurn
    }

    private struct State {
        var shared: SharedLane?
        var counted: LaneInterval?
        var claims: [LaneClaim]
        var calls: [Call] = []
    }

    private let state: Mutex<State>
    private let turns: @Sendable (_ number: Int, _ isOverdue: Bool) -> Bool
    private let news: [Int: SharedLane]

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - claims: The answers to the claims in order; after the last one every claim is granted.
    ///   - shared: What is known of the lane.
    ///   - interval: What each departure is told to have counted.
    ///   - news: What is known from a question for the turn on, by its number from 1.
    ///   - turns: Whether the turn is had, by the number of the question.
    init(
        _ claims: LaneClaim..., knowing shared: SharedLane? = nil, counting interval: LaneInterval? = nil,
        news: [Int: SharedLane] = [:],
        turns: @escaping @Sendable (_ number: Int, _ isOverdue: Bool) -> Bool = { _, _ in true }
    ) {
        state = Mutex(State(shared: shared, counted: interval, claims: claims))
        self.turns = turns
        self.news = news
    }

    var calls: [Call] { state.withLock(\.calls) }

    /// The calls that neither take nor end a turn.
    var callsBesidesTurns: [Call] {
        calls.filter { call in
            switch call {
            case .takeTurn, .endTurn: false
            default: true
            }
        }
    }

    /// What the other runs did from then on.
    func learn(_ shared: SharedLane) {
        state.withLock { $0.shared = shared }
    }

    func state(of lane: Lane) -> SharedLane? { state.withLock(\.shared) }

    func claim(_ lane: Lane, terms: LaneTerms) -> LaneClaim {
        state.withLock { state in
            state.calls.append(.claim(terms))
            return state.claims.isEmpty ? .granted : state.claims.removeFirst()
        }
    }

    func departed(_ lane: Lane, at moment: Moment) -> LaneInterval? {
        note(.departed(moment))
        return state.withLock(\.counted)
    }

    func release(_ lane: Lane) { note(.release) }
    func noteTry(_ lane: Lane, at moment: Moment, keeping interval: Duration) { note(.noteTry(moment)) }
    func hold(_ lane: Lane, until moment: Moment) { note(.hold(moment)) }
    func slow(_ lane: Lane, to interval: Duration) { note(.slow(interval)) }
    func endTurn(of lane: Lane) { note(.endTurn) }

    func takeTurn(of lane: Lane, overdue isOverdue: Bool) -> Bool {
        note(.takeTurn(overdue: isOverdue))
        let number = calls.count { if case .takeTurn = $0 { true } else { false } }
        if let shared = news[number] { learn(shared) }
        return turns(number, isOverdue)
    }

    private func note(_ call: Call) {
        state.withLock { $0.calls.append(call) }
    }
}

extension SharedLane {
    /// What other runs know of a lane, in seconds on the pipeline's timeline.
    static func used(
        at lastSend: Double?, interval: Double = 0, notBefore: Double? = nil, sendsToday: Int = 0
    ) -> SharedLane {
        SharedLane(
            lastSend: lastSend.map { Moment(sinceOrigin: .seconds($0)) }, interval: .seconds(interval),
            notBefore: notBefore.map { Moment(sinceOrigin: .seconds($0)) }, sendsToday: sendsToday,
            dayEnds: Moment(sinceOrigin: .seconds(5_000)))
    }
}
