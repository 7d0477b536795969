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
    }

    private struct State {
        var shared: SharedLane?
        var claims: [LaneClaim]
        var calls: [Call] = []
    }

    private let state: Mutex<State>

    /// The answers to the claims in order; after the last one every claim is granted.
    init(_ claims: LaneClaim..., knowing shared: SharedLane? = nil) {
        state = Mutex(State(shared: shared, claims: claims))
    }

    var calls: [Call] { state.withLock(\.calls) }

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

    func departed(_ lane: Lane, at moment: Moment) { note(.departed(moment)) }
    func release(_ lane: Lane) { note(.release) }
    func noteTry(_ lane: Lane, at moment: Moment) { note(.noteTry(moment)) }
    func hold(_ lane: Lane, until moment: Moment) { note(.hold(moment)) }

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
