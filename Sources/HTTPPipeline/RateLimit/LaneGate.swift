import Synchronization

/// The gate of one exchange: it opens at the lane's slot, for one head of a request, to a peer that is allowed.
package final class LaneGate<C: Clock>: DepartureGate where C.Duration == Duration {
    /// What became of an exchange at its gate.
    package struct Passage: Sendable {
        /// When the head of the request was written; nil where it was not.
        package var departed: Moment?
        /// The same by the wall clock.
        package var departedAt: WallTime?
        /// When the gate opened; nil where it did not.
        package var opened: Moment?
        /// The interval that counted at the departure, where the lane is shared.
        package var interval: LaneInterval?
        /// How long the transport was kept waiting at the gate, and for what.
        package var waits = Waits()
        fileprivate var waiting: (since: Moment, reason: WaitReason)?
        fileprivate var hasClaim = false
    }

    private let timeline: Timeline<C>
    private let opens: Moment
    private let reason: WaitReason
    private let pass: LanePass?
    private let allowsPrivatePeer: Bool
    private let passage = Mutex(Passage())

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - opens: The moment of the lane's slot.
    ///   - reason: What a wait until then is charged to.
    ///   - pass: Asks for the lane where other runs share it.
    ///   - allowsPrivatePeer: Whether the peer may have a private address.
    ///   - timeline: The clocks of the pipeline.
    package init(
        opens: Moment,
        reason: WaitReason = .pace,
        pass: LanePass? = nil,
        allowsPrivatePeer: Bool,
        timeline: Timeline<C>
    ) {
        self.opens = opens
        self.reason = reason
        self.pass = pass
        self.allowsPrivatePeer = allowsPrivatePeer
        self.timeline = timeline
    }

    /// Says whether the head of the request may be written now.
    ///
    /// A transport that asks again after it was let go wants to repeat the request on another connection. It is refused:
    /// the repeat has to be an attempt of its own, which pays the lane and is counted.
    ///
    /// - Parameter peer: The address the transport is connected to; a proxy's says nothing of the server.
    /// - Returns: To go, to wait and ask again, or to give up.
    package func decision(for peer: PeerAddress) -> GateDecision {
        passage.withLock { passage in
            let now = timeline.now
            passage.endWait(at: now)
            if passage.opened != nil {
                return .refuse(HTTPClientError(.connectionReset, "The connection was lost before the answer came."))
            }
            if !allowsPrivatePeer, !peer.isProxy, IPAddress(peer.address)?.isPublic != true {
                return .refuse(
                    HTTPClientError(.redirect, "The redirect leads from a public host to a private address.")
                )
            }
            guard now >= opens else {
                passage.waiting = (now, reason)
                return .wait(until: opens)
            }
            let decision = pass?.decision(now: now) ?? .go
            switch decision {
            case .go:
                passage.opened = now
                passage.hasClaim = pass != nil
            case .wait:
                passage.waiting = (now, .pace)
            case .refuse:
                break
            }
            return decision
        }
    }

    /// Notes that the head of the request was written.
    ///
    /// - Parameter moment: When it was written.
    package func departed(at moment: Moment) {
        // The call comes a little after the moment, so the wall clock is read and set back by that much.
        let lag = moment.duration(to: timeline.now)
        let wall = WallTime(sinceEpoch: timeline.wallNow.sinceEpoch - lag)
        passage.withLock { passage in
            passage.departed = moment
            passage.departedAt = wall
            if passage.hasClaim { passage.interval = pass?.departed(at: moment) }
            passage.hasClaim = false
        }
    }

    /// Takes back the word to go after which nothing was written: the lane is as it was, and the gate may be asked again.
    package func takeBack() {
        passage.withLock { passage in
            passage.opened = nil
            passage.release(pass)
        }
    }

    /// Ends the exchange at the gate, and gives the lane back where nothing was written.
    ///
    /// - Returns: What became of it; a wait that goes on ends here.
    package func close() -> Passage {
        passage.withLock { passage in
            passage.endWait(at: timeline.now)
            passage.release(pass)
            return passage
        }
    }
}

extension LaneGate.Passage {
    fileprivate mutating func endWait(at now: Moment) {
        guard let (since, reason) = waiting else { return }
        waits[reason] += since.duration(to: now)
        waiting = nil
    }

    fileprivate mutating func release(_ pass: LanePass?) {
        if hasClaim { pass?.release() }
        hasClaim = false
    }
}
