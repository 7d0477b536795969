package import HTTPPipeline
import Synchronization

/// A gate that decides as it is told and notes what it was asked and told.
package final class RecordingGate: DepartureGate {
    private struct State {
        var peers: [PeerAddress] = []
        var departures: [Moment] = []
        var takenBack = 0
    }

    private let state = Mutex(State())
    private let decide: @Sendable (Int) -> GateDecision

    /// Creates a gate.
    ///
    /// - Parameter decide: From the number of the question, from 1, to the decision; goes always by default.
    package init(_ decide: @escaping @Sendable (Int) -> GateDecision = { _ in .go }) {
        self.decide = decide
    }

    /// The peers it was asked for, in order.
    package var peers: [PeerAddress] { state.withLock { $0.peers } }
    /// The departures it was told of, in order.
    package var departures: [Moment] { state.withLock { $0.departures } }
    /// How often its word to go was taken back.
    package var takenBack: Int { state.withLock { $0.takenBack } }

    package func decision(for peer: PeerAddress) -> GateDecision {
        let number = state.withLock { state in
            state.peers.append(peer)
            return state.peers.count
        }
        return decide(number)
    }

    package func departed(at moment: Moment) {
        state.withLock { $0.departures.append(moment) }
    }

    package func takeBack() {
        state.withLock { $0.takenBack += 1 }
    }
}

/// A gate that lets everything go and remembers nothing.
package struct OpenGate: DepartureGate {
    /// Creates a gate.
    package init() {}

    package func decision(for peer: PeerAddress) -> GateDecision { .go }

    package func departed(at moment: Moment) {}

    package func takeBack() {}
}
